# JSON.parse and JSON.generate, and ActiveSupport's encoder.
module JSON
  class JSONError < StandardError; end
  class ParserError < JSONError; end
  class NestingError < ParserError; end
  class GeneratorError < JSONError; end

  # The options of JSON.parse that lead to other values.
  OTHER_VALUES = %i[object_class array_class decimal_class create_additions allow_nan].freeze
  private_constant :OTHER_VALUES

  class << self
    def parse(source, opts = nil)
      Primitive.undecided if opts && opts.values_at(*OTHER_VALUES).any?
      Primitive.json_value(source, opts && opts[:symbolize_names])
    end

    def generate(obj, opts = nil)
      Primitive.undecided unless opts.nil? || opts.empty?
      Primitive.json_text(obj, false)
    end

    def dump(obj, io = nil)
      Primitive.undecided if io
      Primitive.json_text(obj, false)
    end
  end
end

module ActiveSupport
  module JSON
    class << self
      def encode(value, _options = nil) = Primitive.json_text(value, true)
      def decode(json, options = {}) = ::JSON.parse(json, options)
    end
  end
end
