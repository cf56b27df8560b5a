# Geoblacklight: Routes::Exportable, Downloadable and Wms, as of 1.3.
#
# module: Geoblacklight
# newest: 5.3.0
# since: 1.3
# routes: Geoblacklight::Routes

module Geoblacklight
  module Routes
    class Exportable
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, _options = {})
        mapper.member do
          mapper.get "web_services"
          mapper.get "metadata"
          mapper.get "relations" => "relation#index"
        end
      end
    end

    class Downloadable
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, _options = {})
        mapper.get "file/:id", action: "file", as: :file
        mapper.get "hgl/:id", action: "hgl", as: :hgl if Gem::Version.new(Geoblacklight::VERSION) < Gem::Version.new("5")
      end
    end

    class Wms
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, _options = {})
        mapper.post "handle"
      end
    end
  end
end
