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
