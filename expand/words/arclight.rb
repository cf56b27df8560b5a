# Arclight: Routes::Hierarchy.
module Arclight
  module Routes
    class Hierarchy
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, _options = {})
        mapper.member { mapper.get "hierarchy" }
      end
    end
  end
end
