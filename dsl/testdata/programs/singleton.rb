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
#---
module M; end
module N; end
module O; end
M.freeze
N.singleton_class
N.freeze
O.freeze.singleton_class
[M, N, O].map { |m| [m.singleton_class.frozen?, (m.instance_variable_set(:@a, 1) rescue $!.message)] }
#---
module M; end
M.freeze
[-> { def M.x = 1 }, -> { M.module_eval { def x = 1 } }, -> { M.singleton_class.attr_accessor :x }, -> { M.define_singleton_method(:x) { 1 } },
 -> { M.extend(Comparable) }, -> { M.include(Comparable) }, -> { M.const_set(:A, 1) }, -> { M.alias_method(:y, :to_s) }].map { |code| code.call rescue $!.message }
#---
class A; def x = 1; end
A.freeze
[-> { A.define_method(:y) { 1 } }, -> { A.class_eval { remove_method :x } }, -> { A.class_eval { undef_method :x } }, -> { A.class_eval { private :x } }].map { |code| code.call rescue $!.message }
#---
class A; def to_s = "a"; end
o = A.new.freeze
[-> { def o.x = 1 }, -> { o.extend(Comparable) }, -> { o.singleton_class.define_method(:x) { 1 } }].map { |code| code.call rescue [$!.message, $!.receiver.equal?(o)] }
