# What initializers and routes files write around the routing methods.
module Api; VERSIONS = { v1: %i[a b], v2: [:c] }.each_value(&:freeze).freeze; end
Api::VERSIONS.flat_map { |v, names| names.map { |n| "#{v}/#{n}" } }
#---
def with(opts = {}, **kw, &b) = [opts, kw, b&.call]
[with({ a: 1 }), with(a: 1), with({ a: 1 }, b: 2) { 3 }]
#---
%w[a b c].each_cons(2).with_object({}) { |(a, b), h| h[a] = b }
#---
%w[x y].zip(1..).to_h.transform_values(&:succ).sum { |k, v| v }
#---
[*"a".."e", *1..3].each_slice(3).map(&:join)
#---
{ a: { b: { c: 1 } } }.dig(:a, :b).then { |h| h => { c: }; c }
#---
config = Struct.new(:host, :port, keyword_init: true).new(host: "x")
config.port ||= 80
config.to_h.map { |k, v| "#{k}=#{v}" }.join("&")
#---
%w[en de].product(%w[posts users]).map { |l, r| "/#{l}/#{r}" }
#---
case { type: :admin, roles: %w[a b] }
in { type: :admin, roles: [first, *rest] } if rest.any? then [first, rest]
end
#---
("a".."zz").lazy.select { |s| s.size == 2 }.map(&:upcase).first(3)
#---
catch(:done) { 10.times { |i| throw :done, i * 2 if i == 4 }; :never }
#---
%w[b a].sort!.freeze.frozen?
#---
[1, 2, 3, 4].partition(&:even?).then { |(e, o)| e.sum - o.sum }
#---
"%-10s|%+05d|%x|%e" % ["ab", 42, 255, 12345.678]
#---
"Hello World".tr("a-y", "b-z").squeeze("l").center(20, "*")
#---
h = Hash.new { |hash, key| hash[key] = key.to_s * 2 }
[h[:ab], h.fetch(:ab), h.key?(:zz), h.to_a]
#---
class Base; def self.inherited(k) = (@subs ||= []) << k.name; def self.subs = @subs; end
class One < Base; end
class Two < Base; end
Base.subs
#---
module Plug; def self.included(b) = b.extend(ClassM); module ClassM; def opt(n, d = nil) = define_method(n) { instance_variable_get("@#{n}") || d }; end; end
class Conf; include Plug; opt :size, 3; end
Conf.new.size
#---
begin; Integer("4x"); rescue ArgumentError => e; e.message; ensure; 1; end
#---
x = [3, 1, 2]
x.sort.reverse.each_with_index.to_h { |v, i| [i, v] }.invert.sort_by(&:first).first
#---
def fib = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }
[fib.take(5), fib.lazy.reject(&:odd?).first(3), fib.each_with_index.first(2)]
#---
"a,b;c".split(/[,;]/).each_with_index.reduce("") { |s, (v, i)| s + "#{v}#{i}" }
#---
[[1, :a], [2, :b]].each_with_object([]) { |(n, s), acc| acc << [s] * n }
#---
proc { |a, (b, *c), d: 4, **e| [a, b, c, d, e] }.call(1, [2, 3, 4], d: 5, f: 6)
#---
%i[get post].to_h { |verb| [verb, method(:puts).owner] }.keys
#---
"CamelCaseURL".underscore.dasherize + "/" + "user_profile".camelize(:lower) + "/" + "post".pluralize
#---
Comparable.instance_method(:clamp).bind_call(5, 1, 3)
#---
[nil, 1, false, 2].compact.each_entry.with_index(1).map { |v, i| v * i }
#---
$list = []
at = ->(x) { $list << x; x }
[at.(1), at[2], at.call(3), (at >> ->(y) { y + 1 }).(4), $list]
#---
{ "a" => 1, b: 2 }.with_indifferent_access.slice(:a, "b").symbolize_keys
#---
"/posts/:id(.:format)".scan(/:(\w+)/).flatten.map(&:to_sym)
#---
URI.join("http://a.b/c/", "../d?x=1").to_s
#---
[0.1 + 0.2, 10.fdiv(4), 7.divmod(-2), -7 / 2, 2**10, 1_000.digits.sum, 3.7.truncate, 10.gcd(4)]
#---
obj = Object.new
def obj.each = yield(1) && yield(2)
obj.extend(Enumerable)
[obj.map { |x| x * 2 }, obj.include?(2), obj.sort_by { |x| -x }, obj.min_by { |x| x }, obj.each_slice(1).to_a, obj.reduce(:+)]
#---
Set[3, 1].add(2).sort.inspect + Set.new([1, 2]).inspect.delete("#<>Set: {}")
#---
warn "x"
"ok".freeze.then { _1 + "!" }
#---
class Money
  include Comparable
  attr_reader :cents
  def initialize(c) = @cents = c
  def <=>(o) = cents <=> o.cents
  def coerce(n) = [Money.new(n), self]
  def +(o) = Money.new(cents + (o.is_a?(Money) ? o.cents : o))
  def to_s = format("$%.2f", cents / 100.0)
end
[Money.new(5) > Money.new(3), [Money.new(3), Money.new(1)].max.to_s, [Money.new(150), Money.new(1)].sum(Money.new(0)).to_s, Money.new(2).clamp(Money.new(3), Money.new(4)).cents]
#---
ENV.fetch("NOPE_X", "d").upcase + ENV["NOPE_Y"].to_s
#---
r = []
5.downto(1).select(&:odd?).each { |i| r.unshift(i) }
1.step(10, 4) { r << _1 }
r
#---
a = *nil, *[1], *{ b: 2 }
b, (c, *d), e = 1, [2, 3, 4], 5
[a, b, c, d, e]
#---
[1, [2, [3, [4]]]].flatten(1) + [[1, 2], [3]].sum([])
#---
s = +"abc"
s[1] = "XX"; s[-1..] = "!"; s.insert(0, ">"); s.sub!(/X+/) { |m| m.size.to_s }
s
#---
%w[apple pie a la].group_by(&:size).transform_values(&:count).max_by { |k, v| [v, k] }
#---
[3, 5].each.with_index(10).to_a + %w[a].cycle.first(2) + [1, 2, 3].each_entry.to_a.rotate(-1)
#---
def kw(a, b = a * 2, *c, d:, e: d + 1, **f) = [a, b, c, d, e, f]
[kw(1, d: 2), kw(1, 2, 3, d: 4, z: 5), method(:kw).parameters, method(:kw).arity]
#---
Array.new(3) { |i| Array.new(2) { |j| i * j } }.transpose.map(&:sum)
#---
$a = 5
alias $b $a
$b = 7
alias $c $b
$c += 1
[$a, $b, $c, defined?($c)]
#---
alias $nobody_sets $this_one
"ab" =~ /b/
alias $last $~
[defined?($nobody_sets), $nobody_sets, $last]
