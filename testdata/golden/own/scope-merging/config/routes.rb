# Nested scopes: how each option of an inner scope combines with the outer one.
class Tail
  def self.matches?(request) = request.path.end_with?("z")
end

Rails.application.routes.draw do
  scope "a", module: "ma", as: "na", controller: "ca", defaults: { k: 1, l: 2 }, constraints: { id: /\d+/, t: /x/ }, path_names: { new: "n1" }, via: :get, format: false do
    scope "b", module: "mb", as: "nb", controller: "cb", defaults: { l: 3, m: 4 }, constraints: { t: /y/ }, path_names: { edit: "e1" }, via: :post, format: true do
      get "x", action: :x
      match "y/:id/:t", to: "c#y"
      resources :rs, only: %i[new edit]
      scope module: nil, as: nil, path: nil do
        get "z", to: "c#z"
      end
      scope module: "", as: "", path: "" do
        get "w", to: "c#w"
      end
    end
    get "x", action: :x
    get "y/:id/:t", to: "c#y", as: :why
    resources :rs, only: %i[new edit]
  end
  scope ":a" do
    scope ":b" do
      scope "(:c)" do
        get ":d", to: "letters#show", as: :letters
        resources :marks, only: :index
      end
    end
  end
  constraints ->(r) { r.params[:p] == "1" } do
    constraints Tail do
      constraints subdomain: "s" do
        get "chain/:q", to: "chains#all"
      end
      get "chain/:q", to: "chains#two"
      get "own/:q", to: "chains#own", constraints: ->(r) { r.params[:p] == "2" }
    end
    get "chain/:q", to: "chains#one"
  end
  get "chain/:q", to: "chains#none", as: :chain_none
  scope "en", defaults: { locale: "en" } do
    defaults style: "x" do
      scope defaults: { locale: "fr" } do
        get "d1", to: "ds#one"
      end
      get "d2", to: "ds#two"
    end
    get "d3", to: "ds#three", locale: "de"
  end
  scope shallow_prefix: "p1", shallow_path: "s1", as: "a1", path: "x1" do
    scope as: "a2", path: "x2" do
      resources :cs, shallow: true, only: :show do
        resources :ds, only: %i[index show]
      end
    end
  end
  scope opt: 1 do
    scope opt: 2, other: /z/ do
      get "opt/:other", to: "opts#show"
    end
    get "opt2", to: "opts#show"
  end
  scope action: "outer" do
    scope controller: "inner" do
      get "oi"
    end
    controller :ctl do
      get "oc"
      get "oc2", action: :mine
      scope module: "mod" do
        get "ocm"
      end
    end
  end
end
