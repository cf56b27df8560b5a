h = {a: 1, b: 2, c: 3}; [h.slice!(:a, :b), h]
h = {a: 1}; [h.slice!(:z), h]
h = {a: 1, b: 2}; [h.except!(:a), h]
h = {a: 1, b: 2}; [h.extract!(:a, :z), h]
{a: 1}.freeze.slice!(:a)
{a: 1}.freeze.except!(:a)
{a: 1}.freeze.extract!(:a)
{a: {b: 1}}.deep_merge({a: {c: 2}})
{a: {b: 1}}.deep_merge({a: 2})
{a: 1}.deep_merge({a: {b: 1}})
{a: {b: 1}}.deep_merge({a: {b: 2}}) { |k, x, y| [k, x, y] }
{a: {b: [1]}}.deep_merge({a: {b: [2]}}) { |k, x, y| x + y }
h = {a: {b: 1}}; [h.deep_merge!({a: {c: 2}}), h]
h = {a: {b: 1}}; h.deep_merge({a: {c: 2}}); h
{a: 1}.deep_merge(1)
{a: 1}.freeze.deep_merge!({b: 1})
{a: 1}.deep_merge?({})
{a: 1}.reverse_merge({a: 2, b: 3})
{a: 1}.with_defaults(a: 2, b: 3)
{a: 1}.reverse_merge({b: 0, a: 9}).keys
h = {a: 1}; [h.reverse_merge!({b: 2}), h]
h = {a: 1}; [h.with_defaults!({b: 2}), h]
h = {a: 1}; h.reverse_update(b: 2)
{a: 1}.reverse_merge(1)
{"a" => 1, :b => 2, 3 => 4, nil => 5}.symbolize_keys
{"a" => 1}.to_options
{"a b" => 1}.symbolize_keys
h = {"a" => 1}; [h.symbolize_keys!, h]
h = {"a" => 1}; [h.to_options!, h]
{a: 1, 2 => 3, nil => 4}.stringify_keys
h = {a: 1}; [h.stringify_keys!, h]
{"a" => {"b" => [{"c" => 1}]}}.deep_symbolize_keys
{a: {b: [{c: 1}]}}.deep_stringify_keys
h = {"a" => {"b" => 1}}; [h.deep_symbolize_keys!, h]
h = {a: {b: 1}}; [h.deep_stringify_keys!, h]
{a: {b: 1}}.deep_transform_keys { |k| k.to_s.upcase }
{a: {b: 1}, c: [{d: 1}]}.deep_transform_keys(&:to_s)
h = {a: {b: 1}}; [h.deep_transform_keys!(&:to_s), h]
{a: {b: 1}, c: [1, [2, {d: 3}]]}.deep_transform_values { |v| v + 1 }
h = {a: {b: 1}}; [h.deep_transform_values!(&:to_s), h]
{a: nil}.deep_transform_values(&:to_s)
{a: 1}.assert_valid_keys(:a)
{a: 1}.assert_valid_keys([:a, [:b]])
{a: 1}.assert_valid_keys(:b)
{a: 1}.assert_valid_keys("a", :b)
{a: 1}.assert_valid_keys
{}.assert_valid_keys(:a)
{a: 1, b: "", c: nil, d: [], e: false, f: 0}.compact_blank
h = {a: 1, b: ""}; [h.compact_blank!, h]
{a: {b: ["x"]}}.deep_dup
a = {a: {b: ["x"]}}; b = a.deep_dup; b[:a][:b] << 1; a
{}.blank?
{a: nil}.blank?
{}.present?
{a: 1}.presence
{}.presence
{a: 1, b: 2}.to_query
{b: 2, a: 1}.to_query
{a: 1}.to_query("user")
{a: {b: 1, c: {d: "x y"}}}.to_query
{a: [1, 2]}.to_query
{a: [], b: {}}.to_query
{}.to_query
{a: nil, b: true, c: :d}.to_query
{"a b" => "c&d=é"}.to_query
{a: [{b: 1, c: 2}]}.to_query
{a: "~-_.*!'()"}.to_query
{a: 1, b: [1]}.to_param
{a: 1}.to_param("x")
{a: 1, b: 2}.exclude?(:a)
{a: 1, b: 2}.exclude?(:z)
{a: 1, b: 2}.many?
{a: 1, b: 2}.many? { |k, v| v > 1 }
{a: 1, b: 2}.index_by { |k, v| v }
{a: 1}.index_with { |kv| kv[1] }
{a: 1}.sole
{}.sole
{a: 1}.excluding([:a, 1]) rescue $!.class
{a: 1}.without([[:a, 1]])
{a: 1}.including([[:b, 2]])
{a: {x: 1}}.pluck(1)
{a: 1}.pick(0)
{a: {x: 1}}.values.pluck(:x)
# ---- indifferent access
{a: 1}.with_indifferent_access
{a: 1}.with_indifferent_access[:a]
{a: 1}.with_indifferent_access["a"]
{a: 1}.with_indifferent_access.key?("a")
{a: 1}.with_indifferent_access.key?(:a)
{a: {b: 1}}.with_indifferent_access[:a][:b]
{a: {b: 1}}.with_indifferent_access["a"]["b"]
{a: [{b: 1}]}.with_indifferent_access[:a][0][:b]
{a: {b: 1}}.with_indifferent_access.dig(:a, "b")
h = {a: 1}.with_indifferent_access; h[:b] = 2; h["b"] = 3; h
h = {}.with_indifferent_access; h[:x] = {y: 1}; h["x"]["y"]
h = {a: 1}.with_indifferent_access; h.merge(a: 2, b: {c: 1})[:b]["c"]
{a: 1}.with_indifferent_access.merge({"a" => 2})
h = {a: 1}.with_indifferent_access; h.update(a: 5); h
{a: 1}.with_indifferent_access.merge({a: 2}) { |k, o, n| [k, o, n] }
{a: 1}.with_indifferent_access.fetch(:a)
{a: 1}.with_indifferent_access.fetch(:z)
{a: 1}.with_indifferent_access.fetch(:z, 3)
{a: 1}.with_indifferent_access.fetch(:z) { |k| k }
{a: 1}.with_indifferent_access.values_at(:a, "a")
{a: 1}.with_indifferent_access.fetch_values(:a)
h = {a: 1, b: 2}.with_indifferent_access; [h.delete(:a), h]
{a: 1, b: 2}.with_indifferent_access.slice(:a)
{a: 1, b: 2}.with_indifferent_access.except(:a)
{a: 1, b: 2}.with_indifferent_access.except("a")
{a: 1, b: 2}.with_indifferent_access.without(:a)
{a: 1, b: 2}.with_indifferent_access.select { |k, v| k == "a" }
{a: 1}.with_indifferent_access.reject { |k, v| true }
{a: 1}.with_indifferent_access.transform_values { |v| v + 1 }[:a]
{a: 1}.with_indifferent_access.transform_keys { |k| k.to_sym }.keys
{a: 1}.with_indifferent_access.symbolize_keys
{a: {b: 1}}.with_indifferent_access.symbolize_keys
{a: {b: 1}}.with_indifferent_access.deep_symbolize_keys
{a: {b: 1}}.with_indifferent_access.stringify_keys
{a: {b: 1}}.with_indifferent_access.to_hash
{a: {b: 1}}.with_indifferent_access.to_h
{a: 1}.with_indifferent_access == {"a" => 1}
{a: 1}.with_indifferent_access == {a: 1}
{a: 1}.with_indifferent_access.class
{a: {b: 1}}.with_indifferent_access[:a].class
{a: 1}.with_indifferent_access.is_a?(Hash)
{a: 1}.with_indifferent_access.map { |k, v| [k, v] }
{a: 1}.with_indifferent_access.keys
{a: 1}.with_indifferent_access.each_key.to_a
{a: nil, b: 1}.with_indifferent_access.compact
{a: 1}.with_indifferent_access.reverse_merge(b: 2)[:b]
{a: 1}.with_indifferent_access.dup[:a]
{a: 1}.with_indifferent_access.assoc(:a)
{a: 1}.with_indifferent_access.with_indifferent_access[:a]
h = {a: 1, b: 2}.with_indifferent_access; [h.extract!(:a), h]
h = {a: 1, b: 2}.with_indifferent_access; [h.slice!(:a), h]
{a: 1}.with_indifferent_access.deep_merge(a: {b: 1})["a"]["b"]
{a: {x: 1}}.with_indifferent_access.deep_merge(a: {y: 2})
h = {a: 1}.with_indifferent_access; h.store(:b, 2); h.keys
h = {a: 1}.with_indifferent_access; h.replace({b: 1}); h.keys
{1 => 2, nil => 3}.with_indifferent_access
{a: 1}.with_indifferent_access.to_query
{a: 1}.with_indifferent_access.invert
{a: 1}.with_indifferent_access.any? { |k, v| k == "a" }
{a: 1}.with_indifferent_access.to_a
ActiveSupport::HashWithIndifferentAccess.new(a: {b: 1})[:a][:b]
HashWithIndifferentAccess.new({a: 1})["a"]
HashWithIndifferentAccess.new[:a]
HashWithIndifferentAccess.new(5)[:a]
{a: 1}.with_indifferent_access.default
Hash.new(3).with_indifferent_access[:zz]
# ---- more of the same, with what they refuse
h = {a: 1, b: 2}; h.slice!; h
Hash.new(7).merge(a: 1, b: 2).slice!(:a)[:z]
h = Hash.new(7).merge(a: 1, b: 2); h.slice!(:a); h[:z]
h = Hash.new { 8 }; h[:a] = 1; h.slice!(:a); h[:z]
{a: 1}.freeze.slice!
h = {a: 1, b: 2}; h.slice!(:b, :a); h
{a: 1}.freeze.except!(:z)
{a: 1}.freeze.except!
h = {a: 1}; h.except!.equal?(h)
{a: 1, b: 2}.extract!(:b, :a)
{a: nil}.extract!(:a)
Hash.new(3).extract!(:a)
{a: 1}.freeze.extract!(:z)
h = {"x" => {a: 1}}; h.extract!("x")
{a: 1}.except!(1, 2)
{a: {b: 1}}.deep_merge
{a: {b: 1}}.deep_merge({}, {})
{a: {b: 1}}.deep_merge(nil)
{a: {b: 1}}.deep_merge!(nil)
{a: {b: 1}}.deep_merge!([[:a, 1]])
{a: {b: {c: 1, d: 2}}}.deep_merge({a: {b: {c: 3}}}) { |k, x, y| "#{k}#{x}#{y}" }
h = {a: {b: 1}}; h.deep_merge!(h)
x = {b: 1}; h = {a: x}; h.deep_merge!({a: {c: 2}}); x
{a: 1}.deep_merge?(nil)
{a: 1}.deep_merge?([])
{a: 1}.reverse_merge
{a: 1}.reverse_merge({b: 1}, {c: 1})
{a: 1}.reverse_merge(nil)
{a: 1}.reverse_merge!(nil)
{a: 1}.reverse_merge([])
{a: 1}.freeze.reverse_merge!({b: 1})
{a: 1}.freeze.with_defaults!({b: 1})
{a: 1}.freeze.reverse_update({a: 1})
Hash.new(5).reverse_merge({a: 1})[:z]
{b: 2}.reverse_merge!({a: 1}).keys
{a: 1}.with_indifferent_access.reverse_merge("a" => 2, "b" => {c: 1})
{a: 1}.with_indifferent_access.with_defaults(a: 2, b: 3).class
h = {a: 1}.with_indifferent_access; h.reverse_merge!(b: {c: 1}); h["b"][:c]
h = {a: 1}.with_indifferent_access; h.with_defaults!(b: 2, a: 3); h
{"a" => 1, :a => 2}.symbolize_keys
{"a" => 1}.freeze.symbolize_keys!
{a: 1}.freeze.stringify_keys!
{a: 1}.freeze.deep_stringify_keys!
{a: 1}.freeze.deep_transform_keys!(&:to_s)
{a: 1}.freeze.deep_transform_values!(&:to_s)
{a: 1}.freeze.to_options!
{a: 1}.with_indifferent_access.stringify_keys!
{a: {b: 1}}.with_indifferent_access.deep_stringify_keys.class
{a: {b: 1}}.with_indifferent_access.deep_stringify_keys!.class
{a: {b: 1}}.with_indifferent_access.deep_transform_keys(&:upcase).class
{a: {b: 1}}.with_indifferent_access.deep_transform_keys(&:upcase)[:A][:B]
{a: {b: 1}}.with_indifferent_access.deep_transform_values(&:to_s).class
{a: {b: 1}}.with_indifferent_access.deep_transform_values(&:to_s)[:a][:b]
{a: {b: 1}}.with_indifferent_access.to_options
{1 => 2, nil => 3, [4] => 5, "a" => {6 => "b"}}.deep_symbolize_keys
{[4] => [[{"a" => 1}], {"b" => 2}]}.deep_symbolize_keys
{[4] => [[{a: 1}], {nil => 2}]}.deep_stringify_keys
a = []; {a: {b: 1}, c: 2}.deep_transform_keys { |k| a << k; k }; a
a = []; {a: {b: 1}, c: [2, [3]]}.deep_transform_values { |k| a << k; k }; a
{a: 1, b: 2}.deep_transform_keys { :x }
{a: 1}.deep_transform_keys
{}.deep_transform_keys
{}.deep_transform_keys!
{a: {b: 1}}.deep_transform_keys { |k| break k }
Hash.new(4).merge(a: 1).deep_transform_keys(&:to_s)[:z]
Hash.new(4).merge(a: 1).deep_transform_values(&:to_s)[:z]
Hash.new(4).merge("a" => 1).deep_symbolize_keys[:z]
Hash.new(4).merge("a" => 1).symbolize_keys[:z]
h = Hash.new(4); h["a"] = 1; h.symbolize_keys!; h[:z]
h = Hash.new(4); h["a"] = 1; h.deep_symbolize_keys!; h[:z]
{a: 1}.assert_valid_keys(nil)
{1 => 2}.assert_valid_keys([["x"]], :y)
{a: 1, "b" => 2}.assert_valid_keys(:a)
{a: 1}.assert_valid_keys(:a).equal?(nil)
{a: 1, b: ""}.freeze.compact_blank
{a: 1, b: ""}.freeze.compact_blank!
{a: 1}.freeze.compact_blank!
h = {a: 1}; h.compact_blank!.equal?(h)
{a: " \n", b: :"", c: [nil], d: {}, e: true, f: 1.5}.compact_blank
{a: ""}.with_indifferent_access.compact_blank.class
Hash.new(5).compact_blank[:z]
{a: 1}.to_query(nil)
{a: 1}.to_query(:ns)
{a: 1}.to_query(1, 2)
{b: [{d: 1}, {c: 2}], a: {z: 1, y: [2]}}.to_query
{b: [{d: 1, c: 3}]}.to_query("x")
{a: {}}.to_query("x")
{a: [{}, {b: []}]}.to_query
{a: [[], [1]]}.to_query
{[1, 2] => 3, nil => 4, true => 5, 1.5 => 6}.to_query
{a: {[1, 2] => 3, nil => 4}}.to_query
{a: [nil, "", false]}.to_query
{a: "", b: [""], c: {d: nil}}.to_query
{"é" => "ü ñ", :"[]" => "+%"}.to_query
{a: 1..3, b: /x/, c: Integer}.to_query
class P; def to_param = "p/1"; end; {a: P.new, P.new => 1, c: [P.new]}.to_query
class P; def to_param = 7; end; [P.new, {a: P.new}].to_query("k")
class P; def to_s = "s s"; end; {a: P.new}.to_query
class P; def to_s = "s s"; end; [P.new.to_param, [P.new].to_param, P.new.to_query(:k)]
[1, nil, "a", [2, [3]], {b: 4}, :c, true].to_param
[].to_param
[].to_query(:k)
[[]].to_query(:k)
[1].to_query
[1, [2, 3], {a: 4}].to_query(:k)
[nil].to_query(:k)
[1].to_query(nil)
nil.to_query(:k)
true.to_query("k ")
"a b".to_query("k[]")
:a.to_query(:b)
1.5.to_query(nil)
1.to_query
1.to_query(1, 2)
"a/b".to_param
"".to_query("")
nil.to_query("=")
1.to_query(:"a=")
{a: 1, b: 2}.excluding(:a)
{a: 1, b: 2}.excluding([:a], :b)
{a: 1, b: 2}.excluding([[:a]])
{a: 1, b: 2}.without(:b)
{a: 1, b: 2}.without
{a: 1, b: 2}.excluding("a").equal?(1)
Hash.new(5).excluding(:a)[:z]
{a: 1, b: 2}.with_indifferent_access.excluding(:a)
{a: 1, b: 2}.with_indifferent_access.excluding("a")
{a: 1, b: 2}.with_indifferent_access.without("a", :b)
{a: 1, b: 2}.with_indifferent_access.without([:a])
{a: 1}.with_indifferent_access.rassoc(1)
{a: 1}.with_indifferent_access.key(1)
{a: 1}.with_indifferent_access.assoc("z")
{a: 1, b: 1}.with_indifferent_access.invert.class
{a: 1, b: {c: 2}}.with_indifferent_access.flatten
{a: 1}.with_indifferent_access.fetch_values("a", :z) { |k| k }
{a: 1}.with_indifferent_access.fetch_values(:z)
{a: 1}.with_indifferent_access.to_proc.call(:a)
{a: 1}.with_indifferent_access <= {"a" => 1, "b" => 2}
{a: 1}.with_indifferent_access >= {a: 1}
{a: 1, b: 2}.with_indifferent_access > {"a" => 1}
{a: 1}.with_indifferent_access.transform_keys(&:to_sym).class
{a: 1, b: 2}.with_indifferent_access.transform_keys({a: :c})
{a: 1, b: 2}.with_indifferent_access.transform_keys({"a" => :c}) { |k| k + "!" }
h = {a: 1}.with_indifferent_access; h.transform_keys! { |k| k + "!" }; h
{a: 1, b: nil}.with_indifferent_access.compact!
h = {a: {b: 1}}.with_indifferent_access; [h.except!(:a), h]
h = {a: {b: 1}}.with_indifferent_access; h.extract!(:a)[:a][:b]
{a: ["x"]}.with_indifferent_access.deep_dup
{a: 1}.extractable_options?
{a: 1}.with_indifferent_access.extractable_options?
{a: 1}.nested_under_indifferent_access.class
{a: {b: 1}}.with_indifferent_access.to_options[:a].class
