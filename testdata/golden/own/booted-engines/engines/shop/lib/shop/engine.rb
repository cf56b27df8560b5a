module Shop
  class Engine < ::Rails::Engine
    isolate_namespace Shop

    routes do
      get "appended_by_class", to: "carts#appended"
    end

    initializer "shop.routes" do |app|
      prefix = "before"
      app.routes.prepend do
        get "#{prefix}_all", to: "shop/front#index"
      end
      app.routes.append { match "*rest", to: "shop/front#missing", via: :all, as: :rest }
      app.routes.draw { get "drawn_and_cleared", to: "shop/front#never" }
    end
  end
end
