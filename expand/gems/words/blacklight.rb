# Blacklight: Routes::Searchable and Exportable as of 6, Routes and blacklight_for of 5.
#
# module: Blacklight
# newest: 9.0.0
# since: 5
# routes: Blacklight::Routes
# word: blacklight_for
#   Maps the catalog, of Blacklight 5.
#   blacklight_for :catalog

module Blacklight
  def self.since?(version) = Gem::Version.new(Blacklight::VERSION) >= Gem::Version.new(version)
end

if Blacklight.since?("6")
  module Blacklight
    module Routes
      class Searchable
        def initialize(defaults = {})
          @defaults = defaults
        end

        def call(mapper, _options = {})
          mapper.match "/", action: "index", as: "search", via: [:get, :post]
          mapper.get "/advanced", action: "advanced_search", as: "advanced_search" if Blacklight.since?("7.15")
          mapper.get "/page_links", action: "page_links", as: "page_links" if Blacklight.since?("8")
          mapper.post ":id/track", action: "track", as: "track"
          mapper.get ":id/raw", action: "raw", as: "raw", defaults: { format: "json" } if Blacklight.since?("7")
          mapper.get "opensearch"
          suggest(mapper)
          mapper.get "facet/:id", action: "facet", as: "facet"
          facet_suggest(mapper)
        end

        private

        def suggest(mapper)
          return unless Blacklight.since?("7")

          mapper.get "suggest", as: "suggest_index", **(Blacklight.since?("8") ? {} : { defaults: { format: "json" } })
        end

        def facet_suggest(mapper)
          return unless Blacklight.since?("8.8")

          rest = Blacklight.since?("9") ? "" : "/(:query_fragment)"
          mapper.get "facet_suggest/:id#{rest}", action: "facet", as: "facet_suggest", defaults: { only_values: true }
        end
      end

      class Exportable
        def initialize(defaults = {})
          @defaults = defaults
        end

        def call(mapper, _options = {})
          [:member, :collection].each do |level|
            mapper.public_send(level) do
              mapper.match "email", via: [:get, :post]
              mapper.match "sms", via: [:get, :post]
              mapper.get "citation"
            end
          end
        end
      end
    end
  end
else
  module Blacklight
    def self.add_routes(router, options = {}) = Routes.new(router, options).draw

    class Routes
      class_attribute :default_route_sets
      self.default_route_sets = [:bookmarks, :search_history, :saved_searches, :export, :solr_document]

      attr_reader :resources

      def initialize(router, options)
        @router = router
        @options = options
        @resources = options.fetch(:resources, [:catalog])
      end

      def draw
        sets = (@options[:only] || default_route_sets) - (@options[:except] || [])
        sets.each { |set| send(set, resources.first) }
        resources.each { |key| map_resource(key) }
      end

      protected

      def add_routes(&block) = @router.instance_exec(@options, &block)

      def bookmarks(_)
        limits = Blacklight.since?("5.9.3") ? @options.slice(:constraints).compact : {}
        add_routes do |_|
          delete "bookmarks/clear", to: "bookmarks#clear", as: "clear_bookmarks"
          if Blacklight.since?("5.8")
            get "bookmarks/email", as: "email_bookmarks"
            post "bookmarks/email"
            get "bookmarks/sms", as: "sms_bookmarks"
            post "bookmarks/sms"
            get "bookmarks/citation", as: "citation_bookmarks"
          end
          resources :bookmarks, **limits
        end
      end

      def search_history(_)
        add_routes do |_|
          get "search_history", to: "search_history#index", as: "search_history"
          delete "search_history/clear", to: "search_history#clear", as: "clear_search_history"
        end
      end

      def saved_searches(_)
        add_routes do |_|
          delete "saved_searches/clear", to: "saved_searches#clear", as: "clear_saved_searches"
          get "saved_searches", to: "saved_searches#index", as: "saved_searches"
          put "saved_searches/save/:id", to: "saved_searches#save", as: "save_search"
          delete "saved_searches/forget/:id", to: "saved_searches#forget", as: "forget_search"
          post "saved_searches/forget/:id", to: "saved_searches#forget"
        end
      end

      def catalog(_ = nil) = map_resource(:catalog)

      def map_resource(key)
        add_routes do |_|
          get "#{key}/facet/:id", to: "#{key}#facet", as: "#{key}_facet"
          get "#{key}", to: "#{key}#index", as: "#{key}_index"
        end
      end

      def export(key)
        add_routes do |_|
          get "#{key}/opensearch", as: "opensearch_#{key}"
          get "#{key}/citation", as: "citation_#{key}"
          get "#{key}/email", as: "email_#{key}"
          post "#{key}/email"
          get "#{key}/sms", as: "sms_#{key}"
          post "#{key}/sms" if Blacklight.since?("5.5.3")
        end
      end

      def solr_document(key)
        limits = { only: Blacklight.since?("5.2") ? [:show] : [:show, :update] }.merge(@options.slice(:constraints).compact)
        add_routes do |_|
          resources :solr_document, **limits, path: key, controller: key do
            member { post "track" } if Blacklight.since?("5.2")
          end
          resources key, **limits
        end
      end
    end
  end

  class ActionDispatch::Routing::Mapper
    def gem_blacklight_for(*resources)
      options = resources.extract_options!
      Blacklight::Routes.new(self, options.merge(resources: resources.map(&:to_sym))).draw
    end
  end
end
