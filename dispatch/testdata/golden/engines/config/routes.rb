# Engines with routes of their own: parameters of the mount, script names, passing back, redirects below a mount, engines in engines.
module Inner
  class Engine < ::Rails::Engine
    isolate_namespace Inner
  end
end

module Outer
  class Engine < ::Rails::Engine
    isolate_namespace Outer
  end
end

Inner::Engine.routes.draw do
  get "leaf/:id", to: "leaves#show"
  get "to", to: redirect("there")
  get "abs", to: redirect("/abs")
  get "none", to: redirect("")
  get "opt", to: redirect(path: "rel")
  get "optempty", to: redirect(path: "")
  get "only", to: "only#x", constraints: ->(r) { r.script_name == "/t/outer/inner" }
  get "where", to: redirect { |p, r| "/v?" + [r.path, r.path_info, r.script_name, r.fullpath, p].to_json.to_query("v") }
  root to: "inner#root"
end

Outer::Engine.routes.draw do
  get "a", to: "a#index"
  mount Inner::Engine, at: "inner"
  get "inner/leaf/:other", to: "late#show"
  get "inner/miss", to: "late#miss"
end

Rails.application.routes.draw do
  scope ":tenant" do
    mount Outer::Engine, at: "outer"
    get "outer/z", to: "main#z"
  end
  mount Inner::Engine, at: "/in", as: :second
  mount Inner::Engine, at: "/", as: :third, constraints: { subdomain: "eng" }
  get "*rest", to: "main#rest"
end
