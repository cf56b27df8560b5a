# Classes, modules, singletons, visibility, constants, method_missing.
class Animal
  attr_reader :name
  def initialize(name) = @name = name
  def speak = "#{name} makes #{sound}"
  def sound = "nothing"
  def <=>(other) = name <=> other.name
  include Comparable
end
class Dog < Animal
  def sound = "woof"
  def speak = super + "!"
end
[Dog.new("Rex").speak, Dog.new("a") < Animal.new("b"), Dog.superclass, Dog.ancestors.first(3), Dog.new("x").is_a?(Comparable)]
#---
class WithSelf
  class << self
    def a = :a
    attr_accessor :setting
    private def hidden = 1
  end
  def self.b = [a, hidden]
end
WithSelf.setting = 5
[WithSelf.a, WithSelf.b, WithSelf.setting]
#---
class WithSelf2
  def self.x = 1
  private_class_method :x
end
begin
  WithSelf2.x
rescue NoMethodError => e
  e.message
end
#---
module Greet
  def self.included(base) = base.extend(ClassMethods)
  module ClassMethods
    def greeting(v = nil) = v ? @greeting = v : @greeting
  end
  def greet = self.class.greeting
end
class Host
  include Greet
  greeting "hi"
end
Host.new.greet
#---
module Loud
  def talk = super.upcase
end
class Quiet
  prepend Loud
  def talk = "shh"
end
[Quiet.new.talk, Quiet.ancestors.first(2)]
#---
class Priv
  def pub = priv + self.priv
  private
  def priv = 1
end
[Priv.new.pub, (Priv.new.priv rescue "no")]
#---
class Prot
  def initialize(v) = @v = v
  def same?(o) = v == o.v
  protected
  attr_reader :v
end
[Prot.new(1).same?(Prot.new(1)), (Prot.new(1).v rescue "protected")]
#---
class Ghost
  def method_missing(name, *args, &blk)
    return super unless name.to_s.start_with?("x_")
    [name, args, blk&.call]
  end
  def respond_to_missing?(name, priv = false) = name.to_s.start_with?("x_") || super
end
g = Ghost.new
[g.x_one(1) { 2 }, g.respond_to?(:x_a), g.respond_to?(:y), begin; g.other; rescue NoMethodError => e; e.name; end]
#---
module Outer
  LIMIT = 3
  class Inner
    def limit = LIMIT
    Deep = LIMIT * 2
  end
  module_function
  def helper = LIMIT
end
[Outer::Inner.new.limit, Outer::Inner::Deep, Outer.helper, Outer.constants.sort]
#---
class Base
  NAME = "base"
  def self.n = self::NAME
  def n = NAME
end
class Derived < Base
  NAME = "derived"
end
[Derived.n, Derived.new.n]
#---
class Point
  attr_accessor :x, :y
  def initialize(x, y)
    @x, @y = x, y
  end
  def +(o) = Point.new(x + o.x, y + o.y)
  def -@ = Point.new(-x, -y)
  def [](i) = i == 0 ? x : y
  def []=(i, v)
    i == 0 ? @x = v : @y = v
  end
  def ==(o) = o.is_a?(Point) && x == o.x && y == o.y
  def to_s = "(#{x}, #{y})"
  def coerce(n) = [Point.new(n, n), self]
  def call(z) = x + y + z
  def to_proc = ->(v) { v + x }
end
a = Point.new(1, 2)
b = a + Point.new(3, 4)
b[0] += 10
[b.to_s, (-a).to_s, a == Point.new(1, 2), a != b, a.(5), [1, 2].map(&a), "#{b}"]
#---
o = Object.new
def o.hello = "singleton"
class << o
  def bye = "bye"
end
[o.hello, o.bye, o.singleton_methods.sort]
#---
Klass = Class.new do
  define_method(:dyn) { |a, b = 2| [a, b] }
  %w[one two].each { |n| define_method("get_#{n}") { n } }
end
[Klass.name, Klass.new.dyn(1), Klass.new.get_two, Class.new(Klass).new.get_one]
#---
class Meta
  [:a, :b].each do |n|
    class_eval do
      define_method(n) { n }
    end
  end
  instance_variable_set(:@v, 1)
  def self.v = @v
end
[Meta.new.a, Meta.v, Meta.instance_methods(false).sort, Meta.method_defined?(:a)]
#---
class Object2
  def initialize(**opts)
    opts.each { |k, v| instance_variable_set("@#{k}", v) }
  end
end
x = Object2.new(a: 1, b: 2)
[x.instance_variables, x.instance_variable_get(:@a), x.instance_variable_defined?(:@c)]
#---
class Counter
  @@count = 0
  def self.inc = @@count += 1
  def count = @@count
end
Counter.inc
Counter.inc
Counter.new.count
#---
module M1; def who = "m1"; end
module M2; def who = "m2 " + super; end
class C12
  include M1
  include M2
end
C12.new.who
#---
s = "str"
s.extend(Module.new { def shout = upcase + "!" }) rescue s
s.respond_to?(:upcase)
#---
class Sup
  def initialize(a, b: 2) = @s = [a, b]
  attr_reader :s
end
class Sub < Sup
  def initialize(a, b: 3, c: 4)
    super(a, b: b)
    @c = c
  end
end
class Sub2 < Sup
  def initialize(a, b: 5)
    a += 1
    super
  end
end
[Sub.new(1).s, Sub2.new(1).s]
#---
class Inh
  def self.inherited(k)
    super
    (@kids ||= []) << k.name
  end
  def self.kids = @kids
end
class Kid1 < Inh; end
class Kid2 < Inh; end
Inh.kids
#---
class Gate
  def self.matches?(request) = request[:ok]
end
class Gate2
  def initialize(*allowed) = @allowed = allowed
  def matches?(r) = @allowed.include?(r)
end
[Gate.matches?({ ok: true }), Gate2.new(1, 2).matches?(2), Gate.respond_to?(:matches?)]
#---
class Undefd
  def a = 1
  def b = 2
  undef_method :a
  remove_method :b
end
[(Undefd.new.a rescue "gone"), Undefd.new.respond_to?(:b)]
#---
class Alias1
  def old = 1
  alias new_name old
  alias_method :newer, :old
  def old = 2
end
[Alias1.new.new_name, Alias1.new.newer, Alias1.new.old]
#---
class Reopen; def a = 1; end
class Reopen; def b = a + 1; end
Reopen.new.b
#---
class String; def shout2 = upcase + "!"; end
"a".shout2
#---
class Integer; def double2 = self * 2; end
5.double2
#---
module Util
  extend self
  def twice(x) = x * 2
end
Util.twice(4)
#---
Foo1 = Struct.new(:a, :b) do
  def sum = a + b
end
f = Foo1.new(1, 2)
f.a = 5
[f.sum, f.to_a, f == Foo1.new(5, 2), f.to_h]
#---
[Class, Module, Object.new.class, 5.class, nil.class, :a.class, (1..2).class, "".class, {}.class, [].class, 1.5.class, //.class, -> {}.class, true.class]
#---
[5.frozen?, :a.frozen?, "a".frozen?, nil.frozen?, [1].freeze.frozen?]
#---
[1.respond_to?(:+), "a".respond_to?(:nope), nil.respond_to?(:nil?)]
#---
5.instance_of?(Integer) && Integer === 5 && !(String === 5) && Comparable === 5
#---
obj = Object.new
obj.instance_eval { @secret = 42 }
obj.instance_exec(8) { |x| @secret + x }
#---
5.then { |x| x + 1 }
#---
[1, 2].tap { |a| a << 3 }
#---
"abc".public_send(:upcase)
#---
[5.send(:+, 3), "a".__send__(:*, 3)]
#---
class Dl
  delegate :size, :first, to: :@list
  delegate :upcase, to: :name
  def initialize = @list = [1, 2]
  def name = "n"
end
d = Dl.new
[d.size, d.first, d.upcase]
#---
module Conc
  extend ActiveSupport::Concern
  included do
    attr_accessor :tagged
  end
  class_methods do
    def tags = [:t]
  end
  def tag = self.tagged = 1
end
class UsesConc
  include Conc
end
u = UsesConc.new
u.tag
[u.tagged, UsesConc.tags]
#---
class Ground
  def zeta; end
  def index; end
  def gone; end
  protected def inner; end
  private

  def hidden; end
end
class Above < Ground
  def zz; end
  undef gone
  private :zeta
end
[Ground, Above].map { |k| [k.instance_methods(false).sort, k.public_instance_methods(false).sort, (k.instance_methods - Object.instance_methods).sort, (k.public_instance_methods - Object.instance_methods).sort] }
#---
class Ground
  def zeta; end
  def index; end
  def gone; end
  protected def inner; end
  private

  def hidden; end
end
class Above < Ground
  def zz; end
  undef gone
  private :zeta
end
above = Above.new
def above.solo; end
[(above.methods - Object.instance_methods).sort, (above.public_methods - Object.new.public_methods).sort, above.methods(false), above.singleton_methods, above.public_methods(false).first(2).sort, Ground.new.methods(false), (Ground.new.methods - Object.new.methods).sort]
#---
class Gate
  def ! = :not
end
[!Gate.new, (not Gate.new), !Object.new]
#---
class Plain
  def !
    super ? 1 : 2
  end
end
!Plain.new
#---
# An inspect that fails leaves nothing behind.
class Shy
  def inspect = @told ? "shy" : raise("no")
  def tell = @told = true
end
Pair = Struct.new(:one)
class Holder
  def initialize(v) = @v = v
end
shy = Shy.new
list = [Pair.new(shy), Set[shy], Holder.new(shy)]
failed = list.map { |v| v.inspect rescue "failed" }
shy.tell
[failed, list[0].inspect, list[1].size, list[2].inspect.sub(/:0x\h+/, ""), Pair.new(nil).inspect, Struct.new(:a).new(1).inspect]
#---
# Objects that say themselves what equals them, as keys.
module Same
  def eql?(o) = o.class == self.class && n == o.n
  def hash = n.hash
end
class Plain
  attr_reader :n
  def initialize(n) = @n = n
end
class Mixed < Plain
  include Same
end
class Own < Plain
  def ==(o) = o.is_a?(Own) && n == o.n
  alias eql? ==
  def hash = [self.class, n].hash
end
class Sub < Own; end
Pair = Struct.new(:n, :other) do
  def eql?(o) = n == o.n
  def hash = n.hash
end
all = [Mixed, Own, Sub].map do |k|
  a, b, c = k.new(1), k.new(1), k.new(2)
  [[a, b, c].uniq.size, ([a] - [b]).size, { a => 1 }[b], { a => 1 }[c], Set[a, b, c].size, { [a] => 1 }[[b]], [a].eql?([b])]
end
all << [Own.new(1), Sub.new(1), Mixed.new(1)].uniq.size << [Pair.new(1, 2), Pair.new(1, 3), Pair.new(2, 3)].uniq.size
#---
# A private constant is named without its scope only.
module Hidden
  X = 1
  class K; end
  Y = 2
  private_constant :X, "K"
  def self.x = X
  def self.scoped = self::X
end
class Below
  include Hidden
  def self.x = X
end
said = ->(&run) { run.call rescue [$!.class, $!.message, $!.name, $!.receiver] }
[Hidden.x, Below.x, said.() { Hidden.scoped }, said.() { Hidden::X }, said.() { Below::X }, said.() { Hidden::K.new }, said.() { eval("class Hidden::K; end") },
 Hidden.const_get(:X), "Hidden::X".constantize, Hidden.constants, Below.constants, Hidden.const_defined?(:X), defined?(Hidden::X), defined?(Hidden::Y)]
#---
module Hidden
  X = 1
  private_constant
  private_constant :X
end
said = ->(&run) { run.call rescue [$!.class, $!.message, $!.name, $!.receiver] }
asked = said.() { Hidden::X += 1 }
[Hidden.private_constant(:X), said.() { Hidden.private_constant :Z }, said.() { Hidden.deprecate_constant :Z }, asked, Hidden.public_constant("X"), Hidden::X,
 Hidden.deprecate_constant(:X), Hidden::X]
#---
class Hidden
  A = 1
  private_constant :A
  def self.const_missing(name) = [:missing, name]
end
Hidden::A
#---
# Setting it again leaves it private, undefining it does not.
module Hidden
  A = 1
  private_constant :A
end
Hidden.send(:remove_const, :A)
Hidden::A = 2
Hidden::A
#---
# A path of constants: the first one may be of the top level, the others are of the ones before them.
module Outer
  B = 1
  module Inner; D = 2; end
end
said = ->(&run) { run.call rescue [$!.class, $!.message] }
paths = ["Outer::b", "b", "", "Outer::", "::Outer", "Outer::B::C", "Outer::::B", "Outer::Inner::D", "a b", ":A", "A:B", "::", "Outer::Inner::D::E"]
paths.to_h { |path| [path, [said.() { Object.const_get(path) }, said.() { Object.const_get(path, false) }, said.() { path.constantize }]] }
  .merge(inner: [said.() { Outer::Inner.const_get("::Outer") }, Outer::Inner.const_get("String"), said.() { Outer.const_set("b", 1) }, said.() { Outer.const_set("B:C", 1) }])
#---
class Shown
  def self.a = 1
  def open = 1
  private def closed = 2
  protected def kept = 3
  private_class_method :a
end
[Shown.instance_methods(false), Shown.private_instance_methods(false), Shown.protected_instance_methods(false), Shown.public_instance_methods(false),
 Shown.respond_to?(:a), Shown.public_class_method(:a), Shown.respond_to?(:a), Shown.new.public_methods(false).include?(:open), Shown.new.private_methods(false).include?(:closed),
 Shown.new.protected_methods, Shown.singleton_methods(false), Class.new(Shown).singleton_methods(false), Class.new(Shown).singleton_methods.include?(:a), Shown.new.methods(false)]
#---
o = Class.new { def a = 1; private def b = 2; def respond_to_missing?(name, _) = name == :c; def method_missing(name, *) = name == :c ? 3 : super }.new
said = ->(&run) { run.call rescue $!.class }
[o.try(:a), o.try(:b), o.try(:c), o.try(:d), said.() { o.try!(:d) }, said.() { o.try!(:b) }, o.try { |x| x.a }, o.try { a }, nil.try(:a), nil.try!(:a), 5.try(:+, 2), [1].try(:map) { |x| x + 1 }]
#---
# allocate makes an instance that initialize has not seen.
said = ->(&run) { run.call rescue [$!.class, $!.message] }
own = Class.new { def initialize = raise("no"); def self.new = 1; def a = 5 }
[Array.allocate, Hash.allocate, String.allocate, Struct.new(:a).allocate.to_a, Set.allocate.class, Exception.allocate.message, Object.allocate.class, ArgumentError.allocate.message, own.allocate.a,
 Class.new(own).allocate.a, said.() { Symbol.allocate }, said.() { Integer.allocate }, said.() { Proc.allocate }, said.() { NilClass.allocate },
 said.() { Float.allocate }, said.() { Method.allocate }, said.() { Comparable.allocate }[0], ActiveSupport::OrderedOptions.allocate.class]
#---
class Over; @@list = ["a"]; def self.list = @@list; end
class Under < Over; end
class Other; end
Under.class_variable_set(:@@list, ["b"])
Other.class_variable_set(:@@list, ["c"])
[Over.list, Under.class_variables(false), Other.class_variable_get(:@@list)]
