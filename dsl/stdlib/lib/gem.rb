# Gem::Version and Gem::Requirement, as RubyGems 3.6 has them.
module Gem
  class Version
    include Comparable

    VERSION_PATTERN = "[0-9]+(?>\\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?".freeze
    ANCHORED_VERSION_PATTERN = /\A\s*(#{VERSION_PATTERN})?\s*\z/
    # Longer texts would take long to be compared.
    LONGEST = 10_000
    private_constant :LONGEST

    class << self
      def correct?(version) = version.to_s.length <= LONGEST && ANCHORED_VERSION_PATTERN.match?(version.to_s)

      def create(input)
        Version === input || input.nil? ? input : new(input)
      end
    end

    def initialize(version)
      raise ArgumentError, "Malformed version number string #{version}" unless self.class.correct?(version)
      @version = version.to_s.strip.gsub("-", ".pre.")
      @version = "0" if @version.empty?
      @version.freeze
    end

    attr_reader :version
    alias to_s version

    def inspect = "#<#{self.class} #{version.inspect}>"
    def eql?(other) = self.class === other && version == other.version
    def hash = version.hash # as eql?
    def prerelease? = version.match?(/[a-zA-Z]/)
    def segments = version.scan(/[0-9]+|[a-z]+/i).map { |part| part.match?(/\A\d/) ? part.to_i : part }

    # The segments without the zeros at the end of the numbers, and of the whole.
    def canonical_segments
      [numbers, segments.drop(numbers.size)].flat_map { |part| part.reverse.drop_while { |segment| segment == 0 }.reverse }
    end

    def release = prerelease? ? self.class.new(numbers.join(".")) : self

    def bump
      *front, last = numbers
      last = front.pop unless front.empty?
      self.class.new([*front, last.succ].join("."))
    end

    def approximate_recommendation
      major, minor = numbers
      "~> #{major}.#{minor || 0}#{".a" if prerelease?}"
    end

    def <=>(other)
      other = self.class.new(other) if String === other && self.class.correct?(other)
      return unless Version === other
      mine, others = canonical_segments, other.canonical_segments
      [mine.size, others.size].max.times do |i|
        a, b = mine[i] || 0, others[i] || 0
        next if a == b
        return -1 if String === a && Numeric === b
        return 1 if Numeric === a && String === b
        return a <=> b
      end
      0
    end

    private

    # The segments in front of the first word.
    def numbers = segments.take_while { |segment| Integer === segment }
  end

  class Requirement
    class BadRequirementError < ArgumentError; end

    OPS = {
      "=" => ->(v, r) { v == r }, "!=" => ->(v, r) { v != r }, ">" => ->(v, r) { v > r }, "<" => ->(v, r) { v < r },
      ">=" => ->(v, r) { v >= r }, "<=" => ->(v, r) { v <= r }, "~>" => ->(v, r) { v >= r && v.release < r.bump }
    }.freeze
    PATTERN_RAW = "\\s*(#{OPS.keys.join("|")})?\\s*(#{Version::VERSION_PATTERN})\\s*".freeze
    PATTERN = /\A#{PATTERN_RAW}\z/
    DefaultRequirement = [">=", Version.new("0")].freeze

    class << self
      def create(*inputs) = new(*inputs)
      def default = new(">= 0")

      def parse(obj)
        return ["=", obj] if Version === obj
        unless Version.correct?(obj.to_s.delete("=!<>~")) && PATTERN =~ obj.to_s
          raise BadRequirementError, "Illformed requirement [#{obj.inspect}]"
        end
        [$1 || "=", Version.new($2)]
      end
    end

    attr_reader :requirements

    def initialize(*requirements)
      parts = requirements.flatten.compact.map { |part| self.class.parse(part) }
      @requirements = parts.empty? ? [DefaultRequirement] : parts.uniq { |op, version| [op, version.to_s] }
    end

    def as_list = requirements.map { |op, version| "#{op} #{version}" }
    def to_s = as_list.join(", ")
    def inspect = "Gem::Requirement.new(#{as_list.map(&:inspect).join(", ")})"
    def none? = as_list == [">= 0"]

    def satisfied_by?(version)
      raise ArgumentError, "Need a Gem::Version: #{version.inspect}" unless Version === version
      requirements.all? { |op, other| OPS[op].call(version, other) }
    end
    alias === satisfied_by?
    alias =~ satisfied_by?
  end
end
