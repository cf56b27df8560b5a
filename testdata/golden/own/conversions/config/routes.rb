# Conversions and checks: Integer(), Float(), Array(), String(), Hash(), to_s/to_i/to_sym, format, comparisons, coercions, truthiness, equality, object identity.
Rails.application.routes.draw do
  r = ->(*parts) { get ["c", *parts].map { |p| p.to_s.gsub(/[^\w.-]/, "_") }.join("/"), to: "conv#show", as: nil }
  try = ->(label = "err", &b) { b.call rescue "#{label}-#{$!.class}" }
  r[Integer("42"), Integer("0x1f", 16), Integer("101", 2), Integer("0b11"), Integer("1_000"), Integer(3.9), Integer("z", exception: false).inspect, try.() { Integer("4x") }, try.() { Integer(nil) }, try.() { Integer([]) }]
  r[Float("1.5"), Float("1e3"), try.() { Float("x") }, Float(3), "%.3f" % Float("2"), String(5), String(nil).length, Array(nil).size, Array("a").size, Array(a: 1).flatten.join, Array(1..3).join, try.() { Hash([[1, 2]]) }, Hash(nil).size, try.() { Hash(5) }]
  r[nil.to_a.size, nil.to_s.size, nil.to_i, nil.inspect, nil & true, nil.to_h.size, true & false, true ^ true, true.to_s]
  r[1 == 1.0, 1.eql?(1.0), 1.equal?(1), "a" == :a, 1 <=> "a", (1 <=> 2), [1, 2] <=> [1, 3], [1, 2] == [1, 2.0], 1.hash == 1.0.hash, nil == false, !!nil, !!0, Integer === 3, /a/ === "cat", (1..3) === 2, :a === :a, String === "s", ->(x) { x > 1 } === 2, Comparable === 3, NilClass === nil]
  r[3.7.to_i, -3.7.to_i, 3.7.truncate, -3.5.round, 2.5.round, 3.5.round, 2.5.round(half: :even), 1234.5678.round(2), 1234.5678.floor(1), 15.round(-1), 1e15.to_i, -2**2, (-2)**2, 10.fdiv(4), 7.divmod(-2), -7.remainder(2), 0.1 + 0.2, 100.0, 1e100, 1.23e-7, 123456789.123456789, 1.0e16, 1e15]
  r[10.to_s(2), "11".to_i(2), 65.chr, "A".ord, 3.to_s.rjust(2, "0"), 255.to_s(16).upcase, "3 apples".to_i, "1,234".delete(",").to_i, "1.2.3".to_f, ".5".to_f, "abc".to_f, "0b1".to_i(0), "0o17".oct, "12e2".to_i, " 42 ".to_i, "-5".to_i, "+5".to_i, "1__0".to_i]
  r[%w[10 9 100].sort.join("-"), %w[10 9 100].sort_by(&:to_i).join("-"), %w[10 9].map(&:to_i).max, ["1", 2, :three, 4.0, nil].map(&:to_s).join("-"), [1, "1", :"1"].uniq.size, [1, 1.0].uniq.size, [[1], [1]].uniq.size, %w[b a].minmax.join, [0.1] * 3 == [0.1, 0.1, 0.1]]
  r[1.is_a?(Numeric), 1.kind_of?(Comparable), 1.0.integer?, 1.integer?, 1.class, 1.0.class, nil.class, :a.class, (1..2).class, /x/.class, "".class, [].class, {}.class, ->{}.class, Class.class, Rails.class, true.class, Struct.new(:a).class]
  r["abc".respond_to?(:each), [].respond_to?(:each), nil.nil?, 0.nil?, [].empty?, "".empty?, {}.empty?, 0.zero?, [nil].empty?, nil.to_a.empty?, "a".frozen?, :a.frozen?, 1.frozen?, nil.frozen?, [].frozen?, "lit".dup.frozen?, (1..2).frozen?]
  a = [1, [2]]
  b = a.dup
  b[0] = 9
  b[1] << 3
  c = a.clone.freeze
  d = a.deep_dup
  d[1] << 4
  r[a.flatten.join, b.flatten.join, try.() { c << 1 }, c.frozen?, c.dup.frozen?, c.clone.frozen?, d.flatten.join, try.() { "x".freeze << "y" }, try.() { :a.instance_variable_set(:@a, 1) }, try.() { { a: 1 }.freeze[:b] = 1 }]
  r[try.() { nil + 1 }, try.() { 1 + nil }, try.() { 1 + "1" }, try.() { "1" + 1 }, try.() { [1] + nil }, try.() { 1 / 0 }, 1.0 / 0, try.() { [3, "a"].sort }, try.() { [nil, 1].max }, try.() { {}.fetch(:x) }, try.() { [].fetch(3) }, try.() { raise "plain" }, try.() { raise IOError }, try.() { Object.new.zork }, try.() { "x".to_sym.call }, try.() { def m1(a) = a; m1 }, try.() { ->(x) { x }.call }, try.() { { a: 1 }.dig(:a, :b) }, try.() { [1].first("x") }, try.() { Comparable.new }, try.() { loop { raise StopIteration }; "loop-done" }, try.() { [1, 2].each.tap { |e| 3.times { e.next } } }, try.() { throw :nope }, try.() { Struct.new(:a).new(1, 2) }, try.() { Regexp.new("[") }, try.() { "%d" % "x" }, try.() { "%z" % 1 }, try.() { Float::NAN.to_i }, try.() { BasicObject.new.inspect }, try.() { 5.upcase }, try.() { Integer.new }]
  n = 3
  label = n.positive? && n.odd? ? "odd-pos" : "other"
  s = n.to_s + "x" << "y"
  r[label, s, n.succ.to_s.to_sym.inspect, "#{n}#{:s}#{nil}#{true}#{1.0}#{[1, "a", :b, nil]}#{{ a: 1 }}#{1..2}#{/r/}".length, [n, s].inspect, { n => s }.inspect, [nil, true].to_s, :"a-b".inspect, "a\"b".inspect, 'a#{b}'.inspect, "\u00e9\t\e".inspect, 1.0.inspect, (1..).inspect, (1...3).inspect, /a\/b/mix.inspect, Struct.new(:q).new(1).inspect, Object.inspect, nil.to_a.inspect, [[]].inspect, {}.inspect, { "a b": 1, c?: 2, 1 => nil, "s" => :t }.inspect, Set.new([1]).size]
  r[Kernel.respond_to?(:format), [1, 2, 3].sum.fdiv(3).round(3), 5.clamp(..3), 5.clamp(7..), 1.step(by: 2, to: 5).to_a.join, 1.0.step(2.0, 0.5).to_a.join("-"), 10.digits.join, 3.zero? || 4, (3 if false).inspect, [3, nil].compact.first || 5]
end
