# ---- making
Hash.new
h = Hash.new(5); [h[:a], h]
h = Hash.new { |hash, k| hash[k] = k.to_s * 2 }; [h[:a], h]
h = Hash.new { |hash, k| k }; [h[:a], h]
h = Hash.new([]); h[:a] << 1; [h[:b], h]
Hash.new(1, 2)
Hash[[[1, 2], [3, 4]]]
Hash[1, 2, 3, 4]
Hash[{a: 1}]
Hash[1, 2, 3]
Hash[[1]]
Hash[[[1, 2, 3]]]
Hash[[[1]]]
Hash[]
Hash.try_convert({a: 1})
Hash.try_convert(1)
Hash.new(5).default
Hash.new { }.default
Hash.new { |h, k| k }.default(3)
Hash.new { }.default_proc.class
{}.default_proc
h = {}; h.default = 3; h[:x]
h = Hash.new { 1 }; h.default = 3; [h[:x], h.default_proc]
h = {}; h.default_proc = ->(hash, k) { k }; h[:x]
h = {}; h.default_proc = 5
h = {}; h.default_proc = ->(a) { }
Hash.new(&->(a, b, c) { })
h = Hash.new(3); h.default_proc = nil; h[:x]
{a: 1, a: 2}
{"a" => 1, :a => 2, 1 => 3, 1.0 => 4, nil => 5, [1] => 6}
{1 => :int, 1.0 => :float}[1]
{[1, {a: 2}] => 1}[[1, {a: 2}]]
{"a": 1}
{"a b": 1, "c-d": 2}
{if: 1, nil: 2, A: 3, a?: 4, b!: 5}
{:a= => 1, :+ => 2, :[] => 3, :"9" => 4, :@a => 5}
x = 1; y = 2; {x:, y:}
{**{a: 1}, b: 2}
{a: 1, **{a: 2}}
a = "k"; h = {a => 1}; a << "x"; [h, h.keys[0].frozen?]
# ---- reading
{a: 1}[:a]
{a: 1}["a"]
{a: 1}[:b]
{nil => 1}[nil]
{a: 1}.fetch(:a)
{a: 1}.fetch(:b)
{a: 1}.fetch("b")
{a: 1}.fetch(nil)
{a: 1}.fetch([1])
{a: 1}.fetch(:b, 2)
{a: 1}.fetch(:b) { |k| "no #{k}" }
{a: 1}.fetch
Hash.new(3).fetch(:a)
{a: 1, b: 2}.fetch_values(:a, :b)
{a: 1}.fetch_values(:a, :z)
{a: 1}.fetch_values(:a, :z) { |k| k }
{a: 1}.fetch_values
{a: 1, b: 2}.values_at(:a, :c)
Hash.new(0).values_at(:a)
{a: {b: [1, 2]}}.dig(:a, :b, 1)
{a: 1}.dig(:a, :b)
{a: nil}.dig(:a, :b)
{a: "x"}.dig(:a, :b)
{}.dig
{a: 1}.key(1)
{a: 1}.key(2)
{a: 1, b: 2}.keys
{a: 1, b: 2}.values
{a: 1}.length
{a: 1}.size
{}.empty?
{a: 1}.empty?
{a: 1}.key?(:a)
{a: nil}.has_key?(:a)
{a: 1}.include?(:b)
{a: 1}.member?(:a)
{a: 1}.value?(1)
{a: 1}.has_value?(2)
{a: 1.0}.value?(1)
{a: 1}.assoc(:a)
{a: 1}.assoc(:b)
{a: 1}.rassoc(1)
{a: 1}.rassoc(2)
{a: 1, b: 1}.invert
{a: 1}.to_a
{a: 1, b: 2}.to_h
{a: 1, b: 2}.to_h { |k, v| [v, k] }
{a: 1}.to_h { |k, v| 1 }
{a: 1}.to_h { |k, v| [1] }
{a: 1}.to_hash
{a: 1}.to_s
{a: 1}.inspect
{"a" => {b: [1]}}.inspect
{}.inspect
{1 => nil, nil => 1, 1.5 => true}.inspect
{(1..2) => /x/}.to_s
"#{{a: 1}}"
h = {}; h[:self] = h; h
h = {}; h[:a] = [h]; h.inspect
[:a].map(&{a: 1})
{a: 1}.to_proc.call(:a)
{a: 1}.to_proc.lambda?
{a: 2, b: 1}.min_by { |k, v| v }
{a: 2, b: 1}.max_by { |k, v| v }
{a: 2, b: 1}.sort_by { |k, v| v }
{a: 2, b: 1}.sort_by { |k, v| v }.to_h
{b: 2, a: 1}.sort
{b: 2, a: 1}.min
{b: 2, a: 1}.max
{a: 1, b: 2}.sum { |k, v| v }
{a: 1, b: 2}.count
{a: 1, b: 2}.count { |k, v| v > 1 }
{a: 1}.count([:a, 1])
{a: 1, b: 2}.first
{a: 1, b: 2}.first(1)
{}.first
{a: 1, b: 2}.take(1)
{a: 1, b: 2}.drop(1)
{a: 1, b: 2}.entries
# ---- iterating
a = []; {x: 1, y: 2}.each { |k, v| a << k << v }; a
a = []; {x: 1}.each { |kv| a << kv }; a
a = []; {x: 1}.each_pair { |k, v| a << [k, v] }; a
a = []; {x: 1}.each { |k| a << k }; a
a = []; {x: 1}.each { |k, | a << k }; a
a = []; {x: 1}.each { |*k| a << k }; a
a = []; {x: [1, 2]}.each { |k, (a1, b1)| a << a1 + b1 }; a
a = []; {x: 1}.each_key { |k| a << k }; a
a = []; {x: 1}.each_value { |v| a << v }; a
a = []; {x: 1}.each_with_index { |(k, v), i| a << [k, v, i] }; a
a = []; {x: 1}.each_with_index { |kv, i| a << [kv, i] }; a
{x: 1}.each_with_object([]) { |(k, v), m| m << k << v }
{x: 1, y: 2}.inject { |a, b| a + b }
{x: 1, y: 2}.inject(0) { |s, (k, v)| s + v }
{x: 1, y: 2}.reduce(0) { |s, kv| s + kv[1] }
{x: 1, y: 2}.map { |k, v| [k, v * 2] }
{x: 1}.map { |kv| kv }
{x: 1}.map(&:first)
{x: 1}.map { |k, v = 5| [k, v] }
{x: 1}.collect { |k, v| v }
{x: [1, 2]}.flat_map { |k, v| v }
{x: 1, y: nil}.filter_map { |k, v| k if v }
{x: 1, y: 2}.find { |k, v| v == 2 }
{x: 1, y: 2}.detect { |k, v| v == 3 }
{x: 1, y: 2}.find_all { |k, v| v == 2 }
{x: 1, y: 2}.find_index { |k, v| v == 2 }
{x: 1, y: 2}.find_index([:y, 2])
{x: 1, y: 2}.partition { |k, v| v > 1 }
{x: 1, y: 2}.group_by { |k, v| v.odd? }
{x: 1, y: 2}.any? { |k, v| v > 1 }
{x: 1}.any? { |kv| kv == [:x, 1] }
{x: 1}.any?
{}.any?
{x: 1}.any?([:x, 1])
{x: 1}.all? { |k, v| v == 1 }
{x: 1}.all? { |kv| kv.size == 2 }
{x: 1}.none? { |k, v| v > 1 }
{x: 1}.one? { |k, v| v == 1 }
{x: 1}.none?
{x: 1, y: 2}.each_slice(1).to_a
{x: 1, y: 2}.each_cons(2).to_a
{x: 1}.zip([5])
{x: 1}.tally
{x: 1, y: 1}.uniq { |k, v| v }
{x: 1}.each_entry.to_a
{x: 1}.reverse_each.to_a
{x: 1, y: 2}.reverse_each { |k, v| }
{x: 1, y: 2}.take_while { |k, v| v < 2 }
{x: 1, y: 2}.drop_while { |k, v| v < 2 }
{x: 1}.cycle.first(2)
{x: 1}.each_with_index.map { |(k, v), i| [k, v, i] }
{x: 1}.each.with_index(1).map { |(k, v), i| [k, v, i] }
{x: 1}.map.with_index { |(k, v), i| [k, v, i] }
{x: 1, y: 2}.select.with_index { |(k, v), i| i > 0 }
{x: 1}.each.next
{x: 1}.lazy.map { |k, v| v }.to_a
{x: 1, y: 2}.minmax_by { |k, v| v }
{x: 1, y: 2}.sum { |kv| kv[1] }
{x: 1}.to_set
{x: 1}.each(&:first)
{x: 1}.each { }
{x: 1}.each
{x: 1}.each_pair
{x: 1}.map
{x: 1}.select
{x: 1}.each_with_index
{x: 1}.map(&->(k) { k })
{x: 1}.map(&->(k, v) { k })
{x: 1}.select(&->(k, v) { true })
{x: 1}.each { |k, v| break k }
h = {a: 1}; h.each { |k, v| h[:b] = 2 }
h = {a: 1, b: 2}; h.each { |k, v| h[k] = 5 }; h
h = {a: 1, b: 2, c: 3}; s = []; h.each { |k, v| s << k; h.delete(:b) }; s
h = {a: 1, b: 2}; h.each { |k, v| h.delete(k) }; h
# ---- filtering
{a: 1, b: 2}.select { |k, v| v > 1 }
{a: 1}.select { |k| k == :a }
{a: 1}.filter { |k, v| false }
{a: 1, b: 2}.reject { |k, v| v > 1 }
{a: 1, b: 2, c: 3}.slice(:c, :a, :z)
{a: 1, b: 2}.except(:a, :z)
{a: 1, b: 2}.slice
{a: 1}.except
{a: nil, b: 1}.compact
{a: 1}.transform_values { |v| v + 1 }
{a: 1}.transform_values(&:to_s)
{a: 1}.transform_values
{a: 1}.transform_keys(&:to_s)
{a: 1, b: 2}.transform_keys({a: :c})
{a: 1, b: 2}.transform_keys({a: :c}) { |k| k.to_s }
{a: 1, b: 2}.transform_keys { :x }
{a: 1}.transform_keys
{a: 1}.transform_keys(5)
h = {a: 1}; [h.transform_values! { |v| v + 1 }, h]
h = {a: 1}; [h.transform_keys!(&:to_s), h]
h = {a: 1, b: 2}; [h.transform_keys!({a: :b, b: :c}), h]
Hash.new(5).select { true }[:z]
Hash.new(5).merge({})[:z]
Hash.new(5).transform_values { }[:z]
# ---- changing
h = {a: 1}; h[:b] = 2; h
h = {}; h.store(:a, 1); h
h = {}; h[:a] ||= 1; h[:a] ||= 2; h
h = Hash.new(0); h[:a] += 1; h
h = {a: 1, b: 2}; [h.delete(:a), h]
{a: 1}.delete(:z)
{a: 1}.delete(:z) { |k| "no #{k}" }
h = {a: 1, b: 2}; [h.delete_if { |k, v| v > 1 }, h]
h = {a: 1, b: 2}; [h.reject! { |k, v| v > 1 }, h]
{a: 1}.reject! { false }
{a: 1}.delete_if { false }
h = {a: 1, b: 2}; [h.select! { |k, v| v > 1 }, h]
{a: 1}.select! { true }
{a: 1, b: 2}.keep_if { |k, v| v > 1 }
{a: 1, b: 2}.filter! { |k, v| v > 1 }
h = {a: nil}; [h.compact!, h, h.compact!]
{a: 1}.clear
{a: 1}.replace({b: 2})
{a: 1}.replace(1)
h = {a: 1, b: 2}; [h.shift, h]
{}.shift
{a: 1}.merge({b: 2})
{a: 1}.merge({a: 2}, {b: 3})
{a: 1}.merge
{a: 1}.merge({a: 2}) { |k, old, new| [k, old, new] }
{a: 1}.merge(1)
{a: 1}.merge(nil)
{a: 1}.merge(b: 2)
h = {a: 1}; [h.merge!({a: 3}), h]
h = {a: 1}; h.update({b: 2}, {c: 3})
h = {a: 1}; h.update(a: 5) { |_, a, b| a + b }
h = {a: 1}; h.merge!(h) { |k, a, b| a + b }
{a: 1}.freeze[:b] = 1
{a: 1}.freeze.delete(:a)
{a: 1}.freeze.merge!(b: 1)
{a: 1}.freeze.merge(b: 1)
{a: 1}.freeze.clear
{a: 1}.freeze.store(:b, 1)
{a: 1}.freeze.transform_values! { 1 }
{a: 1}.freeze.default = 3
{a: 1}.freeze.select { true }.frozen?
{a: 1}.freeze.dup.frozen?
a = {x: []}; b = a.dup; b[:x] << 1; b[:y] = 1; a
# ---- comparing
{a: 1, b: 2} == {b: 2, a: 1}
{a: 1} == {a: 1.0}
{a: 1} == {a: 1, b: 2}
{a: 1} == 1
{a: 1} != {a: 2}
{a: 1} == {"a" => 1}
{a: 1}.eql?({a: 1})
{a: 1} <= {a: 1, b: 2}
{a: 1} <= {a: 1}
{a: 1} < {a: 1}
{a: 1, b: 2} >= {a: 1}
{a: 1, b: 2} > {a: 2}
{a: 1} > {}
{a: 1} <= 1
{a: 1}.hash == {a: 1}.hash
{a: 1, b: 2}.hash == {b: 2, a: 1}.hash
{a: 1} === {a: 1}
Hash === {}
h = {}.compare_by_identity; h["a"] = 1; h["a".dup] = 2; h.size
{}.compare_by_identity.compare_by_identity?
{}.compare_by_identity?
{a: [1, [2]]}.flatten
{a: [1, [2]]}.flatten(2)
{a: [1]}.flatten(0)
{a: [1, [2]]}.flatten(-1)
{a: 1}.frozen?
{a: 1}.class
{a: 1}.is_a?(Enumerable)
{a: 1}.nope
{a: 1}.sum
{b: 1, a: 2}.sort_by(&:first)
{b: 1, a: 2}.min_by(&:last)
{b: 1, a: 2}.each_with_index.to_a
{b: 1, a: 2}.sort { |(k1, v1), (k2, v2)| v2 <=> v1 }
{a: 1, b: 2}.each_slice(2).map(&:to_h)
{a: 1}.then { |h| h[:a] }
def f(**o) = o; f(**{a: 1}, b: 2)
def f(h) = h; f(a: 1, "b" => 2)
h = {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10}; [h[:j], h[:a], h[:z], h.size]
h = {}; 20.times { |i| h[i] = i * i }; h.delete(3); [h[19], h.key?(3), h.keys.first(4)]
h = (1..12).to_h { |i| ["k#{i}", i] }; h.select { |k, v| v > 10 }
h = {a: 1, b: 2}; a, b = h.values_at(:a, :b); a + b
k, v = {a: 1}.first; [k, v]
{a: 1}.any? { |k, v| v.nil? }
{a: [3, 1]}.transform_values(&:sort)
{a: 1}.group_by { |k, v| v }.transform_values { |x| x.map(&:first) }
{a: 1, b: 2}.each_with_object({}) { |(k, v), m| m[v] = k }
{a: 1}.filter_map { |k, v| [k, v] if v }.to_h
{a: 1, b: 2}.sum { _2 }
{a: 1, b: 2}.map { "#{_1}=#{_2}" }
{a: 1, b: 2}.map { |k, v| "#{k}=#{v}" }.join("&")
# ---- more of the same, with what they refuse
{a: 1}.fetch_values(:z) { break 7 }
{a: 1}.fetch_values(nil)
Hash.new(3).fetch_values(:a)
Hash.new { |h, k| k }.values_at(:a, "b")
{a: 1}.values_at
{a: 1}.key
{a: 1, b: 1.0}.key(1.0)
{a: nil}.key(nil)
Hash.new(5).key(5)
{1 => :a}.assoc(1.0)
{"a" => 1}.assoc("a")
h = {}.compare_by_identity; h["a".dup] = 1; h.assoc("a")
{nil => nil}.assoc(nil)
Hash.new(5).assoc(:a)
{a: 1}.assoc
{a: 1.0}.rassoc(1)
{a: nil}.rassoc(nil)
{a: 1}.rassoc
{a: [1], "b" => :c, nil => nil}.invert
{a: 1}.invert.frozen?
Hash.new(5).invert[:z]
{a: 1}.invert(1)
{a: 1, b: 2}.to_proc.call(:z)
Hash.new(3).to_proc.call(:z)
{a: 1}.to_proc.arity
{a: 1}.to_proc.call
{a: 1}.to_proc.call(1, 2)
[:a, :b].map(&Hash.new { |h, k| k.to_s })
{a: 1} <= {a: 2}
{a: 1} <= nil
{a: 1} < {a: 1, b: 2}
{a: 1} < {b: 1, c: 2}
{a: 1} < 1
{a: 1} >= {a: 1}
{a: 1} >= {a: 1.0}
{a: 1} >= "x"
{a: 1} >= {b: nil}
{a: 1} > {a: 1}
{a: 1, b: 2} > {a: 1}
{a: 1, b: 2} > []
{} <= {}
{} < {}
{a: nil} <= {b: nil}
Hash.new(1) >= {a: 1}
class H; def to_hash = {a: 1}; end; [{a: 1, b: 2} > H.new, {} < H.new, {a: 1} <= H.new, {a: 1} >= H.new]
{a: 1}.freeze.compact!
{a: nil}.freeze.compact!
{}.freeze.shift
{a: 1}.freeze.shift
h = {a: nil}; [h.shift, h]
{a: nil}.freeze.compact
Hash.new(5).merge(a: nil).compact[:z]
{a: false, b: nil}.compact
{a: [1, [2, [3]]]}.flatten(3)
{a: 1}.flatten("x")
{a: 1}.flatten(nil)
{a: [1]}.flatten(1.5)
{a: 1}.flatten(1, 2)
{}.flatten
{a: 1, b: 2}.count(1)
{}.count
{a: 1}.transform_keys({a: nil})
{a: 1}.transform_keys({b: 1})
{a: 1}.transform_keys(Hash.new(:x))
{a: 1}.transform_keys({})
{a: 1}.transform_keys(nil)
{a: 1}.transform_keys(1) { 2 }
{a: 1}.transform_keys({}, {})
{a: 1, b: 2}.transform_keys({b: :a})
Hash.new(5).transform_keys(&:to_s)[:z]
h = {}.compare_by_identity; h["a"] = 1; h.transform_keys(&:to_s).compare_by_identity?
{a: 1}.freeze.transform_keys!(&:to_s)
{a: 1}.freeze.transform_keys!({})
{a: 1}.transform_keys!
{a: 1}.transform_keys!(3)
h = Hash.new(5); h[:a] = 1; h.transform_keys!(&:to_s); h[:z]
h = {a: 1, b: 2, c: 3}; h.transform_keys!({a: :x}) { |k| k.to_s }; h
{a: 1}.transform_keys { |k| break k }
h = {[1] => 2}; k = h.keys[0]; k << 3; h.rehash; h[[1, 3]]
{}.freeze.rehash
{a: 1}.any?(1, 2)
{a: 1}.default(1, 2)
Hash.try_convert([1])
o = Object.new; def o.to_hash = 1; Hash.try_convert(o)
o = Object.new; def o.to_hash = {b: 1}; Hash.try_convert(o)
o = Object.new; def o.to_hash = 1; Hash.try_convert(o)
o = Object.new; def o.to_hash = nil; Hash.try_convert(o)
o = Object.new; def o.to_ary = 1; Array.try_convert(o)
o = Object.new; def o.to_ary = [1]; Array.try_convert(o)
o = Object.new; def o.to_ary = nil; Array.try_convert(o)
o = Object.new; def o.to_str = "a"; String.try_convert(o)
o = Object.new; def o.to_str = 1; String.try_convert(o)
o = Object.new; def o.to_regexp = /a/; Regexp.try_convert(o)
o = Object.new; def o.to_int = 3; Integer.try_convert(o)
o = Object.new; def o.to_int = "a"; Integer.try_convert(o)
o = Object.new; def o.to_hash = raise("x"); Hash.try_convert(o)
Integer.try_convert(1.5)
Integer.try_convert("1")
String.try_convert(:a)
Array.try_convert(nil)
Hash.try_convert(nil)
Regexp.try_convert("a")
class B < String; end; String.try_convert(B.new("a")).class
# ---- keys that change
h = {}; a = [1]; h[a] = 1; a << 2; [h[a], h[[1]], h[[1, 2]], h.key?(a), h]
h = {}; a = [1]; h[a] = 1; a << 2; h[a] = 5; [h[a], h.size, h]
h = {}; a = [1]; h[a] = 1; a << 2; h[[1]] = 7; [h, h[[1]], h.delete([1]), h]
h = {}; a = [1]; h[a] = 1; a << 2; [h.delete(a), h.shift, h]
h = {}; a = [1]; h[a] = 1; a << 2; h[[1, 2]] = 5; [h.shift, h[a], h.shift, h.shift]
h = {}; a = [1]; h[a] = 1; a << 2; h.rehash; [h[a], h]
h = {}; a = [1]; h[a] = 1; a << 2; h.reject! { |_, v| v == 1 }; h
h = {}; a = [1]; h[a] = 1; a << 2; [h.dup[a], h.merge({})[a], h.to_a]
h = {}; a = [1]; h[a] = 1; a << 2; a.pop; [h[a], h[[1]]]
h = {}; a = {}; h[a] = 1; a[:x] = 2; [h[a], h[{}], h[{x: 2}]]
h = (1..9).to_h { |i| [[i], i] }; a = h.keys[0]; a << 2; [h[a], h[[1]], h.size, h.shift, h.size]
S = Struct.new(:n); s = S.new(1); h = {s => 1}; s.n = 2; [h[s], h[S.new(1)], h[S.new(2)]]
{}.freeze.shift
