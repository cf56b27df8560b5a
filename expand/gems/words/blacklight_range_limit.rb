# BlacklightRangeLimit: Routes::RangeSearchable, as of 6.
#
# module: BlacklightRangeLimit
# newest: 9.1.0
# since: 6
# routes: BlacklightRangeLimit::Routes

module BlacklightRangeLimit
  module Routes
    class RangeSearchable
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, _options = {})
        version = Gem::Version.new(BlacklightRangeLimit::VERSION)
        mapper.get "range_limit", action: "range_limit"
        mapper.get "range_limit_panel/:id", action: "range_limit_panel" if version.between?("7.3", "9.0.999")
      end
    end
  end
end
