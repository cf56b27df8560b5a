# ---- access
[1, 2, 3, 4, 5].second
[1, 2, 3, 4, 5].third
[1, 2, 3, 4, 5].fourth
[1, 2, 3, 4, 5].fifth
[1].second
(1..50).to_a.forty_two
[1, 2].forty_two
[1, 2, 3].third_to_last
[1, 2, 3].second_to_last
[1].second_to_last
[1, 2].third_to_last
%w[a b c d].from(2)
%w[a b c d].from(10)
%w[a b c d].from(-2)
%w[a b c d].from(-9)
%w[].from(0)
%w[a b].from("x")
%w[a b c d].to(0)
%w[a b c d].to(2)
%w[a b c d].to(9)
%w[a b c d].to(-2)
%w[a b c d].to(-9)
[1, 2].including(3, 4)
[1, 2].including([3, [4]])
[1, 2].including
[1, 2, 3].excluding(1, 2)
[1, 2, 3].excluding([1, 2])
[1, 2, 3].without(1)
[1, 2, 3].without
[1, 2, [3]].without([[3]])
# ---- groups
%w[1 2 3 4 5].in_groups_of(2)
%w[1 2 3 4 5].in_groups_of(2, "x")
%w[1 2 3 4 5].in_groups_of(2, false)
%w[1 2 3 4].in_groups_of(2)
[].in_groups_of(3)
[1].in_groups_of(0)
[1].in_groups_of(-1)
a = []; %w[1 2 3].in_groups_of(2) { |g| a << g }; a
%w[1 2 3].in_groups(2)
%w[1 2 3 4 5 6 7].in_groups(3)
%w[1 2 3 4 5 6 7].in_groups(3, "x")
%w[1 2 3 4 5 6 7].in_groups(3, false)
%w[1 2].in_groups(5)
[].in_groups(2)
a = []; [1, 2, 3].in_groups(2, false) { |g| a << g }; a
[1, 2, 3].in_groups(2, false) { |g| }
[1].in_groups(0)
[1, 2, 3, 4, 5].split(3)
[1, 2, 3, 4, 5].split { |x| x.even? }
[1, 2, 3].split(1)
[1, 2, 3].split(3)
[1, 2].split(9)
[].split(1)
[1, nil, 2].split
# ---- sentences
[].to_sentence
["one"].to_sentence
%w[one two].to_sentence
%w[one two three].to_sentence
%w[one two three].to_sentence(last_word_connector: " or ")
%w[one two].to_sentence(two_words_connector: " or ")
%w[a b c d].to_sentence(words_connector: "; ")
%w[one two].to_sentence(passing: "invalid option")
[1, :b, nil].to_sentence
%w[a b c].to_sentence(words_connector: nil)
%w[a b c].to_sentence(locale: false)
[1, 2].to_fs
[].to_fs(:db)
# ---- options
a = [1, {b: 2}]; [a.extract_options!, a]
a = [1, 2]; [a.extract_options!, a]
a = []; a.extract_options!
def f(*args) = [args.extract_options!, args]; f(1, a: 2)
a = [1, 2, 3, 4]; [a.extract!(&:odd?), a]
a = [1, 3]; [a.extract!(&:even?), a]
[1].extract!.size
[1].freeze.extract! { true }
Array.wrap(nil)
Array.wrap([1])
Array.wrap(1)
Array.wrap({a: 1})
Array.wrap("a")
Array.wrap(1..2)
# ---- blank
[].blank?
[nil].blank?
[].present?
[1].present?
[].presence
[1].presence
[1, "", nil, [], {}, " ", false, true, 0].compact_blank
a = [1, "", nil]; [a.compact_blank!, a]
[1].compact_blank!
[].many?
[1].many?
[1, 2].many?
[1, 2, 3].many? { |x| x > 1 }
[1, 2, 3].many? { |x| x > 2 }
[nil, nil].many?
[1, 2].exclude?(3)
[1, 2].exclude?(1)
%w[a bb].index_by(&:size)
%w[a bb].index_by { |x| x.to_sym }
%w[a b].index_by
%w[a bb].index_with(&:size)
%w[a b].index_with(0)
%w[a b].index_with(nil)
%w[a b].index_with
[{a: 1, b: 2}, {a: 3}].pluck(:a)
[{a: 1, b: 2}, {a: 3}].pluck(:a, :b)
[].pluck(:a)
[{a: 1}, {a: 2}].pick(:a)
[{a: 1, b: 2}].pick(:a, :b)
[].pick(:a)
[1].sole
[].sole
[1, 2].sole
[nil].sole
%w[aa b ccc].maximum(:size)
%w[aa b ccc].minimum(:size)
[].minimum(:size)
["a", :b].minimum(:nope)
%w[b a c].in_order_of(:itself, %w[c a])
%w[b a c a].in_order_of(:itself, %w[c a])
%w[b a c].in_order_of(:itself, %w[c a], filter: false)
[{n: 2}, {n: 1}].in_order_of(:size, [1])
# ---- deep_dup
a = [1, ["x"]]; b = a.deep_dup; b[1] << 2; b[1][0] << "y"; [a, b]
[1, [2]].freeze.deep_dup.frozen?
a = [{a: "x"}]; b = a.deep_dup; b[0][:a] << "y"; a
# ---- params
[1, 2].to_param
["a", [1, nil]].to_param
[].to_param
[1, 2].to_query("ids")
["a b", "c&d"].to_query(:x)
[].to_query("x")
[nil, true, :b].to_query("x")
[[1, 2], [3]].to_query("x")
[{a: 1, b: 2}].to_query("x")
[1, 2].in?([[1, 2]])
[1, 2].sum(0.0)
[1, 2].to_set.size
[1, 2].as_json
%w[a b].each_with_index.to_a.to_h.symbolize_keys
[3, 1, 2].sort.to_sentence
["a", "b"].map(&:to_sym).to_sentence(two_words_connector: " & ")
[1, 2, 3].second
[1].second
[1, 2, 3].third
[1, 2, 3, 4].fourth
[1, 2, 3, 4, 5].fifth
[1].forty_two
(1..50).to_a.forty_two
[1, 2, 3].third_to_last
[1, 2].third_to_last
[1, 2, 3].second_to_last
[1].second_to_last
[1].second(1)
[1, 2, 3].from(1)
[1, 2, 3].from(-2)
[1, 2, 3].from(9)
[1, 2, 3].from(3)
[1, 2, 3].from(-9)
[1, 2, 3].from("a")
[1, 2, 3].from(nil)
[1, 2, 3].to(1)
[1, 2, 3].to(-2)
[1, 2, 3].to(9)
[1, 2, 3].to(-9)
[1, 2, 3].to("a")
[].to(0)
[1, 2].including(3, [4, [5]])
[1, 2].including
[1, 2, 3].excluding(1, [2, [3]])
[1, [2]].excluding([[2]])
[1, 2].excluding
[1, 2].without(2)
[1, nil].excluding(nil)
%w[a b].excluding("a")
(1..7).to_a.in_groups_of(3)
(1..7).to_a.in_groups_of(3, 0)
(1..7).to_a.in_groups_of(3, false)
(1..7).to_a.in_groups_of(3, nil)
r = []; [[1, 2, 3].in_groups_of(2) { |g| r << g }, r]
[1, 2].in_groups_of(0)
[1, 2].in_groups_of(-1)
[1, 2].in_groups_of("a")
[1, 2].in_groups_of
[].in_groups_of(3)
[1, 2].in_groups_of(2.5)
r = []; [1, 2, 3].in_groups_of(2, false) { |a, b| r << [a, b] }; r
(1..7).to_a.in_groups(3)
(1..7).to_a.in_groups(3, 0)
(1..7).to_a.in_groups(3, false)
(1..6).to_a.in_groups(3)
r = []; [[1, 2, 3].in_groups(2) { |g| r << g }, r]
[1, 2].in_groups(0)
[1, 2].in_groups(3)
[1].in_groups(3, false)
[].in_groups(2)
[1, 2].in_groups("a")
[1, 2, 3, 2].split(2)
[1, 2, 3].split(9)
[1, 2, 3, 4].split { |x| x.even? }
[].split(1)
[1, nil, 2].split
[1, 1].split(1)
[1, 2].split(1, 2)
a = [1, 2, 3]; a.split(2); a
[].to_sentence
["a"].to_sentence
["a", "b"].to_sentence
["a", "b", "c"].to_sentence
["a", "b"].to_sentence(two_words_connector: " & ")
["a", "b", "c"].to_sentence(words_connector: "; ", last_word_connector: " or ")
["a", "b", "c"].to_sentence({ last_word_connector: "-" })
["a", "b"].to_sentence(nope: 1)
["a", "b"].to_sentence(1)
["a", "b"].to_sentence("nope" => 1)
[1, nil].to_sentence
[1].to_sentence
s = "a"; [s].to_sentence.equal?(s)
[:a, [1]].to_sentence
a = [1, { b: 2 }]; [a.extract_options!, a]
a = [1]; [a.extract_options!, a]
[].extract_options!
[{}].freeze.extract_options!
[1].freeze.extract_options!
a = [1, 2, 3]; [a.extract! { |x| x.odd? }, a]
[1].extract!
[1].extract!.size
[1].freeze.extract! { true }
[1].freeze.extract! { false }
a = [1, "", nil]; [a.compact_blank!, a]
a = [1]; a.compact_blank!.equal?(a)
[1].freeze.compact_blank!
[1, "", nil, [], {}, false, " "].compact_blank
{ a: 1, b: nil }.compact_blank
(1..2).compact_blank
[1, 2].to_fs
[1, 2].to_formatted_s
[].to_fs(:db)
O = Struct.new(:id); [O.new(1), O.new(2)].to_fs(:db)
[1].to_fs(:db)
[1, 2].to_fs(:other)
[1, 2].index_by { |x| x * 2 }
[1, 2].index_by
[1, 2].index_by.size
[1, 2].index_by.with_index { |x, i| i }
[1, 2].index_with { |x| x * 2 }
[1, 2].index_with(0)
[1, 2].index_with(nil)
[1, 2].index_with
[1, 2].index_with.size
[1, 2].index_with(0) { 5 }
[1, 2].many?
[1].many?
[].many?
[1, 2, 3].many? { |x| x > 1 }
[1, 2, 3].many? { |x| x > 2 }
[nil, nil].many?
{ a: 1, b: 2 }.many? { |k, v| v > 1 }
{ a: 1, b: 2 }.many?
[1, 2].exclude?(1)
[1, 2].exclude?(3)
(1..3).exclude?(2)
[{ a: 1, b: 2 }, { a: 3 }].pluck(:a)
[{ a: 1, b: 2 }, { a: 3 }].pluck(:a, :b)
[{ a: 1 }].pluck
[1].pluck(:a)
[{ a: 1, b: 2 }, { a: 3 }].pick(:a)
[{ a: 1, b: 2 }].pick(:a, :b)
[].pick(:a)
[{ a: 1 }].pick
[1].sole
[].sole
[1, 2].sole
[nil].sole
(1..1).sole
(1..2).sole
(1..).sole
(..1).sole
{ a: 1 }.sole
[{ a: 2 }, { a: 1 }].minimum(:a)
P = Struct.new(:price); [P.new(2), P.new(1)].minimum(:price)
P = Struct.new(:price); [P.new(2), P.new(1)].maximum(:price)
[].minimum(:x)
[].maximum(:x)
P = Struct.new(:id); [P.new(1), P.new(2), P.new(3)].in_order_of(:id, [3, 1])
P = Struct.new(:id); [P.new(1), P.new(2), P.new(3)].in_order_of(:id, [3, 1], filter: false)
P = Struct.new(:id); [P.new(1), P.new(1)].in_order_of(:id, [1])
P = Struct.new(:id); [P.new(1)].in_order_of(:id, [])
[1].in_order_of(:nope, [1])
(1..3).including(5)
(1..3).excluding(2, [3])
Set[1, 2].including(3)
Set[1, 2].excluding([2])
Set[1, 2].without(1)
{ a: 1, b: 2 }.excluding([[:a, 1]])
(1..3).index_by { |x| x.to_s }
(1..3).index_with { |x| x * 2 }
{ a: 1 }.index_with { |k, v| v }
{ a: 1 }.index_by { |k, v| v }
Array.wrap(nil)
Array.wrap([1])
Array.wrap(1)
Array.wrap({ a: 1 })
o = Object.new; def o.to_ary = [7]; Array.wrap(o)
o = Object.new; def o.to_ary = nil; Array.wrap(o) == [o]
[[1, [2]], { a: [3] }].deep_dup
a = ["x"]; b = a.deep_dup; b[0] << "y"; a
