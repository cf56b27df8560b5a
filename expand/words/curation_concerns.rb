# curation_concerns as of 0.8, and hyrax as of 1, which took it over: Mapper#curation_concerns_basic_routes and the others.
class CurationConcernsOf
  attr_reader :config, :front

  def initialize(front, version, config)
    @front = front
    @version = Gem::Version.new(version)
    @config = config
  end

  def hyrax? = front == "hyrax"
  def since?(version) = @version >= Gem::Version.new(version)
  def workflow? = hyrax? || since?("1.7")
  def parents? = hyrax? || since?("1.0")
  def creates_file_sets? = !hyrax? || !since?("2.1")
end

class ActionDispatch::Routing::Mapper
  def gem_curation_concerns_basic_routes(&block)
    gem = CURATION_CONCERNS
    resources :downloads, only: :show unless gem.hyrax?
    resources :upload_sets, only: [:edit, :update]

    namespace gem.front.to_sym, path: :concern do
      gem_namespaced_resources("workflow_actions", only: [:update]) if gem.workflow?
      gem_concerns_to_route.each do |name|
        gem_namespaced_resources(name, except: [:index], &block)
        gem_namespaced_resources(name, only: []) do
          member do
            get :manifest if gem.hyrax? && gem.since?("2.1")
            get :file_manager
            get :inspect_work if gem.workflow?
          end
        end
      end

      if gem.parents?
        resources :parent, only: [] do
          gem_concerns_to_route.each { |name| gem_namespaced_resources(name, except: [:index], &block) }
        end
        resources(:parent, only: []) { resources :file_sets, only: [:show] }
      end

      resources :permissions, only: [] do
        member do
          get :confirm
          post :copy
        end
      end
      resources :file_sets, only: [:new, :create], path: "container/:parent_id/file_sets" if gem.creates_file_sets?
      resources :file_sets, only: [:show, :edit, :update, :destroy] do
        member do
          get :versions
          put :rollback
        end
      end
    end
  end

  def gem_curation_concerns_collections
    return if CURATION_CONCERNS.hyrax?

    level = CURATION_CONCERNS.since?("0.12") ? {} : { only: :show }
    resources :collections, **level do
      member do
        get "page/:page", action: :index
        get "facet/:id", action: :facet, as: :dashboard_facet
      end
      collection do
        put "", action: :update
        put :remove_member
      end
    end
  end

  def gem_curation_concerns_embargo_management
    return if CURATION_CONCERNS.hyrax? && CURATION_CONCERNS.since?("2")

    [:embargoes, :leases].each do |name|
      resources name, only: [:index, :edit, :destroy] do
        collection { patch :update }
      end
    end
  end

  def gem_concerns_to_route = CURATION_CONCERNS.config.routed_kinds

  def gem_namespaced_resources(target, options = {}, &block)
    target.then do |path|
      *outer, last = gem_parts(path)
      namespaced(outer) { resources(last, **options) { block&.call } }
    end
  end

  def namespaced(names, &block)
    name, *rest = names
    return block.call unless name

    namespace(name, **(name == CURATION_CONCERNS.front ? { path: :concern } : {})) { namespaced(rest, &block) }
  end
end
