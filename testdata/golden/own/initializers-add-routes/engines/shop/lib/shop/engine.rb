module Shop
  class Engine < ::Rails::Engine
    isolate_namespace Shop
    initializer("shop") { |app| app.routes.append { get "of_engine", to: "b#engine" } }
  end
end
