# include Singleton: one object of the class, made when it is first asked for.
require "singleton"
class Config
  include Singleton
  attr_accessor :tier
  def initialize = @tier = "gold"
end
[Config.instance.tier, Config.instance.equal?(Config.instance)]
#---
require "singleton"
class Config
  include Singleton
end
Config.new
#---
require "singleton"
class Config
  include Singleton
end
Config.allocate
#---
require "singleton"
class Config
  include Singleton
  attr_accessor :name
end
class Sub < Config; end
Config.instance.name = "a"
Sub.instance.name = "b"
[Config.instance.name, Sub.instance.name, Sub.instance.class]
#---
require "singleton"
class Config
  include Singleton
end
Config.instance.dup
#---
require "singleton"
class Config
  include Singleton
end
Config.instance.clone
#---
require "singleton"
class Config
  include Singleton
  def self.method_missing(name, *args) = instance.public_send(name, *args)
  def self.respond_to_missing?(name, all = false) = instance.respond_to?(name, all) || super
  def prefix(x = "v") = "#{x}1"
end
[Config.prefix, Config.prefix("w"), Config.respond_to?(:prefix), Config.respond_to?(:other)]
#---
require "singleton"
class Config
  include Singleton
  class << self
    def of(name) = instance.values[name]
    alias_method :[], :of
    alias get of
  end
  def values = @values ||= { a: 1 }
end
[Config[:a], Config.get(:a), Config.instance.instance_variables]
#---
require "singleton"
class Config
  include Singleton
  def initialize = @count = (@count || 0) + 1
  attr_reader :count
end
Config.instance
Config.instance.count
#---
require "singleton"
[Singleton.class, Class.new { include Singleton }.include?(Singleton), Class.new { include Singleton }.instance.is_a?(Singleton)]
#---
require "singleton"
class Config
  include Singleton
  def initialize(x) = @x = x
end
Config.instance
