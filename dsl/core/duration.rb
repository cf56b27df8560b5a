# ActiveSupport::Duration. What its methods lack is asked of the number of seconds.
class Duration
  private def initialize(value, parts, variable = nil)
    @value = value
    @parts = value == 0 ? parts : parts.reject { |_, n| n.zero? }
  end

  def value = @value
  def parts = @parts.dup

  private def calculate(op, other)
    if ActiveSupport::Duration === other
      other = other.value
    elsif !(Numeric === other)
      raise TypeError, "no implicit conversion of #{other.class} into ActiveSupport::Duration"
    end
    ActiveSupport::Duration.new(@value.send(op, other), @parts.transform_values { |n| n.send(op, other) })
  end

  def +(other)
    other = ActiveSupport::Duration.new(0 + other, {seconds: other}) unless ActiveSupport::Duration === other
    ActiveSupport::Duration.new(@value + other.value, @parts.merge(other.parts) { |_, a, b| a + b })
  end

  def -(other) = self + -other
  def *(other) = calculate(:*, other)
  def /(other) = ActiveSupport::Duration === other ? @value / other.value : calculate(:/, other)

  def %(other)
    rest = calculate(:%, other).value
    sign = rest <=> 0
    value = rest
    rest = rest.round(9).abs
    parts = {years: 31556952, months: 2629746, weeks: 604800, days: 86400, hours: 3600, minutes: 60}.transform_values do |seconds|
      count, rest = rest.div(seconds), rest % seconds
      count * sign
    end
    ActiveSupport::Duration.new(value, parts.merge(seconds: rest * sign))
  end

  def -@ = calculate(:*, -1)
  def +@ = self
  def coerce(other) = [ActiveSupport::Duration::Scalar.new(other), self]
  def ==(other) = @value == (ActiveSupport::Duration === other ? other.value : other)
  def <=>(other) = @value <=> (ActiveSupport::Duration === other ? other.value : other)
  def eql?(other) = ActiveSupport::Duration === other && @value.eql?(other.value)
  def hash = @value.hash
  def is_a?(klass) = ActiveSupport::Duration == klass || @value.is_a?(klass)
  alias kind_of? is_a?
  def instance_of?(klass) = ActiveSupport::Duration == klass || @value.instance_of?(klass)
  def to_i = @value.to_i
  alias to_int to_i
  alias in_seconds to_i
  alias as_json to_i
  def to_f = @value.to_f
  def to_s = @value.to_s
  def in_minutes = to_i / 60.0
  def in_hours = to_i / 3600.0
  def in_days = to_i / 86400.0
  def in_weeks = to_i / 604800.0
  def in_months = to_i / 2629746.0
  def in_years = to_i / 31556952.0

  def inspect
    return "#{@value} seconds" if @parts.empty?
    units = @parts.slice(:years, :months, :weeks, :days, :hours, :minutes, :seconds)
    units.map { |unit, n| "#{n} #{n == 1 ? unit.to_s.chop : unit}" }.to_sentence
  end

  def respond_to_missing?(name, _) = @value.respond_to?(name)
  def method_missing(name, *args, &block) = @value.public_send(name, *args, &block)
end
