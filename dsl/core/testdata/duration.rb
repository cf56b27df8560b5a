# ---- making
1.second
90.seconds
1.minute
1.5.hours
2.0.days
1.0.day
0.days
0.0.seconds
-3.days
1.fortnight
2.fortnights
1.5.fortnights
1.month
1.year
1.5.months
1.5.years
3.days.frozen?
1.byte
3.kilobytes
2.5.megabytes
1.gigabyte
1.terabyte
2.petabytes
1.exabyte
1.2.bytes
1.5.in_milliseconds
2.in_milliseconds
1.day(2)
ActiveSupport::Duration.new
ActiveSupport::Duration
ActiveSupport::Duration.name
1.day.is_a?(ActiveSupport::Duration)
1.day.kind_of?(Numeric)
1.day.is_a?(Integer)
1.day.instance_of?(Integer)
1.day.instance_of?(ActiveSupport::Duration)
Integer === 1.day
Numeric === 1.day
ActiveSupport::Duration === 1.day
ActiveSupport::Duration === 5
case 1.day when Integer then 1 when ActiveSupport::Duration then 2 end
# ---- parts and texts
(1.hour + 30.minutes).parts
(1.hour - 1.hour).parts
(1.hour - 1.hour).inspect
(1.day + 0.hours).parts
(1.hour + 1.hour).parts
1.fortnight.parts
1.2.days.parts
5.minutes.inspect
1.minute.inspect
1.5.minutes.inspect
-1.day.inspect
(3.years + 1.month + 2.weeks + 1.day + 4.hours + 5.minutes + 6.seconds).inspect
(1.second + 1.year).inspect
(1.minute + 1.5).inspect
1.0.hour.inspect
1.day.to_s
1.5.days.to_s
1.day.to_i
1.7.seconds.to_i
1.day.to_f
1.day.value
1.5.days.value
1.day.to_param
1.day.to_query(:a)
1.day.as_json
"#{2.days}"
[1.day, 2.hours].inspect
{a: 1.day}
1.day.hash == 1.day.hash
# ---- in other units
1.day.in_seconds
90.seconds.in_minutes
1.day.in_hours
36.hours.in_days
10.days.in_weeks
1.year.in_months
6.months.in_years
1.5.seconds.in_seconds
1.5.minutes.in_minutes
# ---- reckoning
1.day + 1.hour
1.day + 5
1.day + 1.5
1.day + nil
1.day + "a"
1.day + :a
1.day - 1.hour
1.day - 5
1.day - nil
1.day - "x"
1.day - []
1.day * 3
1.day * 1.5
2.5 * 1.day
1.day * 2.seconds
1.day * nil
1.day * "x"
(1.day + 2.hours) * 2
1.day / 3
1.day / 2.0
7.days / 2.days
7.days / 2.5.days
1.day / 0
1.day / nil
1.day / "x"
1.day % 7
1.day % 7.hours
(1.day + 90.minutes) % 1.day
1.day % nil
1.day % "a"
-1.day
-(1.day + 2.hours)
+1.day
5 + 1.minute
5 - 1.minute
5 * 1.minute
5.0 + 1.minute
5.5 - 1.minute
0.5 * 1.minute
3600 / 1.minute
3600.0 / 1.minute
3600 % 7.minutes
3600 ** 1.second
1.day.to_i + 1
1.day ** 2
1.day.divmod(7)
1.day.abs
1.day.round
1.day.zero?
0.days.zero?
[1.day, 1.hour, 30.minutes].sum
[1.day, 1.hour].min
[2.hours, 1.hour, 90.minutes].sort
[1.day, 5].max
# ---- comparing
1.day == 86400
1.day == 86400.0
1.day == "x"
1.day == nil
1.day != 24.hours
1.day.equal?(1.day)
86400 == 1.day
86400.0 == 1.day
1.day.eql?(24.hours)
1.day.eql?(86400)
1.day <=> 2
1.day <=> 25.hours
1.day <=> "x"
1.day <=> nil
5 <=> 1.day
5.5 <=> 1.day
1.day > 1.hour
1.day < 5
1.day >= 86400
1.day <= 1.week
1.day > "x"
1.day > nil
5 < 1.day
5.5 >= 1.day
1.day.between?(1.hour, 2.days)
1.day.clamp(1.hour, 2.hours)
5.clamp(1.second, 3.seconds)
(1.hour..1.day).include?(2.hours)
(1..1.day).cover?(5)
{1.day => 1}[86400]
1.day === 86400
# ---- everything else is the number's
1.day.even?
1.day.digits
1.day.nope
1.day.respond_to?(:even?)
1.day.respond_to?(:nope)
1.day.respond_to?(:ago)
1.day.positive?
3.seconds.times.to_a
3.seconds.times { |i| i }
1.day.send(:even?)
1.second.upto(3).to_a
1.day.try(:to_i)
1.day.blank?
1.day.present?
1.day.dup == 1.day
Array.new(2.seconds, 1)
[1, 2, 3].first(2.seconds)
"ab" * 2.seconds
sleep(0.seconds)
Integer(1.day)
Float(1.day)
1.day.method(:+).arity
