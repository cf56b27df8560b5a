[1, 2].each
[1, 2].map
[1, 2].each_slice(2)
[1, 2].each_with_index.with_index
{a: 1}.each
(1..3).each
(1..3).each_cons(2)
"ab".each_char
3.times
1.upto(3)
[1, 2].each.size
[1, 2].map.size
[1, 2, 3].each_slice(2).size
[1, 2, 3].each_cons(2).size
[1].each_cons(2).size
(1..5).each.size
{a: 1}.each.size
[1, 2].cycle.size
[1, 2].cycle(2).size
[].cycle.size
[1].each_entry.size
[1, 2].each.with_index.size
3.times.size
[1, 2].each.next
e = [1, 2].each; [e.next, e.next]
e = [1, 2].each; e.next; e.next; e.next
e = [1, 2].each; [e.peek, e.next, e.peek, e.next]
e = [].each; e.peek
e = [1, 2].each; e.next; e.rewind; e.next
e = [1, 2].each; r = []; loop { r << e.next }; r
e = (1..3).each; r = []; begin; r << e.next while true; rescue StopIteration; r << :end; end; r
e = {a: 1}.each; e.next
e = [1, 2].each_with_index; [e.next, e.next]
e = [1, 2].map; e.with_index { |x, i| x * i }
[5, 6].each.with_index(1).to_a
[5, 6].each.with_index("a") { }
[5, 6].each.with_index(1.5).to_a
[5, 6].each.with_index(nil).to_a
[5, 6].map.with_index(10) { |x, i| x + i }
[5, 6].select.with_index { |x, i| i == 1 }
[5, 6].reject.with_index { |x, i| i == 1 }
[5, 6].flat_map.with_index { |x, i| [x] * i }
[5, 6].group_by.with_index { |x, i| i }
[5, 6].sort_by.with_index { |x, i| -i }
[5, 6].min_by.with_index { |x, i| -i }
[5, 6].each_with_index.map { |x, i| x * i }
[5, 6].each.with_index { |x, i| }
[5, 6].each.with_index
[5, 6].each.each_with_index.to_a
[5, 6].each_with_index.with_index(1).to_a
[5, 6].each_with_index.with_index.map { |(x, i), j| [x, i, j] }
[5, 6].each.with_object([]) { |x, m| m << x }
[5, 6].each.with_object(1).to_a
[5, 6].each_with_index.with_object([]) { |(x, i), m| m << x + i }
[5, 6].each_with_object([]).with_index { |(x, m), i| m << x + i }
{a: 1}.map.with_index { |(k, v), i| [k, v, i] }
{a: 1}.each_with_index.map { |(k, v), i| [k, v, i] }
{a: 1}.transform_values.with_index { |v, i| [v, i] }
[1, 2].each.each { |x| x }
[1, 2].each.each
[1, 2, 3].each_slice(2).map(&:first)
[1, 2, 3].each_slice(2).with_index.map { |a, i| a << i }
[1, 2].each + [3]
([1, 2].each + [3]).to_a
Enumerator.new { |y| y << 1 << 2; y.yield 3 }.to_a
Enumerator.new { |y| y << 1; y << 2 }.map { |x| x * 2 }
Enumerator.new { |y| y.yield 1, 2 }.to_a
Enumerator.new { |y| y.yield 1, 2 }.next
Enumerator.new { |y| y.yield }.to_a
Enumerator.new { |y| 10.times { |i| y << i } }.first(3)
Enumerator.new { |y| i = 0; loop { y << (i += 1) } }.take(3)
Enumerator.new { |y| i = 0; loop { y << (i += 1) } }.lazy.map { |x| x * 2 }.first(3)
e = Enumerator.new { |y| i = 0; loop { y << (i += 1) } }; [e.next, e.next, e.peek]
e = Enumerator.new { |y| y << 1; raise "x" }; [e.next, (e.next rescue $!.message)]
e = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }; e.first(10)
e = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }; e.lazy.select(&:even?).first(4)
Enumerator.new { |y| y << 1 }.size
Enumerator.new(3) { |y| y << 1 }.size
Enumerator.new(-> { 7 }) { |y| y << 1 }.size
Enumerator.new
Enumerator.new { |y| y << 1 }.with_index.to_a
Enumerator.new { |y| [1, 2].each(&y) }.to_a
Enumerator.new { |y| y << 1 }.each { |x| x }.class
Enumerator.new { |y| y << 1; :done }.each { |x| x }
Enumerator.new { |y| y << 1 }.rewind.class
Enumerator.produce(1) { |x| x * 2 }.first(4)
Enumerator.produce(1) { |x| raise StopIteration if x > 2; x + 1 }.to_a
Enumerator.produce([0, 1]) { |a, b| [b, a + b] }.lazy.map(&:first).first(6)
Enumerator.produce { 1 }.first(2)
Enumerator.produce(1) { |x| x }.size
def each_pair2; return to_enum(:each_pair2) unless block_given?; yield 1, 2; yield 3, 4; end; each_pair2.to_a
def nums(n); return enum_for(:nums, n) unless block_given?; n.times { |i| yield i }; end; nums(3).map { |x| x + 1 }
[1, 2].to_enum.next
[1, 2].to_enum(:map).with_index { |x, i| x * i }
"abc".each_char.with_index.map { |c, i| c * i }
"a\nb".each_line.map(&:chomp)
3.times.map { |i| i * 2 }
3.times.to_a
3.times.with_index(1).to_a
3.times.each_slice(2).to_a
1.step(7, 3).to_a
5.downto(3).map { |x| x }
1.upto(4).select(&:even?)
# ---- lazy
(1..3).lazy
(1..3).lazy.map { |x| x }
(1..3).lazy.select(&:odd?).map { |x| x * 2 }
(1..3).lazy.take(2)
(1..3).lazy.map { |x| x * 2 }.to_a
(1..3).lazy.map { |x| x * 2 }.force
(1..).lazy.select(&:even?).map { |x| x * x }.first(3)
(1..).lazy.reject(&:even?).first(2)
(1..).lazy.take_while { |x| x < 4 }.to_a
(1..5).lazy.drop_while { |x| x < 4 }.to_a
(1..).lazy.take(3).to_a
(1..).lazy.take(0).to_a
(1..5).lazy.drop(3).to_a
(1..).lazy.map { |x| x * 2 }.take(2).map { |x| x + 1 }.to_a
(1..).lazy.filter_map { |x| x * 2 if x.even? }.first(2)
(1..3).lazy.flat_map { |x| [x, x] }.to_a
(1..3).lazy.with_index.to_a
(1..3).lazy.with_index(1).map { |x, i| x * i }.to_a
(1..3).lazy.each_with_index.map { |x, i| x * i }.to_a
[1, 1, 2].lazy.uniq.to_a
[1, nil].lazy.compact.to_a
(1..3).lazy.first
(1..).lazy.map { |x| x }.first
(1..3).lazy.include?(2)
(1..).lazy.find { |x| x > 3 }
(1..3).lazy.sum
(1..3).lazy.map { |x| x }.reduce(:+)
(1..3).lazy.eager.class
(1..3).lazy.lazy.to_a
(1..3).lazy.map
(1..3).lazy.take(-1)
(1..3).lazy.drop(-1)
a = []; (1..).lazy.map { |x| a << x; x }.take(2).to_a; a
a = []; (1..3).lazy.map { |x| a << x; x }.first; a
(1..3).lazy.class
(1..3).lazy.size
(1..3).lazy.zip(4..6).to_a
{a: 1}.lazy.map { |k, v| v }.to_a
(1..3).lazy.each { |x| x }
(1..3).lazy.to_a.size
(1..20).lazy.select(&:even?).reject { |x| x % 4 == 0 }.map { |x| x * x }.first(2)
l = (1..4).lazy.take(2); [l.to_a, l.to_a]
(1..4).each_entry.lazy.force
# ---- with_object, produce, +
[1, 2].each.with_object([]) { |x, m| m << x }
[1, 2].each.with_object
[1, 2].each.with_object([])
[1, 2].each.each_with_object([]).size
[1, 2].each.with_object([]).size
[1, 2].map.with_object([]) { |x, m| m << x * 2 }
Enumerator.produce
Enumerator.produce(1, 2) { }
Enumerator.produce(1) { |x| x + 1 }.take(3)
Enumerator.produce(1) { |x| x + 1 }.lazy.select(&:even?).first(2)
Enumerator.produce(1) { |x| raise StopIteration }.to_a
e = Enumerator.produce(1) { |x| x + 1 }; [e.next, e.next, e.peek]
Enumerator.produce { 1 }.take(2)
Enumerator.produce([1, 2]) { |a, b| [b, a] }.take(3)
Enumerator.produce(1) { |x| raise "x" if x > 1; x + 1 }.to_a
Enumerator.produce(1) { |x| x + 1 }.each { |x| break x if x > 3 }
Enumerator.produce(1) { |x| x + 1 }.size
([1].each + [2] + [3]).to_a
([1].each + [2]).inspect
([1].each + [2]).map { |x| x * 2 }
([1].each + 5).to_a
[1, 2].each.size
[1, 2, 3].to_enum(:each_slice, 2).size
[1, 2].to_enum(:foo) { 42 }.size
[1, 2].to_enum { 42 }.size
[1, 2].enum_for(:each_slice, 2) { |n| n * 10 }.size
def sized; return to_enum(:sized) { 3 } unless block_given?; yield 1; end; [sized.size, sized.to_a]
[1, 2].each_entry.with_index(1).to_a
[4, 5].each_with_index.to_a
# ---- lazy, more
(1..3).lazy.collect { |x| x * 2 }.to_a
(1..3).lazy.collect { |x| x }
(1..3).lazy.filter(&:odd?).to_a
(1..3).lazy.filter(&:odd?)
(1..3).lazy.find_all(&:odd?).to_a
(1..3).lazy.collect_concat { |x| [x, [x]] }.to_a
(1..3).lazy.flat_map { |x| x }.to_a
(1..3).lazy.flat_map { |x| { x => 1 } }.to_a
(1..2).lazy.flat_map { |x| [[x]] }.to_a
(1..2).lazy.flat_map { |x| (1..x) }.to_a
(1..2).lazy.flat_map { |x| (1..x).lazy }.to_a
(1..3).lazy.take(2)
(1..3).lazy.take(2).take(1).to_a
(1..3).lazy.take("a")
(1..3).lazy.take(1.5).to_a
(1..3).lazy.take
(1..3).lazy.drop("a")
(1..3).lazy.drop(1)
(1..3).lazy.drop(1).first
(1..3).lazy.with_index(2).to_a
(1..3).lazy.with_index { |x, i| x * i }.to_a
r = []; (1..3).lazy.with_index { |x, i| r << [x, i] }.to_a; r
(1..3).lazy.with_index("a").to_a
(1..3).lazy.each_with_index { |x, i| break i }
(1..3).lazy.each_with_index
(1..3).lazy.each_with_index.to_a
(1..3).lazy.with_index
(1..3).lazy.grep(2..3).to_a
(1..3).lazy.grep(2..3) { |x| x * 2 }.to_a
(1..3).lazy.grep_v(2..3).to_a
(1..3).lazy.grep_v(2) { |x| x * 2 }.to_a
%w[ab c].lazy.grep(/a/).to_a
(1..3).lazy.grep
(1..3).lazy.grep(Integer)
(1..3).lazy.zip([4, 5]).to_a
(1..).lazy.zip(2..).first(2)
(1..3).lazy.zip([4], [5, 6]).to_a
(1..3).lazy.zip(5).to_a
(1..3).lazy.zip.to_a
(1..3).lazy.zip([1]) { }
(1..3).lazy.uniq(&:odd?).to_a
(1..3).lazy.uniq
[nil, 1, false].lazy.compact.to_a
[1].lazy.compact
(1..3).lazy.filter_map { |x| x * 2 if x.odd? }.to_a
(1..3).lazy.filter_map
(1..3).lazy.take_while(&:odd?).to_a
(1..3).lazy.take_while
(1..3).lazy.drop_while(&:odd?).to_a
(1..3).lazy.drop_while
(1..3).lazy.select
(1..3).lazy.reject
(1..3).lazy.flat_map
(1..3).lazy.each_entry.to_a
(1..3).lazy.each_entry { }
(1..3).lazy.each_with_object([]) { |x, m| m << x }
(1..3).lazy.to_a
(1..3).lazy.force
(1..3).lazy.eager
(1..3).lazy.eager.map { |x| x }
(1..3).lazy.map { |x| x }.eager.first(2)
(1..3).lazy.lazy.equal?(1)
l = (1..3).lazy; l.lazy.equal?(l)
(1..3).lazy.map { |x| x }.size
(1..3).lazy.select { |x| x }.size
(1..3).lazy.zip([1]).size
(1..3).lazy.with_index.size
(1..3).lazy.take(2).size
(1..3).lazy.drop(2).size
(1..3).lazy.flat_map { |x| x }.size
[4, 5].lazy.size
{ a: 1 }.lazy.size
(1..3).lazy.map { |x| x * 2 }.next
l = (1..3).lazy.map { |x| x * 2 }; [l.next, l.next, l.peek, l.rewind.next]
l = (1..1).lazy; l.next; l.next
(1..3).lazy.first(2)
(1..3).lazy.first(0)
(1..3).lazy.first(-1)
(1..3).lazy.include?(9)
(1..).lazy.map { |x| x * 2 }.include?(4)
(1..).lazy.any? { |x| x > 3 }
(1..3).lazy.min
(1..3).lazy.sort_by { |x| -x }
(1..3).lazy.to_set
(1..3).lazy.each_slice(2).to_a
(1..3).lazy.each_slice(2)
(1..).lazy.each_slice(2).first(2)
(1..).lazy.each_cons(2).first(2)
(1..).lazy.each_slice(2).map(&:sum).first(2)
(1..3).lazy.chunk_while { |a, b| b.even? }.to_a
(1..4).lazy.slice_when { |a, b| b.odd? }.to_a
(1..3).lazy.group_by(&:odd?)
(1..3).lazy.partition(&:odd?)
(1..3).lazy.tally
(1..3).lazy.reduce(:+)
(1..3).lazy.each { |x| break x }
(1..3).lazy.each
(1..3).lazy.map { |x| x }.each { }
(1..3).lazy.is_a?(Enumerator)
(1..3).lazy.is_a?(Enumerable)
{ a: 1, b: 2 }.lazy.select { |k, v| v > 1 }.to_a
{ a: 1, b: 2 }.lazy.map { |k, v| [k, v] }.to_h
{ a: 1, b: 2 }.lazy.filter_map { |k, v| k if v > 1 }.to_a
{ a: 1, b: 2 }.lazy.reject { |k, v| v > 1 }.to_a
{ a: 1, b: 2 }.lazy.flat_map { |k, v| [v] * v }.to_a
{ a: 1, b: 2 }.lazy.take_while { |k, v| v < 2 }.to_a
{ a: 1, b: 2 }.lazy.with_index.map { |(k, v), i| [k, i] }.to_a
{ a: 1, b: 2 }.lazy.each_with_index.map { |(k, v), i| [k, i] }.to_a
class L; include Enumerable; def each; yield 1, 2; yield 3; yield; end; end; [L.new.lazy.to_a, L.new.lazy.map { |a, b| b }.to_a, L.new.lazy.map { |a| a }.to_a, L.new.lazy.select { |a, b| b }.to_a]
class L; include Enumerable; def each; yield 1; yield 2; raise "too far"; end; end; [L.new.lazy.first(2), L.new.lazy.take(2).to_a, L.new.lazy.map { |x| x * 2 }.first, L.new.lazy.take_while { |x| x < 2 }.to_a]
a = []; (1..4).lazy.select { |x| a << "s#{x}"; x.even? }.map { |x| a << "m#{x}"; x * 2 }.first(2); a
a = []; (1..4).lazy.take(2).each { |x| a << x }; a
a = []; l = (1..3).lazy.map { |x| a << x; x }; l.first; l.first; a
l = (1..4).lazy.drop(2); [l.to_a, l.to_a]
l = [1, 1, 2].lazy.uniq; [l.to_a, l.to_a]
l = (1..3).lazy.with_index; [l.to_a, l.to_a]
l = (1..4).lazy.drop_while { |x| x < 3 }; [l.to_a, l.to_a]
(1..3).lazy.map { |x| raise "x" }.to_a
(1..3).lazy.map { |x| x.nope }.first
(1..3).lazy.map(&:to_s).to_a
(1..3).lazy.map { |x| next x * 2 }.to_a
(1..3).lazy.map { |x| break x }.to_a
def f = (1..3).lazy.map { |x| return x }.to_a; f
(1..3).lazy.map(1) { }
(1..Float::INFINITY).lazy.map { |x| x * 2 }.select { |x| x % 3 == 0 }.reject(&:odd?).first(2)
(1..3).each_entry.lazy.map { |x| x }.to_a
[1, 2].each_with_index.lazy.map { |x, i| x * i }.to_a
[1, 2].each.lazy
[3, 1].lazy.sort
[3, 1].lazy.max
[3, 1].lazy.dup.to_a
[3, 1].lazy.freeze.map { |x| x }.to_a
[[1, 2], [3, 4]].lazy.map { |a, b| b }.to_a
[[1, 2], [3, 4]].lazy.to_h
[1, 2].lazy.inspect
[1, 2].lazy.to_s == [1, 2].lazy.inspect
(1..3).lazy.respond_to?(:force)
(1..3).lazy.sum { |x| x * 2 }
(1..3).lazy.zip((4..6).lazy).to_a
(1..3).lazy.with_object([]).to_a
(1..3).lazy.tally_by(&:odd?) rescue $!.class
(1..3).lazy.eager.class
(1..3).lazy.compact.first
[1].each + [2]
([1].each + [2]).class
([1].each + [2]).to_a
[1].each.with_index(Float::NAN).to_a
[1].each.with_index(1.5).to_a
[1].each.with_index("a").to_a
[1].each.with_index(nil).to_a
1.upto(5).size
5.upto(1).size
1.upto(5.5).size
1.upto(Float::INFINITY).size
1.upto("a").size
1.upto(nil).size
5.downto(1).size
1.downto(5).size
1.upto(5).to_a
([1].each + [2]).size
([1].each + [2]).is_a?(Enumerator)
([1].each + [2] + [3]).inspect
([1].each + [2]).each { |v| v }.class
([1].each + [2]).with_index.to_a
([1].each + [2]).map { |v| v + 1 }
[1].each.chain([2]).class
[1].chain([2]).to_a
Enumerator::Chain.new([1], [2]).to_a
Enumerator::Chain.ancestors.first(2)
[1].each.with_index(Float::INFINITY).to_a
[1].each.with_index(-1.9).to_a
[1].each.with_index(true).to_a
%w[a].each_with_index.with_index(2.7).to_a
[1].map.with_index(Float::NAN) { }
