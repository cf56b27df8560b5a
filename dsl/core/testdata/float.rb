1.0
1.5
-0.0
0.1 + 0.2
1e3
1e15
1e16
1e20
123456789012345.0
1234567890123456.0
12345678901234567.0
1e100
1e-4
1e-5
0.0001
0.00001
1.0e-10
1.23e-7
100.0
1.0e23
5e-324
1.7976931348623157e308
3.14.to_s
-2.5.to_s
1.0.inspect
Float::INFINITY
-Float::INFINITY
Float::NAN
Float::EPSILON
Float::MAX
Float::MIN
Float::DIG
1.5 + 1
1.5 + 1.5
1.5 + nil
1.5 + "a"
1.5 + :a
1.5 - 1
1.5 * 2
1.5 * nil
3.0 / 2
1.0 / 0
-1.0 / 0
0.0 / 0
7.5 % 2
-7.5 % 2
7.5 % -2
7.5.modulo(2)
7.5.div(2)
-7.5.div(2)
7.5.div(0)
7.5.divmod(2)
-7.5.divmod(2)
7.5.divmod(0)
7.5.fdiv(2)
7.5.quo(2)
-7.5.remainder(2)
2.0 ** 3
2.0 ** 0.5
2.0 ** -1
4.0.pow(0.5)
-1.5
+1.5
-1.5.abs
1.5.magnitude
1.0 == 1
1.0 == 1.0
1.0 == "a"
1.0.eql?(1)
1.0.eql?(1.0)
1.0.equal?(1.0)
Float::NAN == Float::NAN
1.5 <=> 2
1.5 <=> 1
1.5 <=> "a"
1.5 <=> Float::NAN
1.5 < 2
1.5 > 2
1.5 <= 1.5
1.5 >= 2
1.5 < nil
1.5 < "a"
1.5 > :a
Float::NAN > 1
1 < 1.5
1.5.between?(1, 2)
1.5.clamp(2, 3)
1.5.clamp(1, 1.2)
1.5.clamp(..1)
1.5.to_i
-1.5.to_i
1.9.to_int
1.5.to_f
Float::NAN.to_i
Float::INFINITY.to_i
1.5.truncate
-1.5.truncate
1.567.truncate(2)
-1.567.truncate(2)
1.5.round
2.5.round
-1.5.round
-2.5.round
0.5.round
1.5.round(half: :even)
2.5.round(half: :even)
2.5.round(half: :down)
2.5.round(half: :up)
2.5.round(half: nil)
2.5.round(half: :bad)
-2.5.round(half: :even)
-2.5.round(half: :down)
1.234567.round(2)
1.235.round(2)
2.675.round(2)
1.005.round(2)
0.285.round(2)
1.15.round(1)
1.25.round(1)
1.35.round(1)
1.25.round(1, half: :even)
1.25.round(1, half: :down)
1.35.round(1, half: :even)
-1.25.round(1)
25.5.round(-1)
1234.567.round(-2)
1234.567.round(0)
1234.567.round(20)
1e20.round(2)
0.1.round(20)
0.1.round(16)
1.1.round(15)
1e-20.round(5)
12345.678.round(1)
Float::NAN.round
Float::INFINITY.round
Float::NAN.round(2)
Float::INFINITY.round(2)
1.5.round("a")
1.5.floor
-1.5.floor
1.567.floor(2)
-1.567.floor(2)
1234.567.floor(-2)
0.1.floor(1)
2.3.floor(1)
1.1.floor(1)
0.3.floor(20)
1.5.ceil
-1.5.ceil
1.567.ceil(2)
-1.567.ceil(2)
1234.567.ceil(-2)
2.3.ceil(1)
1.1.ceil(1)
0.0.floor
0.0.round(2)
1.5.nan?
Float::NAN.nan?
1.5.infinite?
Float::INFINITY.infinite?
(-Float::INFINITY).infinite?
1.5.finite?
Float::INFINITY.finite?
1.5.integer?
0.0.zero?
1.5.zero?
1.5.positive?
-1.5.negative?
0.0.nonzero?
1.5.nonzero?
1.0.next_float
1.0.prev_float
1.5.coerce(2)
1.5.coerce("2.5")
1.5.coerce(nil)
1.5.class
1.5.is_a?(Float)
1.5.is_a?(Numeric)
1.5.is_a?(Integer)
Float === 1.5
1.5.frozen?
1.5.hash == 1.5.hash
1.0.step(2.0, 0.5).to_a
r = []; 1.0.step(2.0, 0.25) { |f| r << f }; r
r = []; 0.1.step(1.0, 0.1) { |f| r << f }; r
r = []; 2.0.step(1.0, -0.5) { |f| r << f }; r
1.5.nope
1.5.upcase
1.5 & 1
1.5.round(1, 2)
Float("1.5")
Float("1e3")
Float("abc")
Float("")
Float(nil)
Float("1_000.5")
Float("x", exception: false)
Float(2)
[1.5, 1].sum
[1.5, 0.5].max
[0.1, 0.2, 0.3].sum
[1, 2.0].sum
{ 1.0 => :a }[1]
{ 1.0 => :a }[1.0]
1.5.blank?
1.5.to_param
1.5.kilobytes
1.5.minutes
1.5.days.to_i
2.5.seconds
1.5.html_safe?
"#{1.0}"
"#{1e20}"
1.23456789012345e+25
0.1 * 3
1.1 + 2.2
100.0 * 1.1
1e2.to_i
10.0 / 3
2.0 / 3
1 / 3.0
1e22
1e21
123456.789e3
Float("0x1A")
Float("0x1.8p1")
Float("1e400")
Float("1__0")
Float("1_")
Float(" 2.5\n")
15.5.round(-1, half: :even)
25.0.round(-1, half: :even)
25.0.round(-1, half: :down)
-25.5.floor(-1)
-25.5.ceil(-1)
-25.5.truncate(-1)
25.5.ceil(-1)
1.5.round("a")
1.5.floor(nil)
1.5.kilobytes
0.0.nonzero?
1.5.nonzero?
1.5.fdiv(2)
Float("1.5", exception: false)
Float(nil, exception: false)
o = Object.new; def o.to_f = raise("x"); Float(o, exception: false)
