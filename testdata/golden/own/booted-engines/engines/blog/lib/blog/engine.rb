module Blog
  class Engine < Rails::Engine
    engine_name "blog_engine"

    initializer "blog.mount_admin", before: :load_config_initializers do
      Shop::Engine.routes do
        mount Blog::Admin::Engine => "/blog_admin"
      end
    end

    initializer "blog.application" do
      Rails.application.routes.append do
        mount Blog::Admin::Engine, at: "/admin", as: "blog_admin_panel", constraints: { subdomain: "admin" }
      end
    end
  end
end
