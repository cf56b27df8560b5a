# ---- making
Array.new
Array.new(3)
Array.new(3, 0)
Array.new(3) { |i| i * i }
Array.new([1, 2])
Array.new(0)
Array.new(-1)
Array.new("a")
Array.new(nil)
Array.new(1, 2, 3)
Array.new(2.9, :x)
Array[1, 2, 3]
Array[]
Array.try_convert([1])
Array.try_convert("a")
Array(nil)
Array([1])
Array(1..3)
Array({a: 1})
Array("a")
a = [1]; b = Array.new(a); b << 2; [a, b]
a = Array.new(2, []); a[0] << 1; a
# ---- [] and slice
[1, 2, 3][0]
[1, 2, 3][2]
[1, 2, 3][3]
[1, 2, 3][-1]
[1, 2, 3][-3]
[1, 2, 3][-4]
[1, 2, 3][1.9]
[1, 2, 3][nil]
[1, 2, 3]["a"]
[1, 2, 3][:a]
[1, 2, 3][true]
[1, 2, 3][0, 2]
[1, 2, 3][1, 10]
[1, 2, 3][3, 1]
[1, 2, 3][4, 1]
[1, 2, 3][-2, 2]
[1, 2, 3][-4, 2]
[1, 2, 3][0, -1]
[1, 2, 3][0, 0]
[1, 2, 3][0, nil]
[1, 2, 3][0, 2.7]
[1, 2, 3][0..1]
[1, 2, 3][0...1]
[1, 2, 3][0...-1]
[1, 2, 3][1..]
[1, 2, 3][..1]
[1, 2, 3][...1]
[1, 2, 3][-2..]
[1, 2, 3][-2..-1]
[1, 2, 3][3..]
[1, 2, 3][4..]
[1, 2, 3][2..1]
[1, 2, 3][-9..1]
[1, 2, 3][0..99]
[1, 2, 3][nil..nil]
[1, 2, 3]["a".."b"]
[1, 2, 3][0..4611686018427387903]
[1, 2, 3].slice(1, 2)
[1, 2, 3].slice(1..)
[1, 2, 3].slice(0)
[1, 2, 3].slice
[1, 2, 3].slice(1, 2, 3)
[1, 2, 3].at(1)
[1, 2, 3].at(-1)
[1, 2, 3].at(9)
[1, 2, 3].at("1")
# ---- []=
a = [1, 2, 3]; a[0] = 9; a
a = [1, 2, 3]; a[-1] = 9; a
a = [1, 2, 3]; a[5] = 9; a
a = [1, 2, 3]; a[-4] = 9; a
a = []; a[-1] = 1
a = [1, 2, 3]; a[0, 2] = 9; a
a = [1, 2, 3]; a[0, 2] = [7, 8, 9]; a
a = [1, 2, 3]; a[1, 0] = [7, 8]; a
a = [1, 2, 3]; a[1, 1] = []; a
a = [1, 2, 3]; a[5, 1] = 1; a
a = [1, 2, 3]; a[0, -1] = 1
a = [1, 2, 3]; a[-5, 1] = 1
a = [1, 2, 3]; a[0..1] = 9; a
a = [1, 2, 3]; a[1..] = [5]; a
a = [1, 2, 3]; a[...1] = []; a
a = [1, 2, 3]; a[-5..1] = 1
a = [1, 2, 3]; a[4..6] = 1; a
a = [1, 2, 3]; a[1...1] = :x; a
a = [1, 2, 3]; a[0..0] = nil; a
a = [1, 2, 3]; (a[0] = 5) + 1
a = [1, 2, 3]; a["x"] = 5
a = [1, 2].freeze; a[0] = 1
a = [1, 2, 3]; a[0] += 5; a
a = [nil]; a[0] ||= 5; a
a = [1, 2]; a[0], a[1] = a[1], a[0]; a
# ---- dig fetch values_at
[[1, [2, 3]]].dig(0, 1, 0)
[[1, [2, 3]]].dig(0)
[1].dig(0, 1)
[nil].dig(0, 1, 2)
[{a: [1, {b: 2}]}].dig(0, :a, 1, :b)
[1].dig
[1, 2].fetch(0)
[1, 2].fetch(-1)
[1, 2].fetch(2)
[1, 2].fetch(-3)
[1, 2].fetch(2, :d)
[1, 2].fetch(2) { |i| i * 10 }
[1, 2].fetch("a")
[].fetch(0)
[1, 2, 3].values_at(0, 2)
[1, 2, 3].values_at(0, 5, -1, -9)
[1, 2, 3].values_at(0..1)
[1, 2, 3].values_at(1..5)
[1, 2, 3].values_at(1..)
[1, 2, 3].values_at(4..5)
[1, 2, 3].values_at(-5..1)
[1, 2, 3].values_at
[1, 2, 3].values_at(0, 1..2, -1)
# ---- first last take drop
[1, 2, 3].first
[].first
[1, 2, 3].first(2)
[1, 2, 3].first(0)
[1, 2, 3].first(9)
[1, 2, 3].first(-1)
[1, 2, 3].first("a")
[1, 2, 3].first(nil)
[1, 2, 3].last
[].last
[1, 2, 3].last(2)
[1, 2, 3].last(9)
[1, 2, 3].last(-1)
[1, 2, 3].take(2)
[1, 2, 3].take(-1)
[1, 2, 3].take(9)
[1, 2, 3].drop(1)
[1, 2, 3].drop(9)
[1, 2, 3].drop(-1)
[1, 2, 3, 1].take_while { |x| x < 3 }
[1, 2, 3, 1].drop_while { |x| x < 3 }
[1, 2].take_while
[].drop_while { true }
# ---- push pop shift unshift insert concat
[1].push(2, 3)
[1].push
[1].append(2)
[1] << 2 << 3
a = [1, 2]; [a.pop, a]
a = [1, 2, 3]; [a.pop(2), a]
a = []; [a.pop, a.pop(1), a]
[1].pop(-1)
a = [1, 2]; [a.shift, a]
a = [1, 2, 3]; [a.shift(2), a]
a = []; [a.shift, a.shift(3), a]
[1].shift(-1)
[3].unshift(1, 2)
[3].prepend(1)
[3].unshift
[1, 2].insert(1, :a)
[1, 2].insert(1, :a, :b)
[1, 2].insert(-1, :a)
[1, 2].insert(-2, :a)
[1, 2].insert(4, :a)
[1, 2].insert(-5, :a)
[1, 2].insert(1)
[1, 2].insert("a", 1)
[1, 2].insert
[1].concat([2], [3, 4])
[1].concat
[1].concat(2)
a = [1]; a.concat(a, a)
[1].freeze.push(2)
[1].freeze.pop
[1].freeze.shift
[1].freeze.unshift(1)
[1].freeze.concat([1])
[1].freeze.insert(0, 1)
[1].freeze.clear
["a"].freeze.map!(&:upcase)
# ---- fill
[1, 2, 3].fill(0)
[1, 2, 3].fill(0, 1)
[1, 2, 3].fill(0, 1, 1)
[1, 2, 3].fill(0, 1, 5)
[1, 2, 3].fill(0, -2)
[1, 2, 3].fill(0, -9)
[1, 2, 3].fill(0, 1..1)
[1, 2, 3].fill(0, 2..4)
[1, 2, 3].fill(0, -9..1)
[1, 2, 3].fill(0, nil, 2)
[1, 2, 3].fill(0, nil, nil)
[1, 2, 3].fill(0, 1, -1)
[1, 2, 3].fill { |i| i * i }
[1, 2, 3].fill(1) { |i| i * i }
[1, 2, 3].fill(1, 1) { |i| i * 5 }
[1, 2, 3].fill(1..) { |i| i * 5 }
[1, 2, 3].fill
[1, 2, 3].fill("a", "b")
# ---- index
[1, 2, 1].index(1)
[1, 2, 1].index(9)
[1, 2, 1].index { |x| x > 1 }
[1, 2, 1].find_index(2)
[1, 2, 1].rindex(1)
[1, 2, 1].rindex { |x| x == 1 }
[1, 2, 1].rindex(7)
[1, 2].index
[1, 2].rindex
[1, 2.0].index(2)
# ---- delete and friends
a = [1, 2, 1]; [a.delete(1), a]
a = [1, 2, 1]; [a.delete(9), a]
[1].delete(9) { |x| "no #{x}" }
a = [1, 2, 3]; [a.delete_at(1), a]
a = [1, 2, 3]; [a.delete_at(-1), a]
a = [1, 2, 3]; [a.delete_at(9), a]
a = [1, 2, 3]; [a.delete_if { |x| x > 1 }, a]
a = [1, 2, 3]; [a.reject! { |x| x > 1 }, a]
a = [1, 2, 3]; [a.reject! { |x| x > 9 }, a]
a = [1, 2, 3]; [a.select! { |x| x > 1 }, a]
a = [1, 2, 3]; [a.select! { |x| x > 0 }, a]
a = [1, 2, 3]; [a.filter! { |x| x > 1 }, a]
a = [1, 2, 3]; [a.keep_if { |x| x > 1 }, a]
a = [1, 2, 3, 4]; a.reject! { |x| break if x == 3; x == 1 }; a
a = [1, 2, 3, 4]; a.delete_if { |x| break :b if x == 3; true }; a
[1].freeze.delete(1)
[1].freeze.delete(2)
[1].freeze.delete_at(0)
[1].freeze.reject! { true }
[1].freeze.delete_if { false }
[1].reject!
[1].delete_if
a = [1, 2, 3, 4]; [a.slice!(1), a]
a = [1, 2, 3, 4]; [a.slice!(1, 2), a]
a = [1, 2, 3, 4]; [a.slice!(1..2), a]
a = [1, 2, 3, 4]; [a.slice!(-2..), a]
a = [1, 2, 3, 4]; [a.slice!(9), a]
a = [1, 2, 3, 4]; [a.slice!(9, 1), a]
a = [1, 2, 3, 4]; [a.slice!(4, 1), a]
a = [1, 2, 3, 4]; [a.slice!(9..), a]
a = [1, 2, 3, 4]; [a.slice!(-9), a]
[1].freeze.slice!(0)
a = [1, nil, 2]; [a.compact, a.compact!, a, a.compact!]
a = [1, 1, 2]; [a.uniq, a.uniq!, a, a.uniq!]
a = [1, [2, [3]]]; [a.flatten!, a, a.flatten!]
[1, 2, 3].clear
[1, 2].replace([3])
[1, 2].replace(3)
# ---- + - * & | <=> ==
[1, 2] + [3]
[1] + []
[1] + 2
[1] + nil
[1] + "a"
[1, 2, 1, 3] - [1]
[1, 2] - []
[1] - 1
[1, 1.0] - [1]
["a", :a] - ["a"]
[[1], [2]] - [[1]]
[{a: 1}] - [{a: 1}]
[1, 2] * 2
[1, 2] * 0
[1, 2] * ","
[1, [2, 3]] * "-"
[1] * -1
[1] * nil
[1] * :a
[] * 5
[1, 1, 2, 3] & [3, 1]
[1] & 1
[1, 2] | [2, 3]
[1, 1] | []
[1] | nil
[1, 2, 3].difference([1], [2])
[1, 2].difference
[1].union([2], [1, 3])
[1, 1].union
[1, 2, 3].intersection([1, 2], [2])
[1, 1].intersection
[1, 2].intersect?([2])
[1, 2].intersect?([3])
[1, 2] <=> [1, 3]
[1, 2] <=> [1]
[1] <=> [1, 2]
[1] <=> [1]
[] <=> []
[1] <=> ["a"]
[1] <=> 1
["b"] <=> ["a"]
[1, 2] == [1, 2]
[1, 2] == [1.0, 2.0]
[1, 2] == [2, 1]
[1] == 1
[1] == nil
[1] != [2]
[1] == [1, 2]
[[1, [2]]] == [[1, [2]]]
[1].eql?([1.0])
[1].eql?([1])
[1].eql?(1)
[1].hash == [1].hash
[1].hash == [2].hash
[1].equal?([1])
# ---- sort
[3, 1, 2].sort
[3, 1, 2].sort { |a, b| b <=> a }
["b", "a"].sort
[:b, :a].sort
[1.5, 1, 0.5].sort
[3, "a"].sort
[nil, 1].sort
[3, 1].sort { nil }
[3, 1].sort { "a" }
[[2, 1], [1, 2]].sort
[[1, "b"], [1, "a"]].sort
[].sort
[true, false].sort
a = [3, 1, 2]; [a.sort!, a]
a = [3, 1, 2]; a.sort! { |x, y| y <=> x }
[1].freeze.sort!
%w[ccc a bb].sort_by(&:size)
%w[ccc a bb].sort_by { |x| -x.size }
%w[ccc a bb].sort_by { |x| [x.size, x] }
a = %w[ccc a bb]; [a.sort_by!(&:size), a]
[1, 2].sort_by
[1, "a"].sort_by { |x| x }
[3, 1, 2].sort.reverse
[3, 1, 2].max
[3, 1, 2].min
[].max
[].min
[3, 1, 2].max(2)
[3, 1, 2].min(2)
[3, 1, 2].min(0)
[3, 1, 2].min(-1)
%w[aa b ccc].max { |a, b| a.size <=> b.size }
%w[aa b ccc].min { |a, b| a.size <=> b.size }
%w[aa b ccc].max_by(&:size)
%w[aa b ccc].min_by(&:size)
%w[aa b ccc].max_by(2, &:size)
%w[aa b ccc].min_by(2, &:size)
[].max_by { |x| x }
[3, 1, 2].minmax
[].minmax
%w[aa b].minmax_by(&:size)
a = [1, "a"]; a.max
a = [nil, 1]; a.min
a = [1, nil]; a.max
[1, 2.5].max
# ---- sum inject
[1, 2, 3].sum
[].sum
[1, 2.5].sum
[0.1, 0.2, 0.3].sum
[0.1] * 3 == [0.1, 0.1, 0.1]
([0.1] * 10).sum
[3, 0.1, 0.2].sum
[1, 2].sum(10)
["a", "b"].sum("")
["a", "b"].sum
[[1], [2]].sum([])
[1, 2].sum { |x| x * 2 }
[1, nil].sum
[1e100, 1.0, -1e100].sum
[1, 2, 3].inject(:+)
[1, 2, 3].inject(10, :+)
[1, 2, 3].inject { |a, b| a * b }
[1, 2, 3].inject(2) { |a, b| a * b }
[1, 2, 3].inject("+")
[].inject(:+)
[].inject(1, :+)
[5].inject { |a, b| a * b }
[1, 2, 3].reduce(:*)
[1, 2, 3].reduce(0) { |a, b| a - b }
[1, 2].inject(1)
[1, 2].inject(:nope)
[[:a, 1], [:b, 2]].inject({}) { |h, (k, v)| h.merge(k => v) }
[1, 2, 3].inject { |a, b| break a if b == 3; a + b }
# ---- iterate
a = []; [1, 2].each { |x| a << x }; a
[1, 2].each { }
[1, 2].each
[[1, 2], [3, 4]].each { |a, b| }
a = []; [[1, 2], [3, 4]].each { |x, y| a << x + y }; a
a = []; [[1, [2, 3]]].each { |x, (y, z)| a << [x, y, z] }; a
a = []; [[1, 2, 3]].each { |x, *y| a << y }; a
a = []; [1, 2].each_index { |i| a << i }; a
a = []; [1, 2].each_with_index { |x, i| a << [x, i] }; a
a = []; [1, 2].reverse_each { |x| a << x }; a
a = [1, 2, 3]; b = []; a.each { |x| b << x; a.delete(2) if x == 1 }; b
a = [1, 2]; b = []; a.each { |x| b << x; a << 9 if a.size < 4 }; b
[1, 2].each_with_object([]) { |x, m| m << x * 2 }
[1, 2, 3].each { |x| break x if x == 2 }
[1, 2, 3].each { |x| next }
[1, 2].map { |x| x + 1 }
[1, 2].map(&:to_s)
[1, 2].map
[[1, 2]].map { |a, b| b }
[[1, 2]].map { |a| a }
[[1, 2], [3]].map { |a, b| [a, b] }
[1, 2].collect { |x| x }
a = [1, 2]; [a.map! { |x| x + 1 }, a]
a = [1, 2]; a.collect!(&:to_s)
[1, 2].map!
[[1], [2]].flat_map { |x| x }
[1, 2].flat_map { |x| [x, [x]] }
[1, 2, 3].select(&:odd?)
[1, 2, 3].filter { |x| x > 1 }
[1, 2, 3].reject(&:odd?)
[1, 2].select
[1, nil, 2].filter_map { |x| x && x * 2 }
[1, 2, 3].find { |x| x > 1 }
[1, 2, 3].detect { |x| x > 5 }
[1, 2, 3].find(-> { :none }) { |x| x > 5 }
[1, 2, 3].find_all { |x| x > 1 }
[1, 2, 3, 4].partition(&:even?)
[1, 2, 3, 4].group_by(&:even?)
%w[a b a].tally
[1, 2].tally({1 => 5})
[1, 2, 2].count
[1, 2, 2].count(2)
[1, 2, 2].count { |x| x == 1 }
[1, 2, 3].include?(2)
[1, 2, 3].include?(2.0)
[1, 2, 3].include?(9)
[1, 2].member?(1)
[nil, 1].any?
[nil].any?
[].any?
[1, 2].any? { |x| x > 1 }
[1, "a"].any?(String)
["ab"].any?(/b/)
[[1, 2]].any? { |a, b| b == 2 }
[1, nil].all?
[].all?
[1, 2].all?(Integer)
[1, 2].all?(1..2)
[1, 2].all? { |x| x > 1 }
[nil, false].none?
[1].none?
[1, 2].none?(3)
[1, 2].none? { |x| x > 2 }
[nil, 1].one?
[1, 1].one?
[1, 2].one?(2)
[1, 2].one? { |x| x > 1 }
[1, 2, 3, 4, 5].each_slice(2).to_a
a = []; [1, 2, 3].each_slice(2) { |x| a << x }; a
[1, 2].each_slice(0)
[1, 2, 3].each_slice(2) { |x| }
[1, 2, 3, 4].each_cons(2).to_a
[1, 2].each_cons(3).to_a
[1, 2].each_cons(0)
[1, 2, 4, 9, 10, 11].chunk_while { |a, b| b == a + 1 }.to_a
[1, 2, 4, 9, 10].slice_when { |a, b| b != a + 1 }.to_a
[].slice_when { true }.to_a
[1, 2].chunk_while
[3, 1, 4, 1, 5].slice_before { |x| x == 1 }.to_a
[3, 1, 4, 1, 5].slice_before(1).to_a
[3, 1, 4, 1, 5].slice_after(1).to_a
[3, 1, 4, 1, 5].slice_after { |x| x > 3 }.to_a
[1, 1, 2, 3, 3].chunk(&:odd?).to_a
[1, 2, 3].chunk { |x| x == 2 ? nil : true }.to_a
[1, 2].chunk { :_alone }.to_a
a = []; [1, 2].cycle { |x| a << x; break if a.size > 4 }; a
a = []; [1, 2].cycle(2) { |x| a << x }; a
[].cycle { }
[1, 2].cycle(0) { }
[1, 2].cycle.first(5)
[1, 2].zip([3, 4])
[1, 2].zip([3], [4, 5, 6])
[1, 2].zip
[1, 2].zip(1..)
a = []; [1, 2].zip([3, 4]) { |x, y| a << x * y }; a
[1, 2].zip([3, 4]) { }
[1].zip(5)
[1, 2].each_entry.to_a
# ---- shape
[1, [2, [3, [4]]]].flatten
[1, [2, [3, [4]]]].flatten(1)
[1, [2, [3]]].flatten(0)
[1, [2, [3]]].flatten(-1)
[1, [2, [3]]].flatten(nil)
[1, [2]].flatten("a")
[{a: [1]}].flatten
a = []; a << a; a.flatten
a = [1]; a << a; a
a = [1]; a << a; a.inspect
a = [1]; a << a; a == a
a = [1]; a << a; a.join
[[1, 2], [3, 4]].transpose
[].transpose
[[], []].transpose
[[1, 2], [3]].transpose
[1].transpose
[1, 2, 3].reverse
a = [1, 2, 3]; [a.reverse!, a]
[1, 2, 3].rotate
[1, 2, 3].rotate(2)
[1, 2, 3].rotate(-1)
[1, 2, 3].rotate(10)
[].rotate
[1, 2].rotate("a")
a = [1, 2, 3]; [a.rotate!, a]
[1, nil, 2, nil].compact
[1, 2, 1].uniq
[1, 1.0].uniq
["a", "A"].uniq(&:downcase)
[[1, 2], [1, 3]].uniq { |a, b| a }
[[1, 2], [1, 3]].uniq(&:first)
[{a: 1}, {a: 1}].uniq
[1, 2].product([3, 4])
[1, 2].product
[1, 2].product([3], [4, 5])
[1, 2].product([])
a = []; [1].product([2]) { |x| a << x }; a
[1].product(2)
[1, 2, 3].combination(2).to_a
[1, 2, 3].combination(0).to_a
[1, 2, 3].combination(4).to_a
[1, 2, 3].combination(-1).to_a
[1, 2, 3].permutation(2).to_a
[1, 2, 3].permutation.to_a
[1, 2, 3].permutation(0).to_a
[1, 2, 3].permutation(4).to_a
[1, 2, 3].permutation.to_a.size
[1, 2].repeated_combination(2).to_a
[1, 2].repeated_permutation(2).to_a
[1, 2].repeated_combination(0).to_a
[].repeated_permutation(2).to_a
a = []; [1, 2, 3].combination(2) { |x| a << x.sum }; a
[1, 2].join
[1, 2].join(",")
[1, [2, [3]]].join(",")
[1, nil, "a", :b].join("-")
[].join
[[], 1, []].join(",")
[1].join(1)
[1, 2].join(nil)
[[]].join("-")
[[1, 2], [3]].to_h rescue "#{$!.class}: #{$!.message}"
[[:a, 1], [:b, 2]].to_h
[].to_h
[1, 2].to_h { |x| [x, x * 2] }
[1].to_h
[[1, 2, 3]].to_h
[1].to_h { 1 }
[1].to_h { [1] }
[[:a, 1]].to_h { |k, v| [v, k] }
[[1, :a], [2, :b]].assoc(2)
[[1, :a], [2, :b]].rassoc(:b)
[[1, :a], 5].assoc(9)
[[1], 5].rassoc(9)
[1, 4, 7].bsearch { |x| x >= 4 }
[1, 4, 7].bsearch { |x| x >= 9 }
[1, 4, 7].bsearch { |x| 4 <=> x }
[1, 4, 7].bsearch { |x| 5 <=> x }
[1, 4, 7].bsearch { "a" }
[1, 4, 7].bsearch_index { |x| x >= 4 }
[1, 2].to_a
[1, 2].entries
[1, 2].to_ary
[1, 2].length
[1, 2].size
[].empty?
[1].empty?
[1].frozen?
[1].freeze.frozen?
[1].freeze.dup.frozen?
[1].freeze.clone.frozen?
a = [1, [2]]; b = a.dup; b[1] << 3; b << 4; a
[1, 2].to_s
[1, "a", :b, nil, true, 1.5, 1..2, /x/].inspect
[nil, true].to_s
"#{[1, "a"]}"
[1, 2, 3].lazy.map { |x| x * 2 }.first(2)
[1, 2, 3].each_with_index.map { |x, i| x * i }
[1, 2, 3].each_with_index.to_a
[1, 2, 3].map.with_index { |x, i| [i, x] }
[1, 2, 3].map.with_index(1) { |x, i| [i, x] }
[1, 2, 3].each.with_index(1).to_a
[1, 2, 3].select.with_index { |x, i| i > 0 }
%w[a b].each_with_index.to_h
[3, 1].to_set
# ---- splats and patterns
a, b = [1, 2]; [b, a]
a, *b = [1, 2, 3]; [a, b]
*a, b = [1, 2, 3]; [a, b]
a, (b, c) = 1, [2, 3]; [a, b, c]
[*1..3, *[4]]
[*nil]
[*"a"]
case [1, 2] when Array then :a else :b end
Array === [1]
[1] === [1]
[1, 2].is_a?(Enumerable)
Array.ancestors.include?(Enumerable)
[1].respond_to?(:each)
[1].class
[1].nope
[1].nope(2)
[1].first(1, 2)
[1].push(2).frozen?
[[1, 2], [3, 4]].sum { |a, b| a * b }
[[1, 2], [3, 4]].each_with_object([]) { |(a, b), m| m << b }
[[1, 2], [3, 4]].each_with_index.map { |(a, b), i| a + b + i }
[[1, 2], [3, 4]].inject(0) { |s, (a, b)| s + a * b }
%w[a b c].each_slice(2).map(&:first)
%w[a b c].each_slice(2).to_h { |a, b| [a, b] }
%w[a b c].each_cons(2).map { |a, b| a + b }
%w[x y].each.with_object([]) { |x, m| m << x }
[1, 2, 3].min_by { |x| -x }
[0.1, 0.2, 0.3].inject(:+)
[1, 2, 3].then { |a| a.size }
["a", "b"].cycle.lazy.map(&:upcase).first(3)
[1, 2, 3].step rescue $!.class
[1, 2, 3, 4].each_slice(2).include?([1, 2])
[3, 5].each_with_index.max
[1, 2, 3].find_index { |x| x == 9 }
[1, 2, 3].sum.fdiv(2)
[1, 2, 3].first.succ
[1, 2, 3] .map do |x| x * 2 end
%i[a b].map(&:to_proc).map { |p| p.call("x") rescue $!.class }
["a", nil, :b].map(&:to_s)
[1, 2, 3].each_entry { |x| x }
[[3, 1], [2]].min
[[1, nil], [1, 2]].sort
[1, 2, 3, 4, 5, 6].each_slice(4).map(&:sum)
[1, 2] .frozen?
[4, 5].each_with_index.to_a.flatten
a = [1, 2, 3]; a.pop; a << 9; a
def f(*a) = (a.pop; a << 7; a); b = [1, 2]; [f(*b), b]
# ---- combinations
[1, 2, 3].combination(2).size
[1, 2, 3].combination(0).to_a
[1, 2, 3].combination(4).to_a
[1, 2, 3].combination(-1).to_a
[1, 2, 3].combination(1.9).to_a
[1, 2, 3].combination("a")
[1, 2, 3].combination
[1, 2, 3].combination(nil).to_a
[1, 2, 3].combination(2) { }
[1, 2, 3].combination(2)
[1, 2, 3].combination(2) { |a, b| break [a, b] }
a = [1, 2, 3]; r = []; a.combination(2) { |c| r << c; a.clear }; [a, r]
[].combination(0).to_a
[1, 2, 3, 4].permutation(2).size
[1, 2, 3].permutation.size
[1, 2, 3].permutation(nil).to_a.size
[1, 2, 3].permutation(0).to_a
[1, 2, 3].permutation(4).to_a
[1, 2, 3].permutation(-1).to_a
[1, 2, 3].permutation(2) { }
[1, 2, 3].permutation("a") { }
[].permutation.to_a
[1, 1].permutation.to_a
[1, 2].permutation
[1, 2].permutation(1)
[1, 2].repeated_combination(3).to_a
[1, 2].repeated_combination(3).size
[1, 2].repeated_combination(0).to_a
[1, 2].repeated_combination(-1).to_a
[].repeated_combination(2).to_a
[].repeated_combination(0).to_a
[1, 2].repeated_combination(2) { }
[1, 2].repeated_permutation(2).to_a
[1, 2].repeated_permutation(3).size
[1, 2].repeated_permutation(0).to_a
[1, 2].repeated_permutation(-1).to_a
[].repeated_permutation(2).to_a
[1, 2].repeated_permutation(nil) { }
[1, 2].repeated_permutation(2) { |a, b| break a }
[1, 2].product
[1, 2].product([3], [4, 5])
[1, 2].product([])
[].product([1])
[1, 2].product([3, 4]) { |a, b| }
r = []; [[1, 2].product([3, 4]) { |a, b| r << a * b }, r]
[1].product(2)
[1].product(nil) { }
[1, 2].product([3, 4]) { |x| break x }
[[1, 2], [3, 4]].transpose
[[1, 2], [3]].transpose
[[]].transpose
[].transpose
[1].transpose
[[1], 2].transpose
[[], [1]].transpose
[1, 2, 3].rotate(-1)
[1, 2, 3].rotate(7)
[1, 2, 3].rotate(1.5)
[1, 2, 3].rotate(nil)
[1, 2, 3].rotate("a")
[].rotate(2)
[1, 2].rotate(1, 2)
a = [1, 2, 3]; [a.rotate!(-1), a]
a = [1, 2, 3]; a.rotate!.equal?(a)
[1, 2].freeze.rotate!
[].freeze.rotate!
[1, 2].rotate!("a")
# ---- search
[[1, 2], 3, [4]].assoc(4)
[[1, 2], 3, [4]].assoc(3)
[[1, 2], [4, 2], [5]].rassoc(2)
[[1]].rassoc(nil)
[[1]].assoc
[].assoc(1)
[1, 3, 5].bsearch { |x| x >= 2 }
[1, 3, 5].bsearch { |x| x >= 9 }
[1, 3, 5].bsearch { |x| 3 <=> x }
[1, 3, 5].bsearch { |x| 2 <=> x }
[1, 3, 5].bsearch { |x| 3.0 - x }
[1, 3, 5].bsearch { nil }
[1, 3, 5].bsearch { "a" }
[1, 3, 5].bsearch { :a }
[1, 3, 5].bsearch { [] }
[1, 3, 5].bsearch
[1, 3, 5].bsearch.class
[1, 3, 5].bsearch(1)
[1, 3, 5].bsearch_index { |x| x >= 2 }
[1, 3, 5].bsearch_index { |x| x >= 9 }
[1, 3, 5].bsearch_index { |x| 5 <=> x }
[1, 3, 5].bsearch_index { "a" }
[].bsearch { true }
[].bsearch_index { true }
[1, 2, 3].bsearch { |x| break x }
[3, 4, 3].index(3)
[3, 4, 3].rindex(3)
[3, 4, 3].index { |x| x > 3 }
[3, 4, 3].rindex { |x| x == 3 }
[3, 4].index(9)
[3, 4].rindex(9)
[3, 4].index
[3, 4].rindex
[3, 4].find_index(4)
[3, 4].find_index { |x| x == 4 }
[3, 4].find_index
[3, 4].find_index(4) { |x| false }
[3, 4].index(1, 2)
[3, 4].rindex(1, 2)
[3, 4].index.with_index.to_a
[3, 4].rindex.with_index.to_a
[3, 4].index.size
[[1, 2]].index { |a, b| b == 2 }
[1, [2, {a: 3}]].dig(1, 1, :a)
[1].dig
[1].dig(0, 1)
[nil].dig(0, 1, 2)
[1].dig("a")
[[1]].dig(0, 5)
[1].dig(9, 9)
[1, 2].fetch(5)
[1, 2].fetch(-3)
[1, 2].fetch(5, :d)
[1, 2].fetch(5) { |i| i * 2 }
[1, 2].fetch(-1)
[1, 2].fetch("a")
[1, 2].fetch(1.7)
[1, 2].fetch
[1, 2].fetch(nil, 1)
[1, 2].fetch(9, nil)
[1, 2, 3].values_at(0, 2, -1, 5)
[1, 2, 3].values_at(0..1)
[1, 2, 3].values_at(1..5)
[1, 2, 3].values_at(1..)
[1, 2, 3].values_at(..1)
[1, 2, 3].values_at(5..6)
[1, 2, 3].values_at(3..4)
[1, 2, 3].values_at(-9..1)
[1, 2, 3].values_at(1...-1, 0)
[1, 2, 3].values_at
[1, 2, 3].values_at("a")
[1, 2, 3].values_at(1.5)
[1, 2, 3].values_at(nil)
# ---- fill
[1, 2, 3].fill(0)
[1, 2, 3].fill { |i| i * i }
[1, 2, 3].fill(0, 1)
[1, 2, 3].fill(0, 1, 1)
[1, 2, 3].fill(0, 1..5)
[1, 2, 3].fill(0, -2)
[1, 2, 3].fill(0, -9)
[1, 2, 3].fill(0, 1, -1)
[1, 2, 3].fill(0, nil, 2)
[1, 2, 3].fill(0, 1, nil)
[1, 2, 3].fill(0, 5, 2)
[1, 2, 3].fill(0, -5..1)
[1, 2, 3].fill(0, 3..1)
[1, 2, 3].fill(1) { |i| i + 10 }
[1, 2, 3].fill(-2, 1) { |i| i + 10 }
[1, 2, 3].fill(0...2) { |i| i + 10 }
[1, 2, 3].fill
[1, 2, 3].fill(1, 2, 3) { }
[1, 2, 3].fill(0, "a")
[1, 2, 3].freeze.fill(0)
a = [1, 2]; a.fill(0).equal?(a)
[1, 2, 3].fill(0, 1...-1)
[].fill(0, 2, 2)
[1, 2].fill(9, 0, 0)
a = [1, 2, 3]; (a.fill { |i| i == 1 ? raise("x") : 9 } rescue 0); a
# ---- insert, delete
[1, 2].insert(1, :a, :b)
[1, 2].insert(-1, 3)
[1, 2].insert(-2, 3)
[1, 2].insert(5, 3)
[1, 2].insert(-4, 3)
[1, 2].insert(1)
[1, 2].insert(-9)
[1, 2].insert
[1, 2].insert("a", 1)
[1].freeze.insert(0, 1)
[1].freeze.insert(0)
a = [1, 2, 3]; [a.delete_at(1), a]
a = [1, 2, 3]; [a.delete_at(-1), a]
a = [1, 2, 3]; [a.delete_at(5), a]
a = [1, 2, 3]; [a.delete_at(-5), a]
[1].freeze.delete_at(0)
[1].delete_at("a")
[1].delete_at
a = [1, 2, 3, 4]; [a.slice!(1, 2), a]
a = [1, 2, 3, 4]; [a.slice!(1..), a]
a = [1, 2, 3, 4]; [a.slice!(-2..), a]
a = [1, 2, 3, 4]; [a.slice!(2), a]
a = [1, 2, 3, 4]; [a.slice!(9), a.slice!(9, 1), a.slice!(4, 1), a]
a = [1, 2, 3, 4]; [a.slice!(1, -1), a.slice!(1, 0), a.slice!(5..), a]
[1].freeze.slice!(0)
[1].slice!("a")
[1].slice!
[1].slice!(0, nil)
a = [1, 2, 3]; [a.slice!(-5, 2), a]
# ---- those with !
a = [1, 2, 3]; [a.map! { |x| x * 2 }, a]
a = [1, 2]; a.map!.with_index { |x, i| x * i }
[1].map!
[1].freeze.map! { }
[].freeze.map! { }
[].freeze.map!.class
[1, 2].map!.size
a = [1, 2, 3]; (a.map! { |x| raise "x" if x == 2; x * 10 } rescue 0); a
a = [1, 2, 3]; a.map! { |x| break x if x == 2; x * 10 }
a = [1, 2, 3]; a.map! { |x| break if x == 2; x * 10 }; a
a = [3, 1, 2]; [a.sort!, a]
a = [3, 1, 2]; a.sort! { |x, y| y <=> x }
[3, "a"].sort!
[3, 1].freeze.sort!
[].freeze.sort!
a = [3, 1, 2]; a.sort!.equal?(a)
a = [3, 1, 2]; [a.sort_by! { |x| -x }, a]
[3, 1].sort_by!
[3, 1].sort_by!.with_index { |x, i| -i }
[3, 1].sort_by!.size
[3, 1].freeze.sort_by! { |x| x }
[3, "a"].sort_by! { |x| x }
a = [1, 2, 3]; [a.reverse!, a, a.reverse!.equal?(a)]
[1].freeze.reverse!
a = [1, nil]; [a.compact!, a, a.compact!]
[1].freeze.compact!
a = [1, [2, [3]]]; [a.flatten!, a, a.flatten!]
a = [1, [2, [3]]]; [a.flatten!(1), a]
a = [1, [2, [3]]]; [a.flatten!(0), a]
a = [1, [2]]; a.flatten!(nil)
[1].freeze.flatten!
[1].flatten!("a")
a = []; a << a; a.flatten!
a = [1, 1, 2]; [a.uniq!, a, a.uniq!]
a = [1, 2, 3]; [a.uniq! { |x| x.odd? }, a]
[1].freeze.uniq!
a = [1, 2, 3]; [a.select! { |x| x > 1 }, a, a.select! { true }]
a = [1, 2, 3]; [a.filter! { |x| x > 1 }, a, a.filter! { true }]
a = [1, 2, 3]; [a.keep_if { |x| x > 1 }, a, a.keep_if { true }]
a = [1, 2, 3]; [a.reject! { |x| x > 1 }, a, a.reject! { false }]
a = [1, 2, 3]; [a.delete_if { |x| x > 1 }, a, a.delete_if { false }]
[1].select!
[1].filter!
[1].keep_if.size
[1].reject!
[1].delete_if
[1].freeze.select! { true }
[1].freeze.keep_if { true }
[1].freeze.reject! { false }
[1].freeze.delete_if { false }
[].freeze.select! { true }
[1].freeze.select!.class
a = [1, 2, 3, 4]; (a.select! { |x| raise "x" if x == 3; x == 2 } rescue 0); a
a = [1, 2, 3, 4]; (a.reject! { |x| raise "x" if x == 3; x == 1 } rescue 0); a
a = [1, 2, 3, 4]; a.reject! { |x| break if x == 3; x == 1 }; a
a = [1, 2, 3, 4]; a.delete_if { |x| break 7 if x == 3; true }
a = [1, 2, 3, 4]; a.keep_if { |x| break if x == 3; false }; a
a = [1, 2, 3]; a.select!.with_index { |x, i| i == 1 }; a
a = [[1, 2], [3, 4]]; a.select! { |x, y| y > 2 }; a
a = [1, 2]; a.select!(1) { }
# ---- the rest
[1, 2].each_index.to_a
[1, 2].each_index { }
[1, 2].each_index.size
a = []; [5, 6].each_index { |i| a << i }; a
a = [1, 2]; r = []; a.each_index { |i| r << i; a << 0 if a.size < 4 }; r
[1, 2, 3].union([3, 4], [5])
[1, 1].union
[1].union(2)
[1, 1, 2].difference([2], [3])
[1].difference
[1].difference(2)
[1, 1, 2].intersection([1, 2], [1])
[1, 1].intersection
[1].intersection(2)
[1, 2].intersect?([2])
[1, 2].intersect?([3])
[1].intersect?(2)
[1, 2].cycle(2).to_a
[1, 2].cycle(0).to_a
[1, 2].cycle(-1).to_a
[1, 2].cycle("a") { }
[1, 2].cycle(nil).first(3)
[1, 2].cycle { |x| break x }
[].cycle { }
[1].cycle(2) { }
[1, 2].cycle.lazy.map { |x| x * 2 }.first(3)
[1, 2].cycle(1, 2)
a = []; [1, 2, 3].reverse_each { |x| a << x }; a
[1, 2].reverse_each { }
[1, 2].reverse_each
[1, 2].reverse_each.size
Array.try_convert([1])
Array.try_convert(1)
o = Object.new; def o.to_ary = [7]; Array.try_convert(o)
[1, 2].deconstruct
[1, 2].entries.equal?([1, 2])
Two = Class.new { def to_int = 2 }; [[1, 2, 3][Two.new], [1, 2, 3].first(Two.new), [1, 2, 3].rotate(Two.new), [1] * Two.new, [1, 2, 3].each_slice(Two.new).to_a]
"abc"[Float::NAN]
"a".center(Float::INFINITY)
"a" * 1e30
5.round(Float::NAN)
5 << Float::NAN
12.digits(Float::NAN)
Integer("10", nil)
Two = Class.new { def to_int = 2 }; Integer("10", Two.new)
Two = Class.new { def to_int = 2 }; ->(a, b) { [a, b] }.curry(Two.new)[1][2]
Comma = Class.new { def to_str = ", " }; [1, 2].join(Comma.new)
a = [1, 2, 3]; [a.slice!(1, 5), a]
a = [1, 2, 3]; [a.slice!(4, 1), a]
a = [1, 2, 3]; [a.slice!(3, 1), a]
a = [1, 2, 3]; [a.slice!(-1), a]
a = [1, 2, 3]; [a.slice!(..1), a]
a = [1, 2, 3]; a.slice!
a = [1, 2, 3]; a.slice!(1, 2, 3)
a = [1, 2, 3]; a.permutation(1, 2) { }
a = [1, 2, 3, 4]; [(a.delete_if { |v| break if v == 3; v.odd? }), a]
a = [1, 2, 3, 4]; [a.reject! { |v| v > 9 }, a.select! { |v| v < 9 }, a.delete_if { false }, a.keep_if { true }]
a = [1, 2, 3, 4]; [a.filter! { |v| v > 2 }, a.reject! { |v| v > 3 }]
