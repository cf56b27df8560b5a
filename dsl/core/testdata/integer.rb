1 + 2
1 + 2.5
1 + nil
1 + "2"
1 + :a
1 + true
1 + []
1 + Object
1 - 2
1 - nil
3 * 4
3 * 1.5
3 * "a"
7 / 2
-7 / 2
7 / -2
-7 / -2
7 / 2.0
7 / 0
7 / 0.0
-7 / 0.0
0 / 0.0
7 % 3
-7 % 3
7 % -3
7 % 0
7 % 2.5
-7 % 2.5
7.modulo(3)
7.div(2)
7.div(2.0)
-7.div(2)
7.div(0)
7.div(0.0)
7.fdiv(2)
7.fdiv(0)
7.divmod(2)
-7.divmod(2)
7.divmod(-2)
7.divmod(0)
7.divmod(2.5)
7.remainder(3)
-7.remainder(3)
7.remainder(-3)
-7.remainder(2.5)
7.remainder(0)
2 ** 10
2 ** 0
0 ** 0
2 ** 0.5
(-2) ** 3
(-1) ** -1
1 ** -5
2 ** "a"
2 ** 62
2.pow(10)
2.pow(10, 7)
2.pow(10, -7)
-2.pow(3, 5)
2.pow(-1, 5)
2.pow(3, 0)
2.pow(3, 2.0)
3.pow(1000, 1000007)
-5
+5
-5.abs
5.abs
-5.magnitude
- 5.abs
5.-@
~5
5 & 3
5 | 3
5 ^ 3
5 & -2
5 & 2.0
5 | nil
5 & "a"
1 << 4
16 >> 2
1 << -1
16 >> -2
-1 >> 100
1 << 61
5 >> 64
1 << "a"
1 << nil
5[0]
5[1]
5[100]
-1[100]
5[-1]
5.allbits?(4)
5.anybits?(2)
5.nobits?(2)
5.bit_length
-1.bit_length
256.bit_length
0.bit_length
1 == 1
1 == 1.0
1 == "1"
1 == nil
1 != 2
1 === 1
1.eql?(1)
1.eql?(1.0)
1.equal?(1)
1 <=> 2
2 <=> 1
1 <=> 1
1 <=> 1.5
1 <=> "a"
1 <=> nil
1 < 2
1 < 1.5
1 <= 1
2 > 1
2 >= 3
1 < nil
1 < "a"
1 > :a
1 >= []
1 < Float::NAN
9007199254740993 == 9007199254740992.0
9007199254740993 > 9007199254740992.0
9223372036854775807 < 9223372036854775808.0
5.between?(1, 10)
5.between?(6, 10)
5.between?(1, nil)
5.clamp(1, 3)
5.clamp(6, 8)
5.clamp(1, 10)
5.clamp(..3)
5.clamp(7..)
5.clamp(1..3)
5.clamp(1...3)
5.clamp(nil, 3)
5.clamp(1)
5.clamp("a", "b")
5.to_s
-5.to_s
255.to_s(16)
255.to_s(2)
-255.to_s(16)
35.to_s(36)
5.to_s(1)
5.to_s(37)
5.to_s("a")
5.inspect
5.to_i
5.to_int
5.to_f
65.chr
97.chr
233.chr("UTF-8")
0x65E5.chr("UTF-8")
300.chr
-1.chr
5.ord
5.digits
1234.digits
1234.digits(100)
0.digits
-1.digits
5.digits(1)
5.digits(-2)
5.size
5.succ
5.next
5.pred
0.zero?
5.zero?
5.positive?
-5.positive?
-5.negative?
0.negative?
4.even?
5.even?
-3.odd?
4.odd?
5.integer?
5.finite?
5.infinite?
5.real?
0.nonzero?
5.nonzero?
12.gcd(18)
-12.gcd(18)
12.gcd(0)
12.lcm(18)
0.lcm(5)
12.gcdlcm(18)
12.gcd(1.5)
12.lcm("a")
5.coerce(2)
5.coerce(2.5)
5.coerce("2.5")
5.coerce("x")
5.coerce(nil)
15.round(-1)
25.round(-1)
25.round(-1, half: :even)
25.round(-1, half: :down)
25.round(-1, half: :up)
25.round(-1, half: nil)
25.round(-1, half: :bad)
25.round(-1, half: "even")
25.round(-1, half: 5)
-25.round(-1)
-25.round(-1, half: :even)
15.round
15.round(2)
15.round(1, half: :even)
14.round(-2)
55.round(-2)
5.round(-20)
1234.floor(-2)
-1234.floor(-2)
1234.floor(2)
1234.floor
1234.ceil(-2)
-1234.ceil(-2)
1234.ceil
1234.truncate(-2)
-1234.truncate(-2)
1200.ceil(-2)
0.floor(-5)
5.round("a")
5.times.to_a
r = []; 3.times { |i| r << i }; r
3.times { |i| i }
0.times { 1 }
-1.times.to_a
3.times.map { |i| i * 2 }
3.times.with_index(1).to_a
1.upto(4).to_a
4.upto(1).to_a
1.upto(2.5).to_a
r = []; 1.upto(3) { |i| r << i }; r
1.upto(3) { |i| i }
1.upto("a") { }
1.upto(nil) { }
4.downto(1).to_a
1.downto(4).to_a
4.downto(1.5).to_a
r = []; 3.downto(1) { |i| r << i }; r
3.downto("a") { }
1.step(10, 3).to_a
10.step(1, -3).to_a
r = []; 1.step(10, 4) { |i| r << i }; r
r = []; 1.step(by: 2, to: 5) { |i| r << i }; r
r = []; 1.step(3) { |i| r << i }; r
r = []; 1.step(2, 0.5) { |i| r << i }; r
r = []; 5.step(by: -2, to: 1) { |i| r << i }; r
r = []; 1.step(by: 5) { |i| break if i > 20; r << i }; r
r = []; 1.step(nil, 5) { |i| break if i > 20; r << i }; r
1.step(5, 0) { }
1.step(10, 3).map { |x| x }
1.step(3) { |i| i }
1.0.step(2.0, 0.5).to_a
r = []; 1.0.step(by: 0.1, to: 1.5) { |f| r << f }; r
r = []; 1.step(to: 3) { |i| r << i }; r
1.step(3, to: 5) { }
1.step("a") { }
1.dup
1.frozen?
1.hash == 1.hash
1.class
1.is_a?(Integer)
1.is_a?(Numeric)
1.is_a?(Comparable)
1.instance_of?(Integer)
Integer === 1
Numeric === 1
Comparable === 1
Float === 1
Integer.sqrt(24)
Integer.sqrt(25)
Integer.sqrt(0)
Integer.sqrt(-1)
Integer.sqrt("a")
Integer.new
Integer("12")
Integer("0x1f", 16)
Integer("z", 36)
Integer("abc")
Integer(nil)
Integer("12", exception: false)
Integer("x", exception: false)
Integer(3.9)
0b101
0o17
017
0xff
1_000_000
?a.ord
5.nope
nil + 1
5.upcase
5.length
5.round(1, 2)
5.divmod
1.+(2)
1.send(:+, 2)
[1, 2, 3].sum
[1, 2, 3].inject(:*)
[3, 1, 2].sort
[3, 1, 2].max
1..5
(1..5).to_a
(1..10).step(3).to_a
5.in?([5])
5.in?(1..10)
5.blank?
0.blank?
5.present?
5.presence
5.to_param
5.try(:+, 1)
# ActiveSupport
1.ordinalize
2.ordinalize
3.ordinalize
4.ordinalize
11.ordinalize
12.ordinalize
13.ordinalize
21.ordinalize
112.ordinalize
-1.ordinalize
-11.ordinalize
1.ordinal
22.ordinal
10.multiple_of?(5)
10.multiple_of?(3)
0.multiple_of?(0)
10.multiple_of?(0)
5.bytes
5.kilobytes
1.megabyte
2.gigabytes
1.terabyte
5.html_safe?
5.in_milliseconds
5.seconds
1.second
5.minutes
1.minute
2.hours
1.hour
3.days
1.day
2.weeks
1.week
1.fortnight
2.months
1.year
0.seconds
5.minutes.to_i
1.day.to_i
1.year.to_i
1.month.to_i
5.minutes.to_s
5.minutes.to_f
5.minutes.inspect
1.hour + 30.minutes
(1.hour + 30.minutes).to_i
1.year + 2.months + 3.days
1.hour - 30.minutes
1.hour - 60.minutes
2 * 3.days
3.days * 2
1.day / 2
1.day / 1.hour
1.hour + 5
5 + 1.hour
100 - 1.minute
-1.hour
1.hour == 3600
3600 == 1.hour
1.hour == 60.minutes
1.hour > 30.minutes
1.hour > 30
10 < 1.minute
1.hour <=> 2.hours
1.hour.eql?(3600)
1.hour.eql?(60.minutes)
1.hour.class
1.hour.parts
1.hour.value
1.hour.in_minutes
90.minutes.in_hours
1.day.in_seconds
"#{1.hour}"
[1.hour, 1.minute].max
[1.minute, 2.minutes].sum
1.hour.positive?
1.hour.zero?
1.hour + "a"
1.hour * "a"
1.5.hours
1.5.hours.to_i
0.5.days
# ---- more of the same
5.clamp(nil)
5.clamp
5.clamp(1, 2, 3)
5.clamp(1...)
5.clamp(...3)
5.clamp(nil..nil)
5.clamp(1.5, 2.5)
5.clamp(1, nil)
5.clamp(nil, nil)
5.between?(1)
5.between?("a", 3)
class V; include Comparable; attr_reader :v; def initialize(v) = @v = v; def <=>(o) = V === o ? v <=> o.v : nil; def inspect = "V#{v}"; end; [V.new(1).between?(V.new(0), V.new(2)), V.new(5).clamp(V.new(1), V.new(3)), V.new(0).clamp(V.new(1)..), V.new(2).clamp(..V.new(3))]
class V; include Comparable; attr_reader :v; def initialize(v) = @v = v; def <=>(o) = V === o ? v <=> o.v : nil; end; V.new(1).between?(1, 2)
class V; include Comparable; attr_reader :v; def initialize(v) = @v = v; def <=>(o) = V === o ? v <=> o.v : nil; end; V.new(1).clamp(1, 2)
5.coerce(nil)
5 <=> Object.new
5 == Object.new
5 < Object.new
class N; def coerce(o) = [o, 7]; end; [5 + N.new, 5 < N.new, 5 <=> N.new, 5 == N.new, 5.5 > N.new]
class N; def ==(o) = true; end; [5 == N.new, 5.5 == N.new, 5 != N.new, 5.eql?(N.new)]
class N; def coerce(o) = 1; end; 5 < N.new
5.round(1.9)
15.round(-1.9)
15.round(nil)
15.floor(nil)
15.floor("a")
15.floor(-19)
-15.floor(-18)
15.ceil(-18)
-15.ceil(-19)
15.ceil("a")
15.truncate(nil)
15.truncate(-1)
-15.truncate(-1)
150.round(-2, half: :even)
250.round(-2, half: :down)
250.round(-2, half: "down")
5.round(-1, 2)
0.lcm(0)
0.lcm("x")
-4.lcm(6)
4.gcdlcm(nil)
7.ceildiv(2) rescue 4
10.multiple_of?("a")
10.multiple_of?(2.5)
0.multiple_of?(5)
1.upto(Float::INFINITY).first(2)
1.upto(Float::INFINITY) { |i| break i if i > 3 }
1.upto(-Float::INFINITY) { |i| raise }
3.downto(-Float::INFINITY) { |i| break i if i < 0 }
1.upto(3) { |i| break i * 10 if i == 2 }
1.upto(2.9) { |i| raise if i > 2 }
3.downto(1.1).to_a
1.upto(1).to_a
1.upto
1.upto(1, 2)
1.upto(:a) { }
1.downto(nil) { }
1.upto("a")
0.nonzero?
3.nonzero?
3.nonzero?(1)
6.fdiv(4)
6.fdiv(0)
0.fdiv(0)
6.fdiv(1.5)
6.fdiv("a")
6.fdiv(nil)
1.upto(5).size
1.upto(5.5).size
5.upto(1).size
1.upto(Float::INFINITY).size
1.upto(nil).size
5.downto(1).size
5.downto(2.5).size
1.downto(5).size
1.downto(-Float::INFINITY).size
1.downto(nil).size
1.upto(3).map { |i| i * 2 }
1.step(10, Object.new) { }
1.step(by: Object.new, to: 3) { }
1.0.step(2.0, Object.new) { }
1.step(10, "a") { }
(1..10).step("a") { }
[5.allbits?(Class.new { def to_int() = 5 }.new), 5.allbits?(Class.new { def to_int() = 3 }.new), 5.anybits?(Class.new { def to_int() = 3 }.new), 5.nobits?(Class.new { def to_int() = 2 }.new)]
5.allbits?("5")
[(-(2**62)).step(2**62, 2**62).to_a, (-(2**62)).step(2**62, 2**62).size, (2**62).step(-(2**62), -(2**62)).to_a, 1.step(9223372036854775807, 2**62).to_a, 0.step(9223372036854775807) { |i| break i }]
[1.step(10, 4).to_a, 10.step(1, -4).to_a, 1.step(10, -4).to_a, 10.step(1, 4).size, 10.step(1, -4).size, 1.step(by: 2).first(2), 1.step(by: 2).size, 3.step(3, 5).to_a, -7.step(-1, 3).to_a]
a = []; [1.step(Float::NAN) { |x| a << x }, 1.step(3, Float::NAN) { |x| a << x }, Float::NAN.step(3, 1) { |x| a << x }, a, 1.step(Float::NAN).to_a]
1.step(Float::NAN).size
[1.step(Float::INFINITY, 0.5).size, 1.step(Float::INFINITY).size]
