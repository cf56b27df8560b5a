nil.try(:x)
nil.try(:to_s)
nil.try { 1 }
nil.try!(:to_s)
nil.try!(:x)
1.try(:nope)
1.try!(:nope)
1.try(:+, 2)
1.try { |x| x + 1 }
1.try { self }
1.try
"ab".try(:sub, "a") { |m| m.upcase }
1.try("to_s")
1.try(5)
class A; private def x = 1; end; A.new.try(:x)
class A; private def x = 1; end; A.new.try!(:x)
class A; def method_missing(n, *a) = [n, a]; def respond_to_missing?(*) = true; end; A.new.try(:x, 1)
1.in?([1, 2])
3.in?(1..2)
"a".in?("abc")
1.in?(nil)
1.in?(5)
1.in?("a")
1.in?
1.presence_in([1])
1.presence_in([2])
1.presence_in(2)
"".presence
"a".presence
" ".presence
nil.presence
[].presence
false.presence
0.presence
nil.blank?
true.blank?
1.blank?
" ".blank?
Object.new.blank?
Object.new.present?
class E; def empty? = true; end; [E.new.blank?, E.new.present?, E.new.presence]
class E; def empty? = nil; end; E.new.blank?
1.duplicable?
nil.duplicable?
1.acts_like?(:time)
1.html_safe?
Object.new.html_safe?
class A; def initialize; @a = 1; @b = [2]; end; end; A.new.instance_values
class A; def initialize; @a = 1; @b = [2]; end; end; A.new.instance_variable_names
Object.new.instance_values
1.instance_values
x = ["a"]; y = [x, x].deep_dup; y[0] << "b"; [x, y]
:a.deep_dup
nil.deep_dup
1.deep_dup
"a".freeze.deep_dup.frozen?
class A; def deep_dup = 7; end; [A.new, {a: A.new}].deep_dup
# ---- with_options
class R; def get(*a, **o) = [a, o]; end; R.new.with_options(a: 1) { |r| r.get 1, b: 2 }
class R; def get(*a, **o) = [a, o]; end; R.new.with_options(a: 1) { get 1, a: 2 }
class R; def get(*a) = a; end; R.new.with_options(a: 1) { |r| r.get 1, {b: 2} }
class R; def get(*a) = a; end; R.new.with_options(a: 1).get(1)
class R; def get(*a, **o, &b) = [a, o, b.call]; end; R.new.with_options(a: 1) { |r| r.get { 5 } }
class R; def get(*a, **o) = [a, o]; end; R.new.with_options(a: {x: 1, y: {z: 1}}) { |r| r.get a: {y: {w: 2}} }
class R; def get(*a, **o) = [a, o]; end; R.new.with_options(a: 1) { |r| r.with_options(b: 2) { |s| s.get } }
class R; def get(*a, **o) = [a, o]; end; R.new.with_options("a" => 1) { |r| r.get } rescue $!.class
class R; def get(o = {}) = o; end; R.new.with_options(a: 1) { |r| r.get({"x" => 1}) }
class R; end; R.new.with_options(a: 1) { |r| r.nope }
class R; def get(**o) = o; end; R.new.with_options({}) { |r| r.get }
1.with_options
1.with_options(1, 2)
class R; def get(x, **o) = o; end; R.new.with_options(a: 1) { |r| r.get }
class R; def get(**o) = o; end; R.new.with_options(a: 1) { |r| r.get(**{b: 2}) }
class R; def get(*a, **o) = [a, o]; end; h = {a: 1}; R.new.with_options(h) { |r| r.get(b: 1); r.get(c: 1) }; h
class R; def a = 1; end; R.new.with_options(x: 1).class
ActiveSupport::OptionMerger.name
ActiveSupport::OptionMerger.new([3, 1], {a: 1}).size rescue $!.class
# ---- OrderedOptions
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.a
o = ActiveSupport::OrderedOptions.new; o.a
o = ActiveSupport::OrderedOptions.new; o.a!
o = ActiveSupport::OrderedOptions.new; o.a = nil; o.a!
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.a!
o = ActiveSupport::OrderedOptions.new; o[:a] = 1; o["a"]
o = ActiveSupport::OrderedOptions.new; o["a"] = 1; o[:a]
o = ActiveSupport::OrderedOptions.new; o["a"] = 1; o.to_h
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.inspect
o = ActiveSupport::OrderedOptions.new; o.a = 1; o
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.key?(:a)
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.respond_to?(:anything)
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.map { |k, v| [k, v] }
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.merge!(b: 2); o.b
o = ActiveSupport::OrderedOptions.new; o.a = {b: {c: 1}}; o.dig(:a, :b, :c)
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.fetch(:b)
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.size
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.each { |k, v| }; o.keys
o = ActiveSupport::OrderedOptions.new; o.a = []; o.a << 1; o.a
o = ActiveSupport::OrderedOptions.new; o.a ||= 3; o.a ||= 4; o.a
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.delete(:a); o.a
o = ActiveSupport::OrderedOptions.new; o.empty?
o = ActiveSupport::OrderedOptions.new; o.a = 1; p = o.dup; p.a = 2; o.a
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.any?
o = ActiveSupport::OrderedOptions.new; o.a = 1; {**o}
o = ActiveSupport::OrderedOptions.new; o.a = 1; o.freeze; o.a
o = ActiveSupport::OrderedOptions.new; o.a?
# ---- StringInquirer
"production".inquiry.production?
"production".inquiry.test?
ActiveSupport::StringInquirer.new("a").a?
ActiveSupport::StringInquirer.new("a").b
ActiveSupport::StringInquirer.new("a").b!
ActiveSupport::StringInquirer.new("a").respond_to?(:x?)
ActiveSupport::StringInquirer.new("a").respond_to?(:x)
ActiveSupport::StringInquirer.new("a") == "a"
ActiveSupport::StringInquirer.new("a").class
ActiveSupport::StringInquirer.new("a").upcase
ActiveSupport::StringInquirer.new("ab").a?
ActiveSupport::StringInquirer.new(1)
ActiveSupport::StringInquirer.new("a").empty?
# ---- exceptions
ArgumentError.new("x").inspect
ArgumentError.new.inspect
ArgumentError.new("").inspect
ArgumentError.new(nil).message
ArgumentError.new(:x).message
ArgumentError.new("x") == ArgumentError.new("x")
ArgumentError.new("x") == ArgumentError.new("y")
ArgumentError.new("x") == StandardError.new("x")
ArgumentError.new("x") == 1
class E < StandardError; def message = "own"; end; [E.new("x").inspect, E.new("x").to_s, E.new == E.new("y")]
class E < StandardError; def to_s = "own"; end; [E.new("x").inspect, E.new("x").message]
begin; {}.fetch(:a); rescue KeyError => e; [e.key, e.receiver]; end
begin; nope; rescue NameError => e; e.name; end
begin; 1.nope; rescue NoMethodError => e; [e.name, e.receiver]; end
KeyError.new("x").key
NameError.new("x").name
NameError.new("x").receiver
KeyError.new("x").receiver
suppress(ArgumentError, KeyError) { raise KeyError }
suppress(ArgumentError) { raise KeyError, "a" }
suppress { 5 }
suppress(KeyError) { next 7 }
silence_warnings { 3 }
[Hash(nil), Hash([]), Hash({a: 1})]
Hash([1])
Hash("a")
[p, p(1), p(1, 2)]
5.p
[Integer <=> Numeric, Numeric <=> Integer, Integer <=> Integer, Integer <=> String, Integer <=> 3]
[Enumerator::Lazy.module_parent, Enumerator::Lazy.module_parent_name, Integer.module_parent, Integer.module_parent_name, Class.new.module_parent]
[nil, false, true, 0, "", " \t", :"", [], {}].map(&:blank?)
[nil.to_query("a b"), "x y".to_query("k[]"), 5.to_query("k")]
class F; def g(a, b) = a + b; def h(*a, k: 2) = [a, k]; end; [F.new.method(:g).curry[1][2], F.instance_method(:h).bind_call(F.new, 1, k: 3)]
class F; def g(a, b) = a + b; end; F.new.method(:g).curry(3)
class F; def g(a, b) = a + b; end; F.instance_method(:g).bind_call
class E; private def empty? = true; end; [E.new.blank?, E.new.present?]
class O < ActiveSupport::OrderedOptions; def initialize(x) = @x = x; end; o = O.new(1); before = [o[:a], o.a, o.to_h]; o[:a] = 1; o.b = 2; [before, o.a, o.to_h, o.dup.b, o.key?(:a)]
class A1; end; class B1 < A1; end; class C1 < A1; end; class D1 < B1; end; [A1.subclasses, A1.descendants, D1.subclasses, D1.descendants].inspect
class A2; end; k = Class.new(A2); K2 = k; L2 = Class.new(K2) { def self.x = 1 }; [A2.descendants, K2.subclasses, A2.subclasses.first.equal?(k)].inspect
S3 = Struct.new(:a); class T3 < S3; end; [S3.subclasses, S3.descendants].inspect
class A4; def self.inherited(k) = (@seen ||= []) << [k.to_s, subclasses.size]; def self.seen = @seen; end; class B4 < A4; end; class B4; end; class C4 < A4; end; A4.seen.inspect
class A5; end; class B5 < A5; end; A5.subclasses << 1; [A5.subclasses, A5.descendants.frozen?].inspect
class A6; X = 1; Y = 2; end; class B6 < A6; Z = 3; Y = 4; end; [A6.constants, B6.constants, B6.constants(false), Class.new(B6).constants].map(&:sort).inspect
module M7; P = 1; end; class A7; include M7; include Comparable; Q = 2; end; [A7.constants, A7.constants(false), M7.constants].inspect
