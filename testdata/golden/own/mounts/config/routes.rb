# mount: app with at:, hash form, path and at, names, scopes, namespaces, resources, via, constraints, defaults, format, anchor, lambdas and instances.
class Dash
  def self.call(env) = [200, {}, [env["PATH_INFO"]]]
end

module Tools
  class BoardApp
    def self.call(env) = [200, {}, []]
  end

  class Instance
    def call(env) = [200, {}, []]
    def inspect = "tools-instance"
  end
end

LAMBDA_APP = ->(env) { [200, {}, [env["SCRIPT_NAME"]]] }

Rails.application.routes.draw do
  mount Dash, at: "/dash"
  mount Tools::BoardApp => "/board"
  mount Tools::BoardApp, at: "board2", as: "second"
  mount Tools::BoardApp => "board3", as: :third, via: :get
  mount Tools::BoardApp => "board4", :as => "fourth", :constraints => { subdomain: "x" }
  mount Tools::Instance.new, at: "inst"
  mount Tools::Instance.new => "inst2"
  mount Tools::Instance.new, at: "inst3", as: "inst_three"
  mount LAMBDA_APP, at: "lam"
  mount LAMBDA_APP => "lam2", as: :lam_two
  mount ->(e) { [200, {}, []] } => "/lam3"
  mount proc { |e| [200, {}, []] }, at: "lam4", as: "lam4"
  mount Dash, at: "f1", as: :f1, format: true
  mount Dash, at: "f2", as: :f2, format: nil
  mount Dash, at: "f3", as: :f3, anchor: true
  mount Dash, at: "f4/:id", as: :f4, constraints: { id: /\d+/ }
  mount Dash, at: "f5(/:opt)", as: :f5
  mount Dash, at: "f6", as: :f6, defaults: { k: 1 }
  mount Dash, at: "f7", as: :f7, via: [:get, :post]
  mount Dash, at: "f8", as: :f8, constraints: ->(r) { r.params[:ok] }
  mount Dash, at: "f9", as: :f9, internal: true
  mount Dash, at: "f10", as: :f10, extra: "x"
  mount Dash, at: "a/b-c/d", as: "abcd"
  mount Dash, at: "/trail/", as: "trail"
  mount Dash, at: "f11.json", as: :f11
  namespace :adm do
    mount Dash, at: "d"
    mount Tools::BoardApp => "/b"
  end
  scope "sc", as: "sc", module: "m" do
    mount Dash, at: "d"
    mount Dash => "/", as: :top
  end
  scope ":tenant", tenant: /t\d/ do
    mount Dash, at: "d", as: :tenant_dash
  end
  resources :ps, only: :show do
    mount Dash, at: "d"
    mount Dash, at: "d2", as: "d_two"
    member { mount Dash, at: "md", as: "md" }
    collection { mount Dash, at: "cd", as: "cd" }
  end
  resource :q, only: [] do
    mount Dash, at: "d"
  end
  scope format: "json" do
    mount Dash, at: "g1", as: :g1
  end
  scope via: :post do
    mount Dash, at: "g2", as: :g2
  end
  mount Dash, at: :sym, as: :symbol_path
  mount Dash, at: "/", as: :fallback
end
