(1..5).to_a
(1...5).to_a
(5..1).to_a
("a".."e").to_a
("a"..."c").to_a
("y".."ab").to_a
("az".."bc").to_a
("08".."11").to_a
("8".."11").to_a
("A".."C").to_a
(:a..:c).to_a
(1..2.5).to_a
(1.5..2).to_a
(1..).to_a
(..1).to_a
(nil..nil).to_a
(1..3).each { |x| x }
a = []; (1..3).each { |x| a << x }; a
a = []; (1..).each { |x| break if x > 3; a << x }; a
a = []; ("a"..).each { |x| break if x > "c"; a << x }; a
(1.0..2.0).each { }
(..1).each { }
(nil..nil).each { }
(1..3).each
(true..true).each { }
(1..3).reverse_each.to_a
(1...3).reverse_each.first(1)
("a".."c").reverse_each.to_a
(1..3).map { |x| x * 2 }
(1..4).select(&:even?)
(1..4).each_slice(2).to_a
(1..4).inject(:+)
(1..3).each_with_index.to_a
(1..3).each_with_object([]) { |x, m| m << x }
(1..3).to_h { |x| [x, x.to_s] }
(1..6).step(2).to_a
(1..6).step(2)
(1..6) % 3
((1..6) % 3).to_a
(1..6).step(4) { |x| x }
a = []; (1..6).step(2) { |x| a << x }; a
(1.0..2.0).step(0.5).to_a
(1..2).step(0.5).to_a
(0.0...1.0).step(0.25).to_a
(0.0..1.0).step(0.1).to_a
(0.0...1.0).step(0.1).to_a.size
(1..).step(5).first(3)
("a".."e").step(2).to_a
(1..3).step(0)
(1..3).step(0) { }
(1..6).step.to_a
(1..3).include?(2)
(1..3).include?(2.5)
(1...3).include?(3)
(1..3).include?("a")
(1..3).include?(nil)
(1..3).member?(2)
(1..3) === 2
(1..3).cover?(2)
(1..3).cover?(1..2)
(1..3).cover?(1..4)
(1..3).cover?(1...4)
(1...4).cover?(1..3)
(1...4).cover?(1..4)
(1..3).cover?(3..1)
(1..).cover?(5)
(..3).cover?(5)
(1..3).include?(1..2)
(1..3).include?(1..4)
(1..3) === (1..2)
(1...3).include?(1..2)
("a".."z").include?("bb")
("a".."z").cover?("bb")
("a".."z") === "bb"
("a".."z").include?("c")
("a".."z").include?(1)
("a".."z").cover?(nil)
(1..) === 5
(..5) === 5
(...5) === 5
(1..nil).include?(1)
(nil..nil) === 1
(1..3).sum
(1..3).sum { |x| x * 2 }
(1...1).sum
(1..3).sum(10)
(1..100000000).sum
(5..1).sum
("a".."c").sum("")
(1..3).reduce(:*)
(1..3).size
(1...3).size
(5..1).size
(1..3.5).size
(1..).size
("a".."c").size
(1..3).count
(1..).count
(1..3).count(&:odd?)
(1..3).count(2)
("a".."c").count
(1..3).first
(1..3).first(2)
(1..).first(2)
(..3).first
(1..3).first(-1)
(1.5..2).first
(1.5..2).first(1)
(1..3).first(0)
(1..3).last
(1...3).last
(1..3).last(2)
(1...3).last(2)
(1..).last
(1..).last(2)
(..3).last
("a".."c").last(2)
(1..1000000000).last(2)
(1..3).last(-1)
(1..3).min
(1..3).max
(1...3).max
(3..1).min
(3..1).max
(1..).min
(1..).max
(..3).max
(..3).min
(1.0..2.5).max
(1.0...2.5).max
(1...2.5).max
(1.5...3).max
(1..3).min { |a, b| b <=> a }
(1..3).max { |a, b| b <=> a }
(1..3).min(2)
(1..3).max(2)
(1...3).max(1)
("a"..."c").max
("a".."c").min
(1..).min { 1 }
(..1).max { 1 }
(1..3).minmax
(3..1).minmax
(1..).minmax
(1..3).min_by { |x| -x }
(1..3).max_by { |x| -x }
(1..3).begin
(1..).end
(1...3).end
(1..3).exclude_end?
(1...3).exclude_end?
(1..3).inspect
(1...3).to_s
("a".."b").inspect
("a".."b").to_s
(1..).inspect
(..1).inspect
(nil..nil).inspect
(1..).to_s
(1.5..2).inspect
(:a..:b).inspect
(1..3) == (1..3)
(1..3) == (1...3)
(1..3) == (1.0..3.0)
(1..3).eql?(1..3)
(1..3).eql?(1.0..3.0)
(1..3).hash == (1..3).hash
{(1..2) => 3}[1..2]
Range.new(1, 3)
Range.new(1, 3, true)
Range.new(1, nil)
Range.new(1, "a")
Range.new(nil, nil)
Range.new(1)
1.."a"
(1..3).overlap?(3..4)
(1...3).overlap?(3..4)
(1..3).overlap?(5..6)
(1..).overlap?(..0)
(1..3).overlap?(2..)
(3..1).overlap?(1..3)
(1..3).overlaps?(2..2)
(1..3).frozen?
(1..3).dup
(1..3).class
(1..3).sole
(1..1).sole
(1..).sole
(1..3).many?
(1..3).exclude?(2)
(1..3).index_with { |x| x * 2 }
(1..3).to_fs
(1..3).lazy.map { |x| x * 2 }.to_a
(1..).lazy.map { |x| x * 2 }.first(2)
(1..).lazy.select(&:even?).first(3)
(1..Float::INFINITY).lazy.map { |x| x + 1 }.first(2)
(1..Float::INFINITY).size
(1..10).bsearch { |x| x >= 4 }
(0..4).bsearch { |x| 2 <=> x }
(1..3).bsearch { false }
(1..3).zip(4..6)
(1..3).each_cons(2).to_a
(1..3).cycle.first(5)
(1..3).partition(&:odd?)
(1..3).each_entry.to_a
(1..3).find { |x| x > 1 }
(1..3).none?
(1..3).to_set
(1..3).entries
[*1..3]
[*"a".."c"]
case 5 when 1..4 then :low when 5.. then :high end
case "m" when "a".."f" then 1 else 2 end
[1, 2, 3, 4][1..]
"hello"[1..3]
(1..3).step(2).map { |x| x }
1.step(10, 3).to_a
(1..10).each_slice(3).map(&:sum)
(1..3).flat_map { |x| [x] * x }
(1..3).tally
(1..3).take_while { |x| x < 3 }
(1..3).nope
(1..3).first("a")
(1..3).present?
(1..3).blank?
("a".."e").each_slice(2).to_a
("a".."e").each_with_index.map { |c, i| c * i }
(1..12).map { |m| m.to_s.rjust(2, "0") }
(-3..-1).to_a
(-1..-3).to_a
(0..0).to_a
(0...0).to_a
("a".."a").to_a
("b".."a").to_a
(1..2).each_with_index { |x, i| }
(1..2).inject { |a, b| a * 10 + b }
(1..3).then { |r| r.sum }
# ---- derived methods
(1..5).first
(1..5).first(2)
(1..5).first(0)
(1..5).first(9)
(1..5).first(-1)
(1..5).first("a")
(1..).first(2)
(..5).first
(..5).first(1)
("a".."e").first(2)
(1.5..3).first
(1.5..3).first(1)
(1..5).last
(1..5).last(2)
(1...5).last(2)
(1...5).last
(1..5).last(0)
(1..5).last(9)
(1..5).last(-1)
(1..5).last("a")
(1..).last
(1..).last(1)
(..5).last
(..5).last(1)
("a".."e").last(2)
(5..1).last(2)
(1..5.5).last(2)
(1.5..5).last(1)
(1..5).min
(1..5).min(2)
(1..5).min { |a, b| b <=> a }
(5..1).min
(1...1).min
(1..).min
(..1).min
(1..).min { }
(1.5..2).min
("a".."c").min
(1..5).max
(1...5).max
(1..5).max(2)
(1..5).max { |a, b| b <=> a }
(5..1).max
(1..).max
(..1).max
(..1).max(1)
(..1).max { }
(1...5.5).max
(1.5...5).max
(1.5..5).max
("a".."c").max
("a"..."c").max
(1..5).minmax
(5..1).minmax
(1..).minmax
(..1).minmax
(1..5).minmax { |a, b| b <=> a }
(1..5).size
(1...5).size
(5..1).size
(1..).size
("a".."c").size
(1..5.5).size
(1...5.0).size
(1..Float::INFINITY).size
(1..5).count
(1..5).count(3)
(1..5).count(&:odd?)
(1..).count
(..1).count
("a".."c").count
(1..5).sum
(1...5).sum
(5..1).sum
(1..5).sum(10)
(1..5).sum { |x| x * 2 }
(1..5).sum(0.5)
("a".."c").sum("")
(1..5.5).sum
(1..3).cover?(2)
(1..3).cover?(4)
(1..3).cover?(1..2)
(1..3).cover?(1...4)
(1..3).cover?(0..2)
(1...3).cover?(1..3)
(1..3).cover?(3..1)
(1..).cover?(5..)
(1..3).cover?(2..)
(1..3).cover?("a")
(1..3).cover?(nil)
("a".."c").cover?("bb")
(1..3).cover?(1.5..2.5)
(..3).cover?(..2)
(..3).cover?(..4)
(1..3).cover?
(1..3).include?(2.5)
(1..3).include?("a")
("a".."c").include?("b")
("a".."c").include?("bb")
("a".."c").include?(1)
(1..).include?(5)
(..3).include?(1)
(1..3).member?(3)
(1...3).member?(3)
(1..3) === 2
("a".."c") === "bb"
(1..3) === "a"
(1..3) === nil
(nil..nil) === 1
(1..3).overlap?(3..4)
(1...3).overlap?(3..4)
(1..3).overlap?(4..5)
(1..3).overlap?(2..)
(1..3).overlap?(..0)
(3..1).overlap?(1..3)
(1..3).overlap?("a".."b")
(nil..nil).overlap?(3..)
(1..3).overlaps?(2..5)
(1..3) == (1..3)
(1..3) == (1...3)
(1..3) == (1.0..3.0)
(1..3) == 5
(1..3).eql?(1..3)
(1..3).eql?(1.0..3.0)
(1..3).hash == (1..3).hash
{ (1..3) => 1 }[1..3]
(1..10).bsearch { |x| x >= 7 }
(1..10).bsearch { |x| 7 <=> x }
(1..10).bsearch { |x| x > 99 }
(1..10).bsearch { "a" }
(1..10).bsearch.class
("a".."c").bsearch { }
(1...1).bsearch { true }
(1..3).reverse_each.to_a
(1...4).reverse_each { |x| break x }
("a".."c").reverse_each.to_a
(1..3).reverse_each.size
(1..10).step(3).to_a
(1..10).step(3) { }
(1...10).step(3).to_a
(1..10).step(3)
(1..10) % 4
((1..10) % 4).to_a
(1.0..2.0).step(0.5).to_a
(1..2).step(0.5).to_a
(1..).step(5).first(2)
(1..10).step(0)
(1..10).step(0) { }
("a".."e").step(2).to_a
(1..10).step("a") { }
(1..3).step.to_a
(1..10).step(2).map { |x| x }
(1..3).each_slice(2).to_a
(1..3).to_a
(1...3).to_a
(3..1).to_a
(1..).to_a
(..1).to_a
("a".."e").to_a
(1..3.5).to_a
(1.5..3).to_a
(1..3).entries
(1..3).each { }
(1..3).each
(1..3).each.size
(..1).each { }
(1.5..2).each { }
(nil..nil).each { }
(:a..:c).to_a
("08".."11").to_a
("a".."zz").count
("az".."bb").to_a
("b".."a").to_a
(1..3).dup
(1..3).frozen?
(1..3).to_s
("a".."c").to_s
(1..).to_s
(1..3).inspect
("a"..).inspect
(nil..1).inspect
(nil..nil).inspect
(1..3).to_fs
(1..3).begin
(1..).end
(1...3).exclude_end?
Range.new(1, 3)
Range.new(1, 3, true)
Range.new(1, "a")
Range.new(1)
Range.new(nil, nil)
Range.new(1, nil)
(1..2).sole
(1..3) === (1..2)
(1..3) === (1..3)
(1..3).cover?(5..6)
("a".."e").step(-1) { }
(1..3).step(-1).to_a
(1.0...2.0).step(0.25).to_a
(0.0...1.0).step(0.1).to_a
(0.0..1.0).step(0.1).to_a
(1...2.5).step(0.5).to_a
(1..2.5).step(1).to_a
(1..).step(-2).first(3)
(1..10).step(2).size
("a".."e").step.to_a
("a".."e").step(2)
Range.new
Range.new(1, 2, 3, 4)
Range.new(Object.new, Object.new)
Range.new("a", "c").to_a
Range.new(1, 3).frozen?
Range.new(1, 3, nil) == (1..3)
Range.new(1..2, 3)
