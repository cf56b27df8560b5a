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
Enumerator.new { |y| y << 1 }.each { |x| x }
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
