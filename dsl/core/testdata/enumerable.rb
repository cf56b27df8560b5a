class L; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; L.new(3, 1, 2).sort
class L; include Enumerable; def each; yield 1; yield 2; yield 3; end; end; L.new.to_a
class L; include Enumerable; def each; yield 1; yield 2; yield 3; end; end; L.new.map { |x| x * 2 }
class L; include Enumerable; def each; yield 1; yield 2; yield 3; end; end; [L.new.first, L.new.first(2), L.new.min, L.new.max, L.new.sum]
class L; include Enumerable; def each; yield 1; yield 2; raise "too far"; end; end; [L.new.first(2), L.new.include?(2), L.new.find { |x| x == 1 }, L.new.take(1), L.new.any?]
class L; include Enumerable; def each; yield 1; yield 2; raise "too far"; end; end; L.new.to_a
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; L.new.to_a
class L; include Enumerable; def each; yield 1, 2; yield 3, 4; end; end; L.new.map { |a, b| a + b }
class L; include Enumerable; def each; yield 1, 2; yield 3, 4; end; end; L.new.each_with_index.to_a
class L; include Enumerable; def each; yield 1, 2; yield 3, 4; end; end; L.new.select { |a, b| b > 2 }
class L; include Enumerable; def each; yield 1, 2; yield 3, 4; end; end; L.new.inject { |a, b| a + b }
class L; include Enumerable; def each; yield 1, 2; yield 3, 4; end; end; L.new.to_h
class L; include Enumerable; def each; yield 1; ensure; @done = true; end; def done = @done; end; l = L.new; [l.first, l.done]
class L; include Enumerable; def each(&b) = [1, 2, 3].each(&b); end; L.new.reject(&:odd?)
class L; include Enumerable; def each(&b); [1, 2].map(&b); yield 9; end; end; [L.new.first, L.new.to_a, L.new.take(1)]
class L; include Enumerable; def each; return to_enum(:each) unless block_given?; yield 1; yield 2; end; end; L.new.each.to_a
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.sort_by { |x| x }
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.each_with_object([]) { |x, m| m << x }
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.reverse_each.to_a
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.each_entry.to_a
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.zip([7, 8])
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.to_set
class L; include Enumerable; def each; yield 2; yield 1; end; end; [L.new.partition(&:even?), L.new.group_by(&:odd?), L.new.tally, L.new.minmax]
class L; include Enumerable; def each; yield 2; yield 1; end; end; [L.new.count, L.new.entries, L.new.reduce(:+), L.new.each_slice(1).to_a, L.new.each_cons(2).to_a]
class L; include Enumerable; def each; yield 2; yield 1; end; end; [L.new.lazy.map { |x| x + 1 }.to_a, L.new.chunk_while { true }.to_a, L.new.cycle.first(3)]
class L; include Enumerable; def each; yield 2; yield 1; end; end; [L.new.index_by(&:to_s), L.new.many?, L.new.exclude?(3), L.new.excluding(1), L.new.including(5), L.new.index_with(0)]
class L; include Enumerable; def each; yield 2; yield 1; end; end; [L.new.drop(1), L.new.drop_while { |x| x > 1 }, L.new.take_while { |x| x > 1 }, L.new.find_index(1), L.new.uniq, L.new.compact]
class L; include Enumerable; def each; yield 2; yield 1; end; end; [1, 5].zip(L.new)
class L; include Enumerable; def each; yield 2; yield 1; end; end; [*L.new]
class L; include Enumerable; def each; yield 2; yield 1; end; end; L.new.is_a?(Enumerable)
class L; include Enumerable; end; L.new.map { }
class L; include Enumerable; def each; yield nil; yield 1; end; end; [L.new.compact, L.new.first, L.new.find { |x| x.nil? }, L.new.filter_map { |x| x }, L.new.compact_blank]
# ---- through other collections
(1..4).each_slice(3).to_a
(1..4).each_with_index.select { |x, i| i.odd? }
(1..3).inject { |a, b| a - b }
(1..3).each_entry { }
(1..4).min_by { |x| (x - 3).abs }
(1..4).minmax_by { |x| -x }
(1..4).group_by { |x| x % 2 }
(1..4).partition { |x| x > 2 }
(1..6).chunk { |x| x > 3 }.to_a
(1..6).slice_when { |a, b| b == 4 }.to_a
(1..3).zip(4..6, 7..9)
(1..3).each_with_object({}) { |x, h| h[x] = 1 }
(1..3).sum(0.5)
(1..3).sort { |a, b| b <=> a }
(1..3).sort_by { |x| -x }
(1..3).reject(&:even?)
(1..3).flat_map { |x| [x, x] }
(1..3).find_index(2)
(1..3).find_index { |x| x > 5 }
(1..3).tally
(1..3).uniq { |x| x % 2 }
(1..3).to_h { |x| [x, x] }
(1..3).filter_map { |x| x * 2 if x.odd? }
(1..3).each_cons(2).map(&:sum)
(1..3).one? { |x| x > 2 }
(1..3).none? { |x| x > 3 }
(1..3).all?(1..3)
(1..3).any?(5)
(1..3).cycle(2).to_a
(1..3).min(2)
(1..3).each_slice(2) { |x| }
(1..3).each_cons(2) { |x| }
(1..3).inject(:+)
(1..3).inject(1, :*)
(1..3).inject
(1..3).inject(1, 2)
(1..3).inject(nil)
(1..3).drop(-1)
(1..3).take(-1)
(1..3).each_slice(-1)
(1..3).each_slice("a")
(1..3).first(nil)
(1..3).zip(1)
(1..3).min_by
(1..3).group_by
(1..3).find
(1..3).each_with_index
(1..3).each_with_object([])
(1..3).each_slice(2)
(1..3).chunk
(1..3).slice_before
(1..3).slice_before(1) { }
(1..3).to_set { |x| x * 2 }
(1..3).sum { |x| x.to_f }
(1..3).pluck(:to_s) rescue $!.class
%w[a b].each_with_index.to_h { |x, i| [x.to_sym, i] }
%w[x y z].each_with_index.max_by { |x, i| -i }
%w[x y z].each_with_index.sort_by { |x, i| -i }.map(&:first)
%w[x y z].each_with_index.group_by { |x, i| i.even? }
%w[x y z].each_with_index.reject { |x, i| i == 1 }
%w[x y z].each_with_index.find { |x, i| i == 1 }
%w[x y z].each_with_index.inject(0) { |s, (x, i)| s + i }
%w[x y z].each_with_index.partition { |x, i| i < 1 }
%w[x y z].each_with_index.each_with_object([]) { |(x, i), m| m << x * i }
%w[x y z].each_with_index.flat_map { |x, i| [x] * i }
%w[x y z].each_with_index.any? { |x, i| i > 1 }
%w[x y z].each_with_index.all? { |x, i| i >= 0 }
%w[x y z].each_with_index.count { |x, i| i > 0 }
%w[x y z].each_with_index.sum { |x, i| i }
%w[x y z].each_with_index.filter_map { |x, i| x if i > 0 }
%w[x y z].each_with_index.to_a.last
%w[x y z].each_with_index.first
%w[x y z].each_with_index.min_by { |x, i| -i }
%w[x y z].each_with_index.each { |x, i| }
%w[x y z].each_slice(2).with_index.map { |a, i| [i, a] }
%w[x y z].each_slice(2).with_index.to_a
%w[x y z].each.with_index(1).to_h
%w[x y z].zip(1..).to_h
%w[x y z].each_with_index.zip([1, 2, 3])
%w[x y z].each_entry.with_index.to_a
%w[x y].product([1, 2]).each_with_index.map { |(a, b), i| "#{a}#{b}#{i}" }
[[1, [2, 3]], [4, [5, 6]]].each_with_index.map { |(a, (b, c)), i| a + b + c + i }
[3, 1, 2].each.sort
[3, 1, 2].each.max
[3, 1, 2].each.min(2)
[3, 1, 2].each.include?(1)
[1, 2, 3].each.lazy.map { |x| x * 2 }.first
[4, 5].each.with_index.select { |x, i| i == 0 }
[4, 5].each.inject(:+)
[4, 5].each.each_slice(1).to_a
["a", "b"].each_with_index.map { |s, i| s * (i + 1) }
["a", "b"].each.with_object("x").map { |s, o| s + o }
["a", nil].each.compact
[1, 2, 4].each.sum
[1, 1].each.uniq
[1, 1].each.tally
[[1, 2]].each.to_h
[1].each.to_h
[[1, 2, 3]].each.to_h
[[1, 2]].each.to_h { |a, b| [b, a] }
[1, 2].each.first(1)
[1, 2].each.reduce(5) { |a, b| a + b }
{a: 1}.each.to_a
{a: 1}.each.map { |k, v| v }
{a: 1}.each_pair.with_index.map { |(k, v), i| [k, v, i] }
# ---- derived methods, on an object with each and on others
class L; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; L.new(1, 2, 3).group_by(&:odd?)
class L; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; L.new(1, 2, 3).partition(&:odd?)
class L; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; [L.new(1, 2, 1).tally, L.new(1, 2, 1).each_slice(2).to_a, L.new(1, 2, 1).each_cons(2).to_a]
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.each_slice(2).to_a, L.new.each_cons(2).to_a, L.new.tally, L.new.group_by { |x| x }, L.new.partition { |x| x }]
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.find { |a, b| b }, L.new.find_index { |a, b| b }, L.new.find_index(3), L.new.find_index([1, 2]), L.new.count([1, 2]), L.new.count { |a, b| b }]
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.take_while { |a, b| b }, L.new.drop_while { |a, b| b }, L.new.drop(1), L.new.take(2), L.new.first(2), L.new.first]
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.min_by { |a, b| a.to_i }, L.new.cycle(1).to_a, L.new.reverse_each.to_a, L.new.one? { |a, b| b }, L.new.include?([1, 2]), L.new.uniq { |a, b| b }]
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.inject { |a, b| [a, b] }, L.new.zip([1]), L.new.each_entry.to_a, L.new.to_set, L.new.minmax_by { |a, b| a.to_i }, L.new.grep(Array)]
class L; include Enumerable; def each; yield 1; yield 2; raise "too far"; end; end; [L.new.find_index(2), L.new.take_while { |x| x < 2 }, L.new.first, L.new.each_slice(1) { |x| break x }, L.new.many?, L.new.member?(2), L.new.none?, L.new.one?]
class L; include Enumerable; def each; yield 1; yield 2; end; end; [L.new.each_slice(2) { }.class, L.new.each_cons(2) { }.class, L.new.each_entry { }.class, L.new.reverse_each { }.class, L.new.each_with_index { }.class]
[1, 2, 3].each_slice(2) { }
[1, 2, 3].each_slice(0)
[1, 2, 3].each_slice(-1) { }
[1, 2, 3].each_slice("a")
[1, 2, 3].each_slice(1.5).to_a
[1, 2, 3].each_slice
[1, 2, 3].each_slice(2)
[].each_slice(2).to_a
[].each_slice(2).size
a = []; [1, 2, 3].each_slice(2) { |x, y| a << y }; a
[1, 2, 3].each_cons(2) { }
[1, 2, 3].each_cons(4).to_a
[1, 2, 3].each_cons(0)
[1, 2, 3].each_cons("a")
[1, 2, 3].each_cons(2)
[1, 2, 3].each_cons(4).size
a = []; [1, 2, 3].each_cons(2) { |x, y| a << x * y }; a
{ a: 1, b: 2 }.each_slice(1).to_a
{ a: 1, b: 2 }.each_cons(2).to_a
[1, 2, 3].group_by
[1, 2, 3].group_by.size
[1, 2, 3].group_by { |x| break x }
{ a: 1, b: 1 }.group_by { |k, v| v }
{ a: 1, b: 2 }.partition { |k, v| v > 1 }
[1].partition
[1, 1, "a"].tally
[1].tally({ 1 => 2 })
[1].tally({ 1 => "a" })
[1].tally({}.freeze)
[1].tally(5)
[1].tally(1, 2)
h = { 2 => 1 }; [[1, 2].tally(h), h]
[1, 2, 3].count(&:odd?)
[1, 2, 1].count(1)
[1, nil].count
[1].count(1) { }
[1, 2].one?
[nil, 1].one?
[1, 2].one? { |x| x > 1 }
[1, 2].one?(1..1)
[1, "a"].none?(Symbol)
[].one?
[1, 2, 3].find(-> { 9 }) { |x| x > 5 }
[1, 2, 3].find(nil) { |x| x > 5 }
[1, 2, 3].find(5) { |x| x > 5 }
[1, 2, 3].detect { |x| x > 1 }
[1, 2].find
[1, 2].find.with_index { |x, i| i == 1 }
{ a: 1, b: 2 }.find { |k, v| v == 2 }
{ a: 1, b: 2 }.find_index { |k, v| v == 2 }
{ a: 1, b: 2 }.find_index([:b, 2])
{ a: 1 }.find_index
(1..3).find_index(2)
(1..3).find_index
[1, 2, 3].first("a")
[1, 2, 3].first(-1)
(1..3).drop(1)
(1..3).drop(-1)
(1..3).drop("a")
(1..3).drop
{ a: 1, b: 2 }.drop(1)
{ a: 1, b: 2 }.take(1)
{ a: 1, b: 2 }.take(-1)
{ a: 1, b: 2 }.first(-1)
{ a: 1, b: 2 }.take_while { |k, v| v < 2 }
{ a: 1, b: 2 }.drop_while { |k, v| v < 2 }
[1, 2, 3].take_while { |x| x < 3 }
[1, 2, 3].drop_while { |x| x < 2 }
[1].take_while
[1].drop_while
[1].take_while.size
[1, 2, nil].drop_while
{ a: 1 }.cycle(2).to_a
{ a: 1 }.reverse_each.to_a
(1..3).reverse_each.to_a
(1..3).reverse_each { }
(1..3).cycle.first(4)
(1..3).cycle(2).size
{ a: 1, b: 2 }.to_h { |k, v| [v, k] }
[[1, 2], [3, 4]].to_h
[[1, 2, 3]].to_h
[1].to_h
[[1, 2], 3].to_h
[1].to_h { |x| x }
[1].to_h { |x| [x] }
(1..2).to_h { |x| [x, x] }
(1..2).to_h
(1..2).each_slice(3).to_h
(1..2).each_entry.to_h { |x| [x] }
[1, 2].inject(:+)
[1, 2].inject(5, :+)
[1, 2].inject(5) { |a, b| a * b }
[].inject(:+)
[].inject(1, :+)
[1, 2].inject("+")
[1, 2].inject
[1].inject
[1, 2].inject(1, 2)
[1, 2].inject(1, 2, 3)
[1, 2].reduce(nil) { |a, b| b }
[3, 1, 2].min
[3, 1, 2].min(2)
[3, 1, 2].max(2)
[3, 1, 2].min(0)
[3, 1, 2].min(-1)
[3, 1, 2].max { |a, b| b <=> a }
[3, 1, 2].max(2) { |a, b| b <=> a }
[3, nil].max
["a", 3].minmax
[3, 1, 2].minmax
[].minmax
[3, 1].minmax { |a, b| b <=> a }
[[1, :a], [1, :b]].min_by(&:first)
[[1, :a], [1, :b]].max_by(&:first)
[3, 1, 2].min_by { |x| -x }
[3, 1, 2].max_by(2) { |x| -x }
[3, 1, 2].min_by(2) { |x| -x }
[3, 1].min_by(-1) { |x| x }
[3, 1].max_by
[3, "a"].max_by { |x| x }
[].max_by { |x| x }
[].max_by(1) { |x| x }
[[1, :a], [1, :b], [0, :c], [0, :d]].minmax_by(&:first)
[].minmax_by { }
[3, 1].minmax_by
{ a: 2, b: 1 }.min_by { |k, v| v }
{ a: 2, b: 1 }.max_by { |k, v| v }
{ a: 2, b: 1 }.minmax
{ a: 2, b: 1 }.sort_by { |k, v| v }
(1..3).min_by { |x| -x }
[1, "a", :b].grep(Integer)
[1, "a", :b].grep_v(Integer)
%w[ab cd].grep(/a/) { |s| $~[0] }
%w[ab cd].grep(/b$/)
%w[ab cd].grep_v(/b$/) { |s| s * 2 }
{ a: 1 }.grep(Array) { |k, v| k }
[1].grep
[1, 2].zip([3, 4], [5])
[1, 2].zip(3..4)
[1, 2].zip(1..)
[1, 2].zip([3]) { }
r = []; [1, 2].zip([3]) { |a, b| r << b }; r
[1].zip(1)
[1].zip(nil)
{ a: 1 }.zip([2])
[1, 2].zip
(1..2).zip([3, 4])
[1, 2].zip({ a: 1, b: 2 })
[1, 2].zip([1, 2].each)
[1, 1, 2].uniq
[1, 2, 3].uniq(&:odd?)
{ a: 1, b: 1 }.uniq { |k, v| v }
[1, 1.0].uniq
[[1], [1]].uniq
[1, 2, 3, 5].chunk_while { |a, b| b == a + 1 }.to_a
[1, 2].chunk_while
[1, 2, 4].slice_when { |a, b| b > a + 1 }.to_a
[1, 2, 4].each_entry.to_a
[1, 2].each_entry { }
[1, 2].each_with_index.to_a
[1, 2].each_with_object([])
[1, 2].each_with_object([]) { |x, m| m << x }
[1, 2].each_with_object
[1, 2].sum { |x| x * 2 }
["a"].sum("")
["a"].sum
[0.1, 0.2, 0.3].sum
[1, 2].flat_map { |x| [x, x] }
[1, 2].filter_map { |x| x if x > 1 }
[1, 2].to_set.class
[1, 2].to_set { |x| x * 2 }
{ a: 1 }.to_set
{ a: 1 }.each_entry.to_a
[3, 1].each_entry.sort
(1..6).each_slice(2).map(&:sum)
(1..4).each_cons(2).to_a
(1..4).each_slice(3).size
(1..4).each_cons(3).size
(1..4).tally
(1..3).inject(:*)
("a".."c").each_with_index.to_a
("a".."c").each_cons(2).map(&:join)
# ---- arguments of each
[1].each_with_index(1)
[1].each_with_index(1) { }
(1..3).each_with_index(1) { }
{a: 1}.each_with_index(1) { }
[1].each_entry(1) { }
class Pair; include Enumerable; def each(a = 1, b = 2) = (yield a; yield b; self); end; o = Pair.new; [o.to_a(5), o.entries(9), o.each_with_index(7).to_a, o.each_entry(3, 4).to_a, o.to_a]
class Pair; include Enumerable; def each(a = 1, b = 2) = (yield a; yield b; self); end; a = []; Pair.new.each_with_index(7) { |*v| a << v }; a
class Pair; include Enumerable; def each(a = 1, b = 2) = (yield a; yield b; self); end; Pair.new.to_a(1, 2, 3)
