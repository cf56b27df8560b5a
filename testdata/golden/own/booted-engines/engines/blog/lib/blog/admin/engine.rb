module Blog
  module Admin
    class Engine < Rails::Engine
      isolate_namespace Blog::Admin
      paths["config/routes.rb"] = "config/admin_routes.rb"
      routes do
        resources :posts, only: :destroy
      end
    end
  end
end
