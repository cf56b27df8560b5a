# Blocks, procs and lambdas: arguments, results, jumps, closures.
[1, 2, 3].map { |x| x * 2 }
#---
[[1, 2], [3, 4]].map { |a, b| a + b }
#---
[[1, [2, 3]], [4, [5, 6]]].map { |a, (b, c)| [a, b, c] }
#---
[[1, 2, 3]].map { |a, *b| [a, b] }
#---
[[1, 2, 3]].each { |a,| break a }
#---
[[1, 2]].map { |a| a }
#---
[1, [2]].map { |a, b| [a, b] }
#---
def two; yield 1, 2; end
two { |a| a }
#---
def two; yield 1, 2; end
two { |*a| a }
#---
def two; yield 1, 2; end
two { |a, b, c| [a, b, c] }
#---
def one; yield [1, 2]; end
one { |a, b = 5, *c| [a, b, c] }
#---
def kw; yield 1, k: 2; end
kw { |a, k:| [a, k] }
#---
def kw; yield 1, k: 2; end
kw { |a, **o| [a, o] }
#---
def kw; yield 1, k: 2; end
kw { |*a| a }
#---
def kw; yield({ k: 2 }); end
kw { |a, k: 1| [a, k] }
#---
x = 10
[1, 2].each { |i; x| x = i }
x
#---
x = 10
[1, 2].each { |i| x = i }
x
#---
adders = [1, 2, 3].map { |n| ->(x) { x + n } }
adders.map { |f| f.call(10) }
#---
counter = 0
inc = -> { counter += 1 }
3.times { inc.call }
counter
#---
def early
  [1, 2, 3].each { |x| return x if x == 2 }
  :none
end
early
#---
r = [1, 2, 3].each { |x| break x * 10 if x == 2 }
r
#---
[1, 2, 3].map { |x| next 0 if x == 2; x }
#---
l = ->(x) { return x * 2; 0 }
[l.call(4), l.(5), l[6], l.yield(7)]
#---
pr = proc { |x, y| [x, y] }
[pr.call(1), pr.call(1, 2, 3), pr.call([4, 5])]
#---
l = lambda { |x, y| [x, y] }
begin
  l.call(1)
rescue ArgumentError => e
  e.message
end
#---
l = lambda { |x, y = 2, *z, k: 3, **o, &b| [x, y, z, k, o, b&.call] }
l.call(1, 5, 6, 7, k: 8, m: 9) { :blk }
#---
[proc { |x| }, proc { |x, y| }, proc { |*x| }, proc { |x, *y| }, proc { |x = 1| }, proc { |x, y = 1| }, proc { || }, proc { |x:| }, proc { |x: 1| }, proc { |x, y:| }, proc { |(a, b), c| }].map(&:arity)
#---
[lambda { |x| }, lambda { |x, y| }, lambda { |*x| }, lambda { |x, *y| }, lambda { |x = 1| }, lambda { |x, y = 1| }, lambda { }, lambda { |x:| }, lambda { |x: 1| }, lambda { |x, y:| }, lambda { |x, y: 1| }, lambda { |**o| }].map(&:arity)
#---
def m1(a, b = 1, *c, d, e:, f: 2, **g, &h); end
[method(:m1).arity, method(:m1).parameters]
#---
%w[a b].each_with_index.map { |s, i| "#{s}#{i}" }
#---
%w[apple bob].map(&:length)
#---
[[1, 2], [3, 4]].each_with_object([]) { |(a, b), acc| acc << a * b }
#---
{ a: 1, b: 2 }.map { |k, v| [k, v] }
#---
{ a: 1, b: 2 }.each_with_index.map { |(k, v), i| [k, v, i] }
#---
{ a: 1 }.each { |pair| break pair }
#---
{ a: 1, b: 2 }.inject(0) { |sum, (_k, v)| sum + v }
#---
[3, 1, 2].sort { |a, b| b <=> a }
#---
[1, 2, 3].inject(:+)
#---
f = ->(x) { x + 1 } >> ->(x) { x * 2 }
f.call(3)
#---
f = method(:Integer) << ->(x) { x + "0" }
f.call("4")
#---
add = ->(a, b, c) { a + b + c }
[add.curry[1][2][3], add.curry.(1, 2).(3)]
#---
[1, 2, 3].each_slice(2).to_a
#---
[4, 5].each.with_index(1).map { |x, i| x * i }
#---
def blk(&b) = b
[blk.nil?, blk { |x| x }.call(3), blk(&:to_s).call(5)]
#---
def pass(*args, **kw, &b) = inner(*args, **kw, &b)
def inner(a, b = 2, k: 0) = [a, b, k, yield]
pass(1, k: 5) { :y }
#---
def fwd(...) = inner2(...)
def inner2(*a, k: 1, &b) = [a, k, b.call]
fwd(1, 2, k: 3) { 4 }
#---
[1, 2].map { _1 + 1 }
#---
[[1, 2], [3, 4]].map { _1 + _2 }
#---
[[1, 2]].map { _1 }
#---
z = [1, 2, 3].each do |x|
  next if x == 1
  break x
end
z
#---
p = proc { next 5; 6 }
p.call
#---
def meth_with_proc
  pr = Proc.new { return 1 }
  pr.call
  2
end
meth_with_proc
#---
catch(:done) do
  10.times { |i| 10.times { |j| throw :done, [i, j] if i * j == 12 } }
  :never
end
#---
a = [1, 2, 3]
a.each { |x| a << x + 10 if a.size < 5 }
a
#---
i = 0
res = while i < 10
  i += 1
  next if i.odd?
  break i * 100 if i == 6
end
[res, i]
#---
i = 0
i += 1 until i == 7
i
#---
i = 5
begin
  i += 1
end while i < 3
i
#---
out = []
for a, b in [[1, 2], [3, 4]] do out << a + b end
[out, a, b]
#---
out = []
(1..3).each { |x| (1..3).each { |y| next if y == 2; break if y == 3; out << [x, y] } }
out
#---
loop_result = loop do
  break "out"
end
loop_result
#---
e = [1, 2].each
out = []
loop { out << e.next }
out
#---
def gen
  return to_enum(:gen) unless block_given?
  yield 1
  yield 2
end
gen.map { |x| x * 3 }
#---
x = 5
add = lambda do |y|
  x + y
end
x = 100
add.call(1)
#---
def ret_multi = [1, 2]
a, b = ret_multi
[b, a]
#---
def opt(a, b = a * 2, c = b + 1) = [a, b, c]
[opt(1), opt(1, 5), opt(1, 5, 9)]
#---
def mid(a, *m, z) = [a, m, z]
[mid(1, 2), mid(1, 2, 3, 4)]
#---
def o2(a, b = 2, *r, c, d) = [a, b, r, c, d]
[o2(1, 2, 3), o2(1, 2, 3, 4), o2(1, 2, 3, 4, 5, 6)]
#---
def h(opts = {}) = opts
[h(a: 1), h({ b: 2 }), h]
#---
def k1(a, k: 1) = [a, k]
begin
  k1({ k: 2 })
end
#---
def k2(k: 1, **rest) = [k, rest]
k2(**{ k: 3, z: 4 })
#---
def k3(*a, **k) = [a, k]
[k3(1, { x: 1 }), k3(1, x: 1), k3({ "s" => 1 }), k3("s" => 1)]
#---
def taken(a, b) = [a, b]
def any(*a) = a
m = method(:taken)
[m.to_proc.arity, method(:any).to_proc.arity, m.curry[1][2], m.to_proc.curry[3][4], (m >> ->(x) { x }).arity]
#---
class E; include Enumerable; def each = yield(1, 2); end
pair = ->(a, b) { a && b }
%i[select reject find map count any? all? none? one? partition each_entry flat_map find_index group_by filter_map take_while drop_while uniq each_with_index].map { |m| r = E.new.send(m, &pair) rescue $!.message; E === r ? :self : r }
#---
one = ->(v) { v }
class E; include Enumerable; def each = yield(1, 2); end
%i[select find partition map count find_index].map { |m| E.new.send(m, &one) rescue $!.message }
#---
class E; include Enumerable; def each = yield(1, 2); end
seen = []
%i[uniq find_index take_while select find partition].each { |m| E.new.send(m) { |v| seen << v } }
[seen, E.new.to_h { |a| [a, 1] }, E.new.to_h(&->(a, b) { [a, b] })]
#---
pair = ->(a, b) { [a, b] }
[[[1, 2]].to_h(&pair), [[1, 2]].to_h(&->(a, *b) { [a, b] }), [[1, 2]].to_h(&->(v) { v }), [[1, 2]].uniq(&pair), [1, 2].each_with_index.select(&pair), %i[map select uniq].map { |m| [[1, 2], [3]].send(m, &pair) rescue $!.message }]
#---
# Several values that were yielded at once: sort_by and its like hand them to a lambda one by one, sum as one array.
source = Class.new { include Enumerable; def each; yield 1, 2; yield [3, 4]; end }.new
last = ->(a, b) { b }
said = ->(&run) { run.call rescue $!.class }
pairs = [[1, 2]].each_with_index
[pairs.sort_by(&last), pairs.min_by(&last), pairs.max_by(&last), pairs.minmax_by(&last), said.() { pairs.sum(&last) }, said.() { [[1, 2]].sort_by(&last) }, said.() { [[1, 2]].sum(&last) },
 pairs.sort_by(&->((a, b), c) { b }), pairs.sort_by(&->(a) { 1 }), pairs.sum { |a, b| b }, [3, 4].each_with_index.sum(&->(a) { a.size }), { a: 1 }.each_with_index.sum { |(k, v), i| v + i },
 [1, 2].sum { next 3 }, [1, 2].sum { break 7 }, [[1, 2]].sum(&:last), source.sort_by(&:size), source.min_by { |a, b| b }, source.max_by { |a| a.is_a?(Array) ? 1 : 0 },
 source.sum { |a| a.is_a?(Array) ? 1 : 10 }]
