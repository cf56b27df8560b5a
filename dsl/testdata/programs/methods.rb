# What methods are as objects.
class A
  def f(a, b = 1, *c, d:, e: 2, **g, &h) = 1
  def g((a, b), *) = 2
  def h(...) = f(...)
  def i(x, ...) = f(x, ...)
  def j(a, **nil) = 1
  alias k f
  define_method(:m) { |a, b = 1| a }
  def self.n(x) = x
end
class B < A
  def o = 1
  def self.p = 1
end
a = A.new
[%i[f g h i j k m].map { |name| a.method(name).inspect }, A.instance_method(:f).inspect, A.method(:n).inspect, A.method(:n).unbind.inspect,
  B.method(:n).inspect, B.method(:p).to_s, B.new.method(:f).inspect, B.new.method(:o).inspect, 5.method(:+).inspect, "a".method(:sub).inspect, A.method(:new).inspect,
  Comparable.instance_method(:clamp).inspect]
#---
class A
  def f(a, b = 1) = 1
  define_method(:g) { |x, y = 2| 1 }
  attr_accessor :h
  alias i f
end
%i[f g i].map { |name| m = A.instance_method(name); [m.name, m.original_name, m.owner, m.arity, m.parameters, m.source_location] } +
  %i[h h=].map { |name| m = A.instance_method(name); [m.name, m.original_name, m.owner, m.arity, m.parameters] } +
  [5.method(:+), "a".method(:sub), [].method(:each_slice), {}.method(:dig), 1.method(:round), [].method(:map)].map { |m| [m.name, m.arity, m.parameters, m.source_location] } +
  [:upcase.to_proc.parameters, 5.method(:+).to_proc.parameters, 5.method(:+).unbind.owner, "a".method(:upcase).unbind.name]
#---
class A
  def f = :a
  alias g f
  def h = 1
end
class B < A
  def f = [:b, super]
end
a, b = A.new, B.new
s = "x"
[a.method(:f) == a.method(:f), a.method(:f) == a.method(:g), a.method(:f) == a.method(:h), a.method(:f) == A.new.method(:f), a.method(:f).eql?(a.method(:f)),
  a.method(:f).unbind == A.instance_method(:f), a.method(:f).hash == a.method(:f).hash, { a.method(:f) => 1 }[a.method(:f)], s.method(:upcase) == s.method(:upcase),
  String.instance_method(:upcase) == String.instance_method(:upcase), [a.method(:f), a.method(:f)].uniq.size, b.method(:f).super_method.call, b.method(:f).super_method.owner,
  b.method(:f).super_method.super_method, b.method(:f) == b.method(:f).super_method]
#---
class A
  def f = "a"
end
class B < A
  def f = "b" + super
  alias g f
end
m = B.new.method(:g)
[m.call, m.unbind.bind(B.new).call, B.instance_method(:g).bind_call(B.new), m.receiver.class]
#---
class A
  def f = 1
  private def g = 2
  def self.h = 3
end
class B < A; end
class C; end
def message = yield.class rescue [$!.class, $!.message.tr("`", "'")]
[message { A.instance_method(:f).bind(B.new) }, message { A.instance_method(:f).bind(5) }, message { B.method(:h).unbind.bind(C) }, message { C.define_method(:f, A.instance_method(:f)) },
  message { Class.new(A).define_method(:f, A.instance_method(:f)) }, message { Kernel.instance_method(:format).bind(5) }, message { A.new.public_method(:f) }, message { A.new.method(:g) },
  message { A.new.public_method(:g) }, message { A.public_instance_method(:g) }, message { A.instance_method(:z) }]
#---
class A
  def respond_to_missing?(name, all = false) = name == :zap
  def method_missing(name, *args) = name == :zap ? [name, args] : super
end
m = A.new.method(:zap)
[m.call(1), m.name, m.owner, m.arity, [1, 2].map(&m)]
#---
class A
  def f(a, b) = [a, b]
end
m = A.new.method(:f)
[m.curry[1][2], m.to_proc.lambda?, (m >> :to_s.to_proc).call(1, 2), (m << ->(x) { x }).arity, A.singleton_class.singleton_class?, A.singleton_class?]
#---
# What is wrong with arguments is raised before a default value is asked for, which may leave the method.
def f(a, b = a.nope, k:, o: k.nope) = 1
def g(o: raise("asked")) = 1
def h(a, k:, l:) = 1
def message = yield rescue $!.message
[message { f(1) }, message { f(k: 1) }, message { g(z: 1) }, message { g }, message { h(1, 2, k: 1, l: 2) }, message { h(k: 1) }, message { lambda { |k:| k }.call(1, k: 2) }, message { proc { |k:| k }.call }]
#---
def f(a, b = (return [:early, a] if a > 1; 2), c: (return :none unless b; 3)) = [a, b, c]
l = ->(a = (return :default if true; 1)) { a }
[f(1), f(2), f(1, nil), f(1, 2, c: 4), l.call, l.call(1)]
#---
# A list is not divided among the parameters of a block where there are keywords too.
q = proc { |a, b = 5, *c, k: 1| [a, b, c, k] }
[q.call([1, 2, 3]), q.call([1, 2], k: 3), q.call(1, 2, k: 3)]
#---
# A variable that is taken away is there no more.
class A
  def initialize = @a = 1
end
a = A.new
[a.remove_instance_variable(:@a), a.instance_variables, (a.remove_instance_variable(:@a) rescue $!.class), (A.new.freeze.remove_instance_variable(:@a) rescue $!.class)]
#---
# clamp asks the bounds only for their order.
class Step
  include Comparable
  attr_reader :at
  def initialize(at) = @at = at
  def <=>(other) = at <=> other.at
end
a, b, c = [1, 2, 3].map { |at| Step.new(at) }
[b.clamp(a, c).at, a.clamp(b, c).at, c.clamp(a, b).at, c.clamp(a..b).at]
#---
def a = caller_locations(1, 1)[0]
def b = a
def c = caller(1, 1)
def d = c
[b.lineno, b.path, b.label, caller_locations(0).first.path, d.size, caller(100), caller.class]
#---
P = Struct.new(:a, keyword_init: true)
Q = Struct.new(:a)
[P.inspect, P.to_s, "#{Q}", P.name, Class.new(P).new(a: 1).inspect]
#---
class A; def f = 1; def g = 2; protected def pr = 1; private def pv = 1; end
class B < A
  alias h f
  public :g
  private :f
  alias_method :k, :pr
end
[B.instance_method(:h).owner, B.instance_method(:g).owner, B.instance_method(:f).owner, B.instance_method(:k).owner, B.private_instance_methods(false), B.instance_method(:h).name, B.instance_method(:h).original_name, B.new.method(:h).inspect, B.new.method(:g).inspect,
 A.protected_instance_methods, A.protected_method_defined?(:pr), A.private_method_defined?(:pv), B.method_defined?(:f), A.public_instance_methods(false).sort, B.private_method_defined?(:pv, false), B.new.private_methods(false).include?(:f), B.new.protected_methods]
#---
class A; X = 1; @@v = 1; end
class B < A; @@w = 2; end
[B.class_variables, B.class_variables(false), A.class_variables, B.const_defined?(:X), B.const_get(:X), A.const_defined?(:X, false), A.const_get(:X, false), A.const_defined?("String"), B.const_defined?("X")]
#---
module Util
  module_function
  def a = 1
  def b = a + 1
  public
  def c = 3
end
module Named
  def d = 4
  def e = 5
  module_function :d
end
class UU; include Util; include Named; def z = [a, d]; end
[Util.b, Named.d, UU.new.z, (UU.new.a rescue $!.class), (UU.new.d rescue $!.class), UU.new.c, UU.new.e, (Util.c rescue $!.class), (Named.e rescue $!.class)]
#---
r = begin; {a: {c: 1}} => {a: {b:}}; rescue => e; [e.class, e.message, e.key, e.matchee]; end
s = begin; "x".freeze << "y"; rescue FrozenError => e; e.receiver; end
t = begin; [1].freeze << 2; rescue => e; e.receiver; end
u = begin; FrozenError.new("x").receiver; rescue ArgumentError => e; e.message; end
[r, s, t, u]
#---
class T; def to_ary = [1, 2]; end
class U; def to_ary = nil; def inspect = "U"; end
[[T.new].flatten, [3, [T.new, U.new]].flatten, [[T.new]].flatten(1).size, [[T.new]].flatten(0).size]
#---
class Z; def g = [:z]; end
class A < Z; def g = [:a] + super; end
class B < A; public :g; end
class C < A; private :g; def h = g; end
class D; define_method(:x, &:to_s); define_method(:y, &[3].method(:first)); end
[B.new.g, C.new.h, (D.new.x rescue $!.message), D.new.x(1), D.new.y, D.instance_method(:x).parameters, D.instance_method(:x).arity]
#---
o = Object.new
def o.x(a) = a
class Q; def self.s = 1; end
class R < Q; def self.t = 1; extend(Module.new { def m = 1 }); end
[o.singleton_method(:x).call(1), (o.singleton_method(:y) rescue $!.class), Q.singleton_method(:s).call, o.singleton_methods, Q.singleton_method(:s).owner.inspect, R.singleton_methods.sort - [:yaml_tag], R.singleton_methods(false), (5.singleton_method(:y) rescue $!.class), (5.singleton_methods), o.methods(false)]
#---
class A
  attr_reader :r
  attr_accessor :acc
end
[A.instance_method(:r).source_location, A.instance_method(:acc=).source_location, A.new.method(:acc).source_location, 5.method(:tap).owner, 5.method(:<=>).owner, Object.new.method(:then).owner, Object.new.method(:class).owner, Kernel.instance_method(:class).bind_call(5), Object.instance_methods(false).include?(:tap), Kernel.method_defined?(:dup), (5.method(:instance_of?).owner)]
#---
[(Integer("12", 1) rescue $!.message), (Integer("12", 37) rescue $!.message), (Integer(12, 2) rescue $!.message), (Integer(nil, 2) rescue $!.message), Integer(12, nil), Integer("1f", 16), (Integer("1", 1, exception: false) rescue $!.message), Integer(1.5, 2, exception: false), (12.to_s(0) rescue $!.message), "0x1f".to_i(0)]
#---
class A; def a = 1; end
class A; undef_method :a; end
[(A.new.a rescue $!.class), (A.undef_method(:zork) rescue $!.class), (class A; undef nope; end rescue $!.class)]
#---
s = Class.new(String).new("a").freeze
[s.frozen?, (s << "b" rescue $!.class), (s.dup << "b"), s.clone.frozen?, s]
#---
[[1, 2], [3, 4]].each { |a, b| break a + b }.then { |x| [x, [1, 2, 3].each { |v| next if v == 1; break v }, loop { break 9 }, (i = 0; while true; i += 1; next if i < 3; break i; end), catch(:a) { [1].each { throw :a, 5 } }] }
#---
module Util
  def a = 1
  module_function :a, :zork
end
#---
def f = [1, 2].each { |x| return x }
def g = (yield rescue "g")
[f, g { raise "a" }, g { next 5 }, [1].map { |x| (raise "z" rescue x + 1) }, (Integer("z") rescue Float("q") rescue 3)]
#---
class Above
  def self.x = 1
  EXTRA = 1
end
class Below < Above
  def self.y = 2
end
[Below.singleton_methods(false), Below.singleton_methods.sort - [:yaml_tag], Below.methods(false), Below.const_get(:EXTRA)]
#---
def asks(*args) = caller(*args)
def outer(*args) = asks(*args)
[outer(1..1).size, outer(0..1).size, outer(1, 1).size, (outer(-1) rescue [$!.class, $!.message]), outer(1..2).size == outer(1, 2).size]
