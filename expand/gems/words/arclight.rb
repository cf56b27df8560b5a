# Arclight: Routes::Hierarchy.
#
# module: Arclight
# newest: 1.6.2
# since: 1
# routes: Arclight::Routes

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
