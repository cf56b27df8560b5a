# Steps, powers, conversions and roundings of numbers.
[1.step(10, 3).size, 1.step(10, 3).to_a, 10.step(1, -4).to_a, 1.step(10, 3).inspect, 1.step(by: 2, to: 5).inspect, 1.step.first(3), 1.step(by: -1).first(2)]
#---
[1.0.step(2.0, 0.5).to_a, 1.0.step(2.0, 0.5).size, 1.step(2, 0.1).to_a.size, 2.step(1, 0.5).to_a, 1.0.step(by: 0.25).first(3), 5.step(1, -1.5).to_a]
#---
out = []; 1.step(10, 4) { |i| out << i }; 9223372036854775805.step(9223372036854775807) { |i| out << i }; out
#---
1.step(5, 0) { }
#---
1.step(5, nil) { }
#---
1.step(:a) { }
#---
1.step(true) { }
#---
1.step(Object.new) { }
#---
1.step(5, by: 2) { } && 1.step(5, 1, by: 2) { }
#---
1.step(5, to: 2) { }
#---
1.step(5, "a") { }
#---
1.step(5, Float::INFINITY).to_a
#---
[1.step(3) { }, 1.step(nil).first(2), 1.step(3, 5).to_a, 3.step(1).to_a]
#---
1.step(foo: 1) { }
#---
[3.pow(4, 5), 3.pow(4, -5), (-3).pow(3, 7), 123456789.pow(987654321, 998244353), 2.pow(100, 9223372036854775783), 5.pow(0, 1), 2.pow(3)]
#---
2.pow(-1, 5)
#---
2.pow(1, 0)
#---
2.pow(1.0, 5)
#---
2.pow(1, 5.0)
#---
class A; def to_i = "x"; end
Integer(A.new)
#---
class A; def to_i = 7; end
[Integer(A.new), format("%d", A.new), format("%d", "0x1f"), format("%d", 3.99), Integer("0b11"), Integer("z", 36), Integer("12", exception: false)]
#---
Integer(5, 10)
#---
Integer([1]) rescue $!.message
#---
[1.25.floor(1), -1.25.floor(1), 1.25.ceil(1), -1.25.ceil(1), 1.25.truncate(1), -1.25.truncate(1), 12.5.floor(-1), 12.5.ceil(-1), -0.0.ceil(2), 0.1.floor(20), 1e-9.floor(3), -1e-9.ceil(3), 2.5.round(half: :even), 2.5.round(half: "down"), 2.5.round(half: nil), 25.5.round(-1)]
#---
2.5.round(half: :foo)
#---
2.5.round(half: 1)
#---
r = []; 3.times { |i| r << i }; [r, 3.times.size, -1.times.size, 3.times.to_a]
