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
