# ComfortableMexicanSofa: Mapper#comfy_route, comfy_route_cms and comfy_route_cms_admin, as of 1.12.
#
# module: ComfortableMexicanSofa
# newest: 2.0.19
# since: 1.12
# word: comfy_route
#   Maps the pages of ComfortableMexicanSofa, or their administration.
#   comfy_route :cms_admin, path: "/admin"
# word: comfy_route_cms
#   Maps the pages of ComfortableMexicanSofa.
#   comfy_route_cms path: "/"
# word: comfy_route_cms_admin
#   Maps the administration of ComfortableMexicanSofa.
#   comfy_route_cms_admin path: "/admin"

class ActionDispatch::Routing::Mapper
  def comfy_since?(version) = Gem::Version.new(ComfortableMexicanSofa::VERSION) >= Gem::Version.new(version)

  def gem_comfy_route(identifier, options = {})
    send("comfy_route_#{identifier}", options)
  end

  def gem_comfy_route_cms(options = {})
    scope module: :comfy, as: :comfy do
      namespace :cms, path: options[:path] do
        buster = comfy_since?("1.12.1") ? "(/:cache_buster)" : ""
        get "cms-css/:site_id/:identifier#{buster}" => "assets#render_css", as: "render_css"
        get "cms-js/:site_id/:identifier#{buster}" => "assets#render_js", as: "render_js"
        if options[:sitemap] && !comfy_since?("2")
          get "(:cms_path)/sitemap" => "content#render_sitemap", as: "render_sitemap", constraints: { format: /xml/ }, format: :xml
        end
        if comfy_since?("1.12.10")
          get "(*cms_path)" => "content#show", as: "render_page", action: "/:format"
        else
          get "/:format" => "content#show", as: "render_page", path: "(*cms_path)"
        end
      end
    end
  end

  def gem_comfy_route_cms_admin(options = {})
    scope module: :comfy, as: :comfy do
      scope module: :admin do
        namespace :cms, as: :admin_cms, path: options[:path] || "admin", except: :show do
          get "/", to: "base#jump"
          comfy_since?("2") ? comfy_sites : comfy_sites_of_1
        end
      end
    end
  end

  def comfy_revisions(controller, **options)
    options = { controller: "revisions/#{controller}" } if comfy_since?("2.0.2")
    resources :revisions, **options, only: [:index, :show] do
      patch :revert, on: :member
    end
  end

  def comfy_sites
    resources :sites do
      resources :pages do
        if comfy_since?("2.0.2")
          comfy_reorder
          comfy_fragments
          comfy_revisions("page")
        else
          comfy_revisions("page")
          comfy_reorder
          comfy_fragments
        end
        get :toggle_branch, on: :member
        resources :translations, except: [:index] do
          comfy_fragments if comfy_since?("2.0.2")
          comfy_revisions("translation")
          comfy_fragments unless comfy_since?("2.0.2")
        end
      end
      resources(:files) { comfy_reorder }
      %w[layout snippet].each do |kind|
        resources kind.pluralize.to_sym do
          comfy_reorder if comfy_since?("2.0.2")
          comfy_revisions(kind)
          comfy_reorder unless comfy_since?("2.0.2")
        end
      end
      resources :categories
    end
  end

  def comfy_sites_of_1
    resources :sites do
      resources :pages do
        get :form_blocks, on: :member
        get :toggle_branch, on: :member
        comfy_reorder
        comfy_revisions("page")
      end
      resources(:files) { comfy_since?("1.12.1") ? comfy_reorder : post(:reorder, on: :collection) }
      %w[layout snippet].each do |kind|
        resources kind.pluralize.to_sym do
          comfy_reorder
          comfy_revisions(kind)
        end
      end
      resources :categories
    end
  end

  def comfy_reorder = put(:reorder, on: :collection)
  def comfy_fragments = get(:form_fragments, on: :member)
end
