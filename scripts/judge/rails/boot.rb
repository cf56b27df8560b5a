# frozen_string_literal: true

# Loads the routing code of Rails, without an application.
#
# Rails comes from the tree in RAILS_DIR (an unpacked rails/rails of the version
# to follow) or else from the installed gems. What an older Ruby lacks and Rails
# asks for while it routes is added here, and hashes are printed as Ruby 3.4
# prints them, so that every Ruby writes the same expectations.
ENV["RAILS_ENV"] = ENV["TABLE_RAILS_ENV"] || "development"
require "bigdecimal"
require "cgi"
require "json"
require "logger"
require "set"
require "time"
require "uri"

module OlderRuby
  module EachCallerLocation
    def each_caller_location(*)
      caller_locations(2).each { |location| yield location }
    end
  end

  module UnescapeComponent
    def unescapeURIComponent(text, encoding = Encoding::UTF_8)
      bytes = text.b.gsub(/%\h\h/) { |code| code[1, 2].hex.chr }.force_encoding(encoding)
      bytes.valid_encoding? ? bytes : bytes.force_encoding(text.encoding)
    end
  end

  module AttachedObject
    def attached_object
      raise TypeError, "'#{self}' is not a singleton class" unless singleton_class?

      ObjectSpace.each_object(self).find { |object| object.singleton_class.equal?(self) }
    end
  end

  # Hash#inspect of Ruby 3.4: {format: "json", "a b": 1, "c" => 2}
  module HashInspect
    def inspect
      return "{}" if empty?

      "{#{map { |key, value| "#{OlderRuby.key(key)}#{value.inspect}" }.join(", ")}}"
    end
    alias to_s inspect
  end

  def self.key(key)
    return "#{key.inspect} => " unless key.is_a?(Symbol)

    text = key.inspect.delete_prefix(":")
    plain = text.match?(/\A[A-Za-z_]\w*[?!]?\z/) || text.start_with?('"')
    "#{plain ? text : key.name.inspect}: "
  end

  def self.extend!
    Thread.extend(EachCallerLocation) unless Thread.respond_to?(:each_caller_location)
    CGI.extend(UnescapeComponent) unless CGI.respond_to?(:unescapeURIComponent)
    Class.include(AttachedObject) unless Class.method_defined?(:attached_object)
    Hash.prepend(HashInspect) unless { a: 1 }.inspect == "{a: 1}"
    URI.const_set(:RFC2396_PARSER, URI::DEFAULT_PARSER) unless URI.const_defined?(:RFC2396_PARSER)
  end
end
OlderRuby.extend!

# Ends the program if there is no Rails to ask, or an older one.
module Needs
  def self.missing!(found)
    abort "This needs Rails 8.1: set RAILS_DIR to an unpacked tree of rails/rails (tag v8.1.3, say), or install the gem rails. #{found}"
  end

  def self.rails!
    require "action_pack"
    found = ActionPack.gem_version
    missing!("There is only #{found}.") if found < Gem::Version.new("8.1")
  rescue LoadError
    missing!("There is none.")
  end
end

if (tree = ENV["RAILS_DIR"]) && !tree.empty?
  Needs.missing!("There is none in #{tree}.") unless File.exist?(File.join(tree, "actionpack/lib/action_pack.rb"))
  %w[actionpack activemodel activesupport actionview railties].each { |part| $LOAD_PATH.unshift(File.join(tree, part, "lib")) }
end
$VERBOSE = nil
Needs.rails!
require "active_support"
require "active_support/all"
require "action_dispatch"
require "action_controller"
require "rails"
require "rails/engine"
require "action_dispatch/routing/inspector"
require "rack/mock"
ActionDispatch.deprecator.behavior = :silence
ActiveSupport.deprecator.behavior = :silence
Encoding.default_external = Encoding::UTF_8
