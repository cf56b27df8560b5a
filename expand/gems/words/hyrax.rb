# curation_concerns as of 0.8, and hyrax as of 1, which took it over: Mapper#curation_concerns_basic_routes and the others.
#
# module: Hyrax
# newest: 5.2.0
# since: 1
# settings: Hyrax.config
# was: curation_concerns
# word: curation_concerns_basic_routes
#   Maps the registered kinds of works, and their files.
#   curation_concerns_basic_routes { concerns :exportable }
# word: curation_concerns_collections
#   Maps collections of works, of curation_concerns.
#   curation_concerns_collections
# word: curation_concerns_embargo_management
#   Maps embargoes and leases, of curation_concerns and Hyrax 1.
#   curation_concerns_embargo_management
# word: concerns_to_route
#   Lists the routes of the registered kinds of works.
#   concerns_to_route.each { |name| resources name }
# word: namespaced_resources
#   Maps resources within the namespaces of their name.
#   namespaced_resources "hyrax/images", only: :show

module CurationConcernsOf
  GEM = Signalbox.name
  VERSION = Gem::Version.new(Signalbox.version)

  def self.hyrax? = GEM == "hyrax"
  def self.since?(version) = VERSION >= Gem::Version.new(version)
  def self.workflow? = hyrax? || since?("1.7")
  def self.parents? = hyrax? || since?("1.0")
  def self.creates_file_sets? = !hyrax? || !since?("2.1")
  def self.module = hyrax? ? Hyrax : CurationConcerns
  def self.config = self.module.config

  class Configuration
    def initialize(settings)
      @settings = settings
    end

    def register_curation_concern(*kinds)
      known = @settings[:registered_curation_concern_types]
      kinds.flatten.each do |kind|
        if Signalbox.class_name(kind)
          known << kind unless known.include?(kind)
        else
          @settings[:unknown_types] << kind
        end
      end
    end
  end
end

Signalbox.settings CurationConcernsOf::Configuration, registered_curation_concern_types: [:any, []], unknown_types: [:any, []]

class ActionDispatch::Routing::Mapper
  def gem_curation_concerns_basic_routes(&block)
    gem = CurationConcernsOf
    resources :downloads, only: :show unless gem.hyrax?
    resources :upload_sets, only: [:edit, :update]

    namespace CurationConcernsOf::GEM.to_sym, path: :concern do
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
    return if CurationConcernsOf.hyrax?

    level = CurationConcernsOf.since?("0.12") ? {} : { only: :show }
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
    return if CurationConcernsOf.hyrax? && CurationConcernsOf.since?("2")

    [:embargoes, :leases].each do |name|
      resources name, only: [:index, :edit, :destroy] do
        collection { patch :update }
      end
    end
  end

  def gem_concerns_to_route
    kinds = CurationConcernsOf.config.registered_curation_concern_types
    Signalbox.known(
      [*kinds, *CurationConcernsOf.config.unknown_types], "unknown kind of works %b: its routes are missing; set the list",
      setting: "#{CurationConcernsOf.module}.config.registered_curation_concern_types", wants: :list, example: "[book, image]"
    )
    kinds.map { |kind| kind.to_s.camelize.tableize }
  end

  def gem_namespaced_resources(target, options = {}, &block)
    target.then do |path|
      *outer, last = Signalbox.parts(path)
      namespaced(outer) { resources(last, **options) { block&.call } }
    end
  end

  def namespaced(names, &block)
    name, *rest = names
    return block.call unless name

    namespace(name, **(name == CurationConcernsOf::GEM ? { path: :concern } : {})) { namespaced(rest, &block) }
  end
end
