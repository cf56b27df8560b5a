Set.new
Set.new([1, 2, 1])
Set.new([1, 2]) { |x| x * 2 }
Set.new(nil)
Set.new(1..3)
Set.new({a: 1})
Set.new(5)
Set.new("a")
Set[1, 2]
Set[]
Set[1, "a", :b, nil, [1]]
Set[{a: 1}]
[1, 2, 1].to_set
{a: 1}.to_set
(1..3).to_set
[1, 2].to_set { |x| x + 1 }
s = Set[1]; s << 2 << 1; s
s = Set[1]; s.add(3); s
Set[1].add?(1)
Set[1].add?(2)
s = Set[1, 2]; s.delete(1); s
Set[1].delete?(2)
Set[1].delete?(1)
Set[1].include?(1)
Set[1].include?(1.0)
Set[1].member?(2)
Set[1] === 1
Set[1].contain?(1) rescue $!.class
Set["a"].include?("a")
Set[[1]].include?([1])
Set[1, 2] | [3]
Set[1, 2] + Set[3]
Set[1].union([2])
Set[1, 2] & [2, 3]
Set[1, 2].intersection([2])
Set[1, 2] - [2]
Set[1, 2].difference([1])
Set[1, 2] ^ [2, 3]
Set[1] | 5
Set[1] & nil
Set[1, 2].subset?(Set[1, 2, 3])
Set[1, 2] <= Set[1, 2]
Set[1, 2] < Set[1, 2]
Set[1].proper_subset?(Set[1, 2])
Set[1, 2].superset?(Set[1])
Set[1, 2] >= Set[1]
Set[1, 2] > Set[1, 2]
Set[1, 2].proper_superset?(Set[1])
Set[1].subset?([1])
Set[1] <=> Set[1, 2]
Set[1] <=> Set[1]
Set[1, 2] <=> Set[1]
Set[1] <=> Set[2]
Set[1] <=> 1
Set[1].intersect?(Set[1])
Set[1].disjoint?(Set[2])
Set[1].disjoint?(Set[1])
Set[1, 2] == Set[2, 1]
Set[1] == [1]
Set[1] == Set[1.0]
Set[1].eql?(Set[1])
Set[1, 2].hash == Set[2, 1].hash
Set[1, 2].size
Set[1, 2].length
Set[1, 2].count
Set[1, 2].count(&:even?)
Set[].empty?
Set[1].empty?
Set[].blank?
Set[1].present?
Set[].presence
Set[1, 2].to_a
Set[1, 2].first
Set[1, 2].first(1)
Set[3, 1].min
Set[3, 1].max
Set[3, 1].sort
Set[3, 1].sum
Set[1, 2].map { |x| x * 2 }
Set[1, 2].each { |x| }
Set[1, 2].each
a = []; Set[1, 2].each { |x| a << x }; a
Set[1, 2].each_with_index.to_a
Set[1, 2].select(&:even?)
Set[1, 2].filter(&:even?)
Set[1, 2].reject(&:even?)
Set[1, 2].partition(&:even?)
Set[1, 2].group_by(&:even?)
Set[1, 2].find { |x| x > 1 }
Set[1, 2].any? { |x| x > 1 }
Set[1, 2].all?(Integer)
Set[1, 2].inject(:+)
Set[1, 2].to_set
Set[1, 2].join("-")
Set[1, 2].classify(&:odd?)
s = Set[1, 2]; [s.select! { |x| x > 1 }, s, s.select! { true }]
s = Set[1, 2]; [s.reject! { |x| x > 1 }, s, s.reject! { false }]
s = Set[1, 2]; s.delete_if { |x| x > 1 }
s = Set[1, 2]; s.keep_if { |x| x > 1 }
s = Set[1, 2]; s.map! { |x| x * 10 }
s = Set[1]; s.merge(5)
s = Set[1, 2]; s.subtract([1]); s
s = Set[1]; s.clear; s
s = Set[1]; s.replace([5]); s
Set[1].freeze << 2
Set[1].freeze.delete(1)
Set[1].frozen?
Set[1].freeze.frozen?
s = Set[1]; t = s.dup; t << 2; [s, t]
Set[1].inspect
Set[].inspect
Set[1, [2]].to_s
Set["a", :b].inspect
Set[Set[1]]
Set[1].class
Set[1].is_a?(Enumerable)
Set === Set[1]
case 1 when Set[1, 2] then :in else :out end
[1, 2, 3].select { |x| Set[1, 3].include?(x) }
[*Set[1, 2]]
Set[1, 2].to_a.sum
Set[1, 2].zip([3, 4])
Set[1, 2].each_slice(1).to_a
Set[1, 2].exclude?(3)
Set[1, 2].excluding(1)
Set[1].many?
Set[1].sole
Set[1].nope
class S < Set; end; S[1, 2].map { |x| x }
class S < Set; def initialize(*a) = super(a); end; S.new(1, 2).size
class S < Set; end; S.new([1]).class
class S < Set; end; (S[1] | [2]).class
Set[1, 2].include?(nil)
Set[nil].include?(nil)
%i[a b].to_set.superset?(Set[:a])
Set[3, 1, 2].sort_by { |x| -x }
Set[1, 2].reduce(:*)
Set[1, 2].min_by { |x| -x }
Set[1, 2, 3] ^ [3, 4, 1, 5]
s = Set[1, 2, 3]; s.subtract([1, 9, 3]); s
Set[1, 2, 3] - Set[2]
s = Set.new; s << s; s.inspect
# ---- derived methods
Set[1, 2] ^ [2, 3]
Set[1, 2] ^ Set[1, 2]
Set[1, 2] ^ 5
Set[1, 2] ^ (2..4)
Set[1, 2] ^ []
Set[1, 2].subset?(Set[1])
Set[].subset?(Set[])
Set[1].subset?(5)
Set[1].superset?([1])
Set[1].proper_subset?(Set[1])
Set[1].proper_superset?(nil)
Set[1] < Set[1, 2]
Set[1] <= [1]
Set[1, 2] > Set[1]
Set[1, 2] >= Set[1, 3]
Set[1].subset?
Set[1, 2] <=> Set[2, 1]
Set[1, 2] <=> Set[2, 3]
Set[] <=> Set[1]
Set[1] <=> nil
Set[1, 2].intersect?(Set[2])
Set[1, 2].intersect?(5)
Set[1, 2].intersect?(Set[])
Set[1, 2].disjoint?(Set[3])
Set[1, 2].disjoint?(nil)
s = Set[1, 2, 3]; [s.select! { |x| x > 1 }, s, s.select! { true }]
s = Set[1, 2, 3]; [s.filter! { |x| x > 1 }, s, s.filter! { true }]
s = Set[1, 2, 3]; [s.reject! { |x| x > 1 }, s, s.reject! { false }]
s = Set[1, 2, 3]; [s.keep_if { |x| x > 1 }, s, s.keep_if { true }]
s = Set[1, 2, 3]; [s.delete_if { |x| x > 1 }, s, s.delete_if { false }]
s = Set[1, 2, 3]; [s.map! { |x| x % 2 }, s]
s = Set[1, 2, 3]; [s.collect! { |x| x % 2 }, s]
Set[1].select!
Set[1].reject!.size
Set[1].keep_if
Set[1].delete_if
Set[1].freeze.select! { false }
Set[1].freeze.reject! { true }
Set[1].freeze.map! { 2 }
Set[1].freeze.clear
Set[1].freeze.add?(2)
Set[1].freeze.add?(1)
Set[1].freeze.delete?(2)
Set[1].freeze.delete?(1)
Set[1].freeze.merge([2])
Set[1].freeze.subtract([1])
Set[1].freeze.replace([1])
Set[1, 2, 3].classify(&:odd?)
Set[1, 2].classify
Set[1, 2].classify.size
class S < Set; end; S[1, 2].classify(&:odd?).values.map(&:class)
Set[3, 1].join
Set[3, 1].join("-")
Set[1].join(5)
s = Set[1, 2]; [s.delete?(1), s.delete?(9), s]
s = Set[1, 2]; [s.add?(1), s.add?(9), s]
s = Set[1, 2, 3]; s.subtract([1, 2])
s = Set[1]; s.subtract(5)
s = Set[1]; s.replace(5)
s = Set[1]; s.replace(Set[7, 8])
Set[1, 2].union(Set[3])
Set[1] | (2..3)
Set[1].union(5)
Set[1] - 5
Set[1, 2].difference(1..1)
Set[1, 2].intersection(2..3)
Set[1] & 5
Set[2, 1] & [1, 2]
Set[1, 2].count
Set[1, 2].count(1)
Set[1, 2].count(&:odd?)
Set[1, [2, [3]]].to_a.flatten
Set[Set[1], Set[2, Set[3]]].flatten
Set[1, 2].divide(&:odd?)
Set[1, 2].divide
Set[1, nil].compact
Set[1, 2].to_set.equal?(1)
s = Set[1]; s.to_set.equal?(s)
Set[1, 2].filter_map { |x| x if x > 1 }
Set[1, 2].select { |x| x > 1 }.class
Set[1, 2].partition(&:odd?)
Set[1, 2].group_by(&:odd?)
Set[1, 2].reject(&:odd?)
Set[1, 2].filter(&:odd?)
Set[1, 2].first
Set[1, 2].min
Set[1, 2].sort_by { |x| -x }
Set[1, 2].disjoint?([3]) rescue $!.class
Set[1].hash == Set[1].hash
Set[1].eql?(Set[1.0])
{ Set[1] => 2 }[Set[1]]
Set[[1, 2]].each { |a, b| break b }
Set[1] === 1
Set[1].collect { |x| x }
Set[1, 2].each_slice(1).to_a
Set[1, 2].inspect
