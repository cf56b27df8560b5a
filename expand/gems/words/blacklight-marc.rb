# Blacklight::Marc: Routes and add_routes of 5 and 6, Routes::MarcViewable as of 7.
#
# module: Blacklight::Marc
# newest: 9.0.0
# since: 5
# routes: Blacklight::Marc::Routes

module Blacklight
  module Marc
    if Gem::Version.new(VERSION) >= Gem::Version.new("7")
      module Routes
        class MarcViewable
          def initialize(defaults = {})
            @defaults = defaults
          end

          def call(mapper, _options = {})
            mapper.member { mapper.match "librarian_view", via: :get }
          end
        end
      end
    else
      def self.add_routes(router, options = {})
        return unless ((options[:only] || [:catalog]) - (options[:except] || [])).include?(:catalog)

        kind = Gem::Version.new(VERSION) >= Gem::Version.new("6") ? "solr_document" : "catalog"
        router.instance_exec do
          get "catalog/:id/librarian_view", to: "catalog#librarian_view", as: "librarian_view_#{kind}"
          get "catalog/endnote", as: "endnote_#{kind}"
        end
      end
    end
  end
end
