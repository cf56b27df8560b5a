# frozen_string_literal: true

require "yaml"

# Draws an application's config/routes.rb in Rails where what only the
# application knows answers as its .routes.yml says.
class Settled
  # A constant, or what a chain of calls on one gives: its text finds the answer.
  class Answer < BasicObject
    def initialize(text) = @text = text

    def method_missing(name, *arguments, **options, &block)
      text = name == :[] ? "#{@text}[#{arguments.map(&:inspect).join(", ")}]" : "#{@text}.#{name}"
      arguments << options if options.any?
      text += "(#{arguments.map(&:inspect).join(", ")})" if name != :[] && arguments.any?
      ::Settled.answer(text, &block)
    end

    def respond_to_missing?(name, *) = !%i[to_ary to_hash to_str to_proc to_sym].include?(name)
    def !~(*) = true
  end

  class << self
    attr_accessor :values

    # What a call gives. A block runs for each of a list, or if the value is true.
    def answer(text)
      return Answer.new(text) unless values.key?(text)

      value = values[text]
      return value unless block_given?
      return value.each { |one| yield one } if value.is_a?(Array)

      yield if value
    end

    # A mapping is an object with its keys as methods, for Rails a hash.
    def value(given)
      case given
      when Hash then ActiveSupport::OrderedOptions.new.merge!(given.to_h { |key, v| [key.to_sym, value(v)] })
      when Array then given.map { |v| value(v) }
      else given
      end
    end
  end

  def initialize(folder) = @folder = folder

  # The rows that Rails draws, from a process of its own.
  def rows
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      writer.write(Marshal.dump(draw))
      writer.close
      exit!(0)
    end
    writer.close
    told = Marshal.load(reader.read)
    Process.wait(pid)
    told.is_a?(String) ? abort("#{@folder}: #{told}") : told
  end

  private

  def draw
    text = File.read(File.join(@folder, ".routes.yml"))
    text.gsub!(/(!ruby\/object) ([\w:]+)/, '\1:\2 {}')
    text.scan(/!ruby\/(?:class |object:)([\w:]+)/).flatten.each { |name| define(name, Class.new { def self.call(*) = nil; def call(*) = nil }) }
    self.class.values = YAML.unsafe_load(text).transform_values { |v| self.class.value(v) }
    self.class.values.each do |key, value|
      path = key[/\A[A-Z]\w*(::[A-Z]\w*)*/]
      define(path, path == key ? value : Answer.new(path))
    end
    Rails.application = StandIns::Application.new(@folder, false)
    file = File.join(@folder, "config/routes.rb")
    eval(File.read(file), TOPLEVEL_BINDING.dup, file)
    Rails.application.routes.routes.map { |route| Answers.row(route, 0).values_at("name", "verb", "path", "reqs").map(&:to_s) }
  rescue StandardError => e
    "#{e.class}: #{e.message} #{e.backtrace.first}"
  end

  # Defines A::B, and A if need be.
  def define(path, value)
    *outer, last = path.split("::")
    holder = outer.inject(Object) { |mod, name| mod.const_defined?(name, false) ? mod.const_get(name) : mod.const_set(name, Module.new) }
    holder.const_set(last, value) unless holder.const_defined?(last, false)
  end
end
