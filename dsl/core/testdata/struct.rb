P = Struct.new(:x, :y); P.new(1, 2)
P = Struct.new(:x, :y); P.new(1)
P = Struct.new(:x, :y); P.new(1, 2, 3)
P = Struct.new(:x, :y); P[1, 2]
P = Struct.new(:x, :y); P.new(1, 2).x
P = Struct.new(:x, :y); p = P.new(1, 2); p.x = 5; p
P = Struct.new(:x, :y); p = P.new(1, 2); p[:x] = 5; p["y"] = 6; p
P = Struct.new(:x, :y); p = P.new(1, 2); p[0] = 5; p[-1] = 6; p
P = Struct.new(:x, :y); P.new(1, 2)[:x]
P = Struct.new(:x, :y); P.new(1, 2)["y"]
P = Struct.new(:x, :y); P.new(1, 2)[1]
P = Struct.new(:x, :y); P.new(1, 2)[-1]
P = Struct.new(:x, :y); P.new(1, 2)[2]
P = Struct.new(:x, :y); P.new(1, 2)[-3]
P = Struct.new(:x, :y); P.new(1, 2)[:z]
P = Struct.new(:x, :y); P.new(1, 2)["z"]
P = Struct.new(:x, :y); P.new(1, 2)[nil]
P = Struct.new(:x, :y); p = P.new(1, 2); p[:z] = 1
P = Struct.new(:x, :y); p = P.new(1, 2); p[5] = 1
P = Struct.new(:x, :y); P.members
P = Struct.new(:x, :y); P.new(1, 2).members
P = Struct.new(:x, :y); P.new(1, 2).to_a
P = Struct.new(:x, :y); P.new(1, 2).deconstruct
P = Struct.new(:x, :y); P.new(1, 2).values
P = Struct.new(:x, :y); P.new(1, 2).to_h
P = Struct.new(:x, :y); P.new(1, 2).to_h { |k, v| [k.to_s, v * 2] }
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys([:x])
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys(nil)
P = Struct.new(:x, :y); P.new(1, 2) == P.new(1, 2)
P = Struct.new(:x, :y); P.new(1, 2) == P.new(1, 3)
P = Struct.new(:x, :y); P.new(1, 2) == P.new(1.0, 2)
P = Struct.new(:x, :y); P.new(1, 2).eql?(P.new(1.0, 2))
P = Struct.new(:x, :y); P.new(1, 2).eql?(P.new(1, 2))
P = Struct.new(:x, :y); Q = Struct.new(:x, :y); P.new(1, 2) == Q.new(1, 2)
P = Struct.new(:x, :y); P.new(1, 2) == [1, 2]
P = Struct.new(:x, :y); P.new(1, 2).hash == P.new(1, 2).hash
P = Struct.new(:x, :y); {P.new(1, 2) => 3}[P.new(1, 2)]
P = Struct.new(:x, :y); [P.new(1, 2), P.new(1, 2)].uniq.size
P = Struct.new(:x, :y); a = []; P.new(1, 2).each { |v| a << v }; a
P = Struct.new(:x, :y); a = []; P.new(1, 2).each_pair { |k, v| a << [k, v] }; a
P = Struct.new(:x, :y); P.new(1, 2).each
P = Struct.new(:x, :y); P.new(1, 2).each_pair.to_a
P = Struct.new(:x, :y); P.new([1, {a: 2}], 2).dig(:x, 1, :a)
P = Struct.new(:x, :y); P.new(1, 2).dig(:z)
P = Struct.new(:x, :y); {a: P.new(1, [5])}.dig(:a, :y, 0)
P = Struct.new(:x, :y); P.new(1, 2).values_at(0, 1)
P = Struct.new(:x, :y); P.new(1, 2).values_at(5)
P = Struct.new(:x, :y); P.new(1, 2).size
P = Struct.new(:x, :y); P.new(1, 2).length
P = Struct.new(:x, :y); P.new(1, 2).map { |v| v * 2 }
P = Struct.new(:x, :y); P.new(1, 2).sum
P = Struct.new(:x, :y); P.new(1, 2).select(&:even?)
P = Struct.new(:x, :y); P.new(3, 2).sort
P = Struct.new(:x, :y); P.new(3, 2).include?(3)
P = Struct.new(:x, :y); P.new(3, 2).zip([1])
P = Struct.new(:x, :y); P.new(1, 2).inspect
P = Struct.new(:x, :y); P.new(1, "a").to_s
P = Struct.new(:x, :y); P.new({a: 1}, nil)
P = Struct.new(:x, :y); a, b = *P.new(1, 2); [a, b]
P = Struct.new(:x, :y); P.new(1, 2).freeze.x = 3
P = Struct.new(:x, :y); P.new(1, 2).freeze[:x] = 3
P = Struct.new(:x, :y); p = P.new(1, 2); q = p.dup; q.x = 9; [p, q]
P = Struct.new(:x, :y); P.new(1, 2).z
P = Struct.new(:x, :y); P.new(1, 2).respond_to?(:x=)
P = Struct.new(:x, :y); P.ancestors.include?(Struct)
P = Struct.new(:x, :y); P.new(1, 2).is_a?(Enumerable)
P = Struct.new(:x, :y); P.new(1, 2).class
P = Struct.new(:x, :y); P.superclass
P = Struct.new(:x, :y) { def sum = x + y; def self.zero = new(0, 0) }; [P.new(1, 2).sum, P.zero]
P = Struct.new(:x, :y) { def initialize(x, y = 7) = super }; P.new(1)
P = Struct.new(:x, :y) { def initialize(x, y = 7); super(x * 2, y); end }; P.new(1)
class P < Struct.new(:x, :y); def dist = x + y; end; [P.new(1, 2).dist, P.new(1, 2)]
class P < Struct.new(:x, :y); def initialize(x, y = 0); super; end; end; P.new(1)
class P < Struct.new(:x); def x = super.to_s + "!"; end; P.new(1).x
class P < Struct.new(:x); def to_s = "P#{x}"; end; "#{P.new(1)}"
P = Struct.new(:x) { def to_s = "P#{x}" }; "#{P.new(1)}"
P = Struct.new(:x) { include Comparable; def <=>(o) = x <=> o.x }; [P.new(2), P.new(1)].min.x
P = Struct.new(:x, :y, keyword_init: true); P.new(x: 1, y: 2)
P = Struct.new(:x, :y, keyword_init: true); P.new(x: 1)
P = Struct.new(:x, :y, keyword_init: true); P.new(x: 1, z: 2)
P = Struct.new(:x, :y, keyword_init: true); P.new(1, 2)
P = Struct.new(:x, :y, keyword_init: true); P.new(x: 1, y: 2).to_h
P = Struct.new(:x, :y, keyword_init: true); P.members
P = Struct.new(:x, :y, keyword_init: true); P.keyword_init?
P = Struct.new(:x, keyword_init: false); P.new(x: 1)
P = Struct.new(:x); P.keyword_init?
Struct.new(:x).new(1)
Struct.new(:x).new([1, 2]).x
Struct.new("Foo", :a).new(1)
Struct.new("Foo", :a); Struct::Foo.new(1).a
Struct.new("foo", :a)
Struct.new(1)
Struct.new(:a, :a)
Struct.new(:a, "b").members
Struct.new(:a, foo: 1)
Struct.new(:a?).new(1).a?
P = Struct.new(:x, :y); P.new(*[1, 2])
P = Struct.new(:x, :y); [[1, 2], [3, 4]].map { |a| P.new(*a) }.sum(&:x)
P = Struct.new(:x, :y); [[1, 2], [3, 4]].map { P.new(*_1) }.map(&:y)
P = Struct.new(:x, :y); [P.new(2, 1), P.new(1, 2)].sort_by(&:x).map(&:y)
P = Struct.new(:x, :y); [P.new(2, 1), P.new(1, 2)].index_by(&:x)
P = Struct.new(:x, :y); [P.new(2, 1)].pluck(:x)
P = Struct.new(:x, :y); [P.new(2, 1)].group_by(&:x)
P = Struct.new(:x, :y); P.new(1, P.new(2, 3))
P = Struct.new(:x, :y); P.new(1, 2).each_with_index.to_a
P = Struct.new(:x, :y); P.new(1, 2).then { |p| p.x }
P = Struct.new(:x, :y); P.new(1, nil).compact
P = Struct.new(:x, :y); P.new(1, 2).blank?
module M; P = Struct.new(:x); end; M::P.new(1)
P = Struct.new(:name, :path) do def route = "#{path}##{name}" end; P.new("a", "b").route
P = Struct.new(:x, :y); P.instance_methods(false).sort
P = Struct.new(:x, :y); P.method_defined?(:x)
S = Struct.new(:x); s = S.new; s.x = s; s.inspect
# ---- derived methods
P = Struct.new(:x, :y); P.new(1, 2).to_h { |k, v| k }
P = Struct.new(:x, :y); P.new(1, 2).to_h { |k, v| [k] }
P = Struct.new(:x, :y); P.new(1, 2).to_h { |k| [k, 1] }
P = Struct.new(:x, :y); P.new(1, 2).each_pair
P = Struct.new(:x, :y); P.new(1, 2).each_pair.size
P = Struct.new(:x, :y); P.new(1, 2).each.size
P = Struct.new(:x, :y); P.new(1, 2).each { }
P = Struct.new(:x, :y); P.new(1, 2).each_pair { }
P = Struct.new(:x, :y); P.new(1, 2).each_pair.map { |k, v| [k, v] }
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys([:x, :y, :z])
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys([:y])
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys([:z, :x])
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys([])
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys(5)
P = Struct.new(:x, :y); P.new(1, 2).deconstruct_keys
P = Struct.new(:x, :y); case P.new(1, 2); in { x:, y: Integer => z } then [x, z] end
P = Struct.new(:x, :y); case P.new(1, 2); in [a, b] then [a, b] end
P = Struct.new(:x, :y); P.new(1, 2).values_at(0..1)
P = Struct.new(:x, :y); P.new(1, 2).values_at(-1, 0)
P = Struct.new(:x, :y); P.new(1, 2).values_at(1..5)
P = Struct.new(:x, :y); P.new(1, 2).values_at(-3)
P = Struct.new(:x, :y); P.new(1, 2).values_at("x")
P = Struct.new(:x, :y); P.new(1, 2).values_at
P = Struct.new(:x, :y); P.new(1, [5]).dig(:y, 0)
P = Struct.new(:x, :y); P.new(1, [5]).dig("y", 0)
P = Struct.new(:x, :y); P.new(1, [5]).dig(1, 0)
P = Struct.new(:x, :y); P.new(1, 2).dig(:x, 1)
P = Struct.new(:x, :y); P.new(1, 2).dig
P = Struct.new(:x, :y); P.new(nil, 2).dig(:x, 1)
P = Struct.new(:x, :y); P.new(1, 2).dig(9)
P = Struct.new(:x, :y); P.new(1, 2).dig("z")
P = Struct.new(:x, :y); P.new(1, 2).select { |v| v > 1 }
P = Struct.new(:x, :y); P.new(1, 2).filter { |v| v > 1 }
P = Struct.new(:x, :y); P.new(1, 2).filter_map { |v| v if v > 1 }
P = Struct.new(:x, :y); P.new(1, 2).entries
P = Struct.new(:x, :y); P.new(1, 2).to_a
P = Struct.new(:x, :y); P.new(1, 2).first
P = Struct.new(:x, :y); P.new(1, 2) == P.new(1, 2).dup
P = Struct.new(:x, :y); P.new(1, 2) == nil
P = Struct.new(:x, :y); class Q < P; end; P.new(1, 2) == Q.new(1, 2)
P = Struct.new(:x, :y); P.new(1, 2).eql?(5)
P = Struct.new(:x, :y); P.new(1, 2).hash == P.new(1, 3).hash
P = Struct.new(:x, :y); P.new(1, 2).length
P = Struct.new(:x); s = P.new; s.x = s; s == s
P = Struct.new(:x, :y); a, b = *P.new(1, 2); b
P = Struct.new(:x); P.new(1).freeze.each { |v| v }
P = Struct.new(:x); P.new(1).each(1)
P = Struct.new(:x); P.new(1).members.frozen?
P = Struct.new(:x); m = P.members; m << :y; P.members
S = Struct.new(:x); E = Class.new { def inspect = raise("no") }; s = S.new(E.new); (s.inspect rescue 0); s.x = 1; s.inspect
P = Struct.new(:name, :members, :class, :size, :to_h, :to_a); p = P.new("a", [1], 2, 3, 4, 5); [p.inspect, p == P.new("a", [1], 2, 3, 4, 5), p.length, p.each.to_a, p.each_pair.to_a, p.values_at(0), p.deconstruct_keys([:name]), p.deconstruct_keys(nil), p.members]
P = Struct.new(:name, :members); P.new("a", [1]).to_h
P = Struct.new(:name, :members, :class, keyword_init: true); P.new(name: 1, class: 2)
