# What conversions, several values at once and modules of a class give.
module Shout
  refine Integer do
    def to_s = "int"
  end
  refine Symbol do
    def to_s = "sym"
  end
  refine NilClass do
    def to_s = "nil!"
  end
  refine String do
    def to_s = "str"
  end
end
using Shout
["#{1}", "#{:a}", "#{nil}", "#{"x"}", 1.to_s, :"a#{1}", /#{1}/.source]
#---
class Integer
  def to_s = "int"
end
class Symbol
  def to_s = "sym"
end
class NilClass
  def to_s = "none"
end
class Array
  def to_s = "list"
end
["#{1}", "#{:a}", "#{nil}", "#{[1]}", [1, :a, nil].join("-"), String(1), "%s" % :a, :"x#{1}", /#{:a}/.source]
#---
class T; def to_str = "b"; def <=>(o) = "b" <=> o.to_s; end
[("a".."c").include?(T.new), ("a".."c") === T.new, ("a".."c").cover?(T.new), ("a".."c").member?(T.new)]
#---
class T; def to_str = "c"; end
"a".upto(T.new).to_a
#---
class T; def to_str = "c"; end
("a"..T.new).to_a
#---
[[1, 2].each_with_index.map(&:+), [1, 2].each_with_index.select(&:==), [3, 4].each_with_index.flat_map(&:*), [1, 2].each_with_index.to_a.map(&:size)]
#---
[1, 2].each_with_index.to_a.map(&:+)
#---
[[5, 6].each_with_index.count(&:==), [0, 6].each_with_index.find(&:==), [0, 6].each_with_index.group_by(&:+), [0, 1].each_with_index.all?(&:==), [0, 1].each_with_index.any?(&:!=), [0, 1].each_with_index.partition(&:==)]
#---
def e; return to_enum(:e) unless block_given?; yield 1, 2; yield 3; end
[e.map { |x| x }, e.to_a, e.select { |x| x }, e.each_with_index.map { |(a, b), i| [a, b, i] }]
#---
class L; def to_ary = [1, 2]; end
[[1].flat_map { L.new }, [1].flat_map { [[3]] }, [1].flat_map { nil }, [[L.new]].flatten]
#---
class L; def to_ary = nil; end
[1].flat_map { L.new }.size
#---
class A; def x = 1; alias y x; def z = 1; end
a = A.new
[a.method(:x) == a.method(:y), a.method(:x) == a.method(:x), a.method(:x) == a.method(:z), A.instance_method(:x) == A.instance_method(:y), a.method(:x).eql?(a.method(:y)), a.method(:x).hash == a.method(:y).hash, a.method(:x).unbind == A.instance_method(:x), a.method(:x) == A.new.method(:x)]
#---
[[1].method(:map) == [1].method(:collect), [1].method(:size) == [1].method(:size)]
#---
begin
  1.foo(2, 3)
rescue NoMethodError => e
  [e.name, e.args, e.receiver]
end
#---
begin
  foo
rescue NameError => e
  [e.class, e.name, e.respond_to?(:args)]
end
#---
begin
  nil.bar
rescue => e
  e.args
end
#---
NoMethodError.new("x").args
#---
class K < Module
  def initialize(name)
    @name = name
    super()
    define_method(:hi) { name }
  end
  def included(base) = base.const_set(:SEEN, @name)
end
class A; include K.new("x"); end
[A.new.hi, A::SEEN, K.new("a").class, K.superclass, K.new("a").is_a?(Module)]
#---
class K < Module; end
m = K.new { def hi = 1 }
class A; end
A.include(m)
[A.new.hi, m.class, K.instance_methods(false)]
#---
Module.new(1)
#---
class K < Class; end
#---
Class.instance_method(:new).bind_call(Array)
#---
Class.instance_method(:new).bind_call(String)
#---
Class.instance_method(:new).bind_call(Hash)
#---
Class.instance_method(:new).bind_call(Object).class
#---
[{a: 1, b: 2}.transform_keys(a: :c), {a: 1}.transform_keys(&:to_s), {a: 1, b: 2}.transform_keys({a: :c}) { |k| k.to_s }, {a: 1}.transform_keys.with_index { |k, i| [k, i] }, {a: 1}.transform_keys.size, Hash.new(5).merge(a: 1).transform_keys(&:to_s)[:x], {a: 1}.with_indifferent_access.transform_keys(&:to_sym).class, {a: 1, b: 2}.compare_by_identity.transform_keys(&:to_s).compare_by_identity?]
#---
{a: 1}.transform_keys(1)
#---
{a: 1}.transform_keys({}, {})
#---
[[5, 6].each_with_index.map { |x| x }, [5, 6].each_with_index.map { |x, i| [x, i] }, [5, 6].each_with_index.select { |x| x }, [0, 6].each_with_index.count(&:==), [0, 6].each_with_index.any?(&:==), [5, 6].each_with_index.filter_map(&:+), { 1 => 2 }.map { |x| x }]
#---
class A; @@b = 1; @@a = 2; @c = 3; end
class B < A; @@z = 0; end
[A.class_variables, B.class_variables, B.class_variables(false), A.instance_variables, A.class_variable_get(:@@b), B.class_variable_defined?(:@@a)]
#---
class A; @@b = 1; end
A.instance_variable_get("@@b")
#---
class A; @@b = 1; def self.set = @@b = 2; end
A.freeze
A.set
#---
class A; @@list = []; def self.add(x) = @@list << x; def list = @@list; end
class B < A; end
B.add(1); A.add(2)
C = A.dup
C.add(3)
[A.new.list, B.class_variable_get(:@@list)]
#---
{ 1 => 2, 3 => 4 }.each_with_index.map { |(k, v), i| [k, v, i] }
#---
[%w[a b].each_with_index.to_a, %w[a b].each.with_index(1).to_a, %w[a b].map.with_index(2) { |x, i| x * i }, %w[a b].each_with_index { }, %w[a b].each.with_index(1.9).to_a, %w[a b].each.with_index(nil).to_a, %w[a b].each.with_object([]) { |x, m| m << x }, %w[a b].each_with_index.with_index(5).to_a, (1..3).each_with_index.select { |x, i| i > 0 }]
#---
%w[a b].each.with_index("x").to_a
#---
[%w[a b].each_with_index.size, %w[a b].each.with_index.size, %w[a b].map.with_index.next, %w[a b].each.with_index(1).inspect, %w[a b].each_with_index.inspect, { a: 1 }.each.with_index(1) { |x, i| }, { a: 1 }.each.with_index(1).to_a]
#---
def e; return to_enum(:e) unless block_given?; yield 1, 2; yield 3; yield; :done; end
[e.with_index.to_a, e.each_with_index.to_a, e.with_index { |x, i| }, e.with_object([]) { |x, m| m << x }, e.each_with_object([]).to_a]
#---
class Symbol
  alias to_s inspect
end
["#{:a}", [:a].join, "%s" % :a, :"x#{:a}"]
#---
class Regexp
  def to_s = "x"
end
[/#{/a/}/.source, "#{/a/}"]
#---
class Symbol
  def to_s = 3
end
"#{:a}".start_with?("#<Symbol")
#---
module M; end
module N; def self.x = 1; end
module O; extend Comparable; end
class C; end
[M, N, O, C].map { |k| k.freeze.class_variable_set(:@@a, 1) rescue $!.message }
