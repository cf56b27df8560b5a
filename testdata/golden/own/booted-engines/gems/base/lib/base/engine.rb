module Base
  class Engine < Rails::Engine
    isolate_namespace Base
    config.paths["config/routes.rb"].unshift "config/base_first.rb"

    initializer "base.files", after: :add_routing_paths do |app|
      app.routes_reloader.paths << "#{Base::Engine.root}/config/pushed.rb"
      app.routes_reloader.paths.unshift(Base::Engine.root.join("config", "unshifted.rb"))
    end
  end
end
