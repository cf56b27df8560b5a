# ActiveSupport: core_ext/numeric.
class Numeric
  enumerates def step(limit = NONE, width = NONE, by: NONE, to: NONE, &block)
    raise ArgumentError, "to is given twice" unless NONE.equal?(to) || NONE.equal?(limit)
    raise ArgumentError, "step is given twice" unless NONE.equal?(by) || NONE.equal?(width)
    raise TypeError, "step must be numeric" if nil == width
    places = [limit, width].reject { |v| NONE.equal?(v) }
    names = {by: by, to: to}.reject { |_, v| NONE.equal?(v) }
    to = places.fetch(0, names[:to])
    by = places.fetch(1, names[:by]) || 1
    unless Integer === by || Float === by
      raise ArgumentError, "comparison of #{by.class} with 0 failed" if by.respond_to?(:>)
      raise TypeError, "0 can't be coerced into #{by.class}"
    end
    raise ArgumentError, "step can't be 0" if by == 0
    unless to.nil? || Integer === to || Float === to
      raise ArgumentError, "comparison of #{self.class} with #{true == to || false == to || Symbol === to ? to.inspect : to.class} failed"
    end
    whole = Integer === self && Integer === by && (to.nil? || Integer === to)
    any = to.nil? || (by > 0 ? self <= to : self >= to)
    # The last number, or how many steps there are to it; no number on the way is beyond both ends.
    last = whole ? any && to && to - (to % by - self % by) % by : Primitive.float_steps(to_f, (to || by * Float::INFINITY).to_f, by.to_f)
    return to_enum(:step, *places, **names) do
      next 0 unless any || !whole
      to.nil? || !whole && last.infinite? ? Float::INFINITY : whole ? last / by - self / by + 1 : [last.floor + 1, 0].max
    end unless block
    if !whole
      i = 0
      while i <= last
        v = i == 0 ? to_f : i * by.to_f + to_f
        yield to && (by >= 0 ? to < v : v < to) ? to.to_f : v
        i += 1
      end
    elsif any
      i = self
      while true
        yield i
        break if i == last
        i += by
      end
    end
    self
  end

  def zero? = self == 0
  def positive? = self > 0
  def negative? = self < 0
  def nonzero? = zero? ? nil : self
  def bytes = self
  alias byte bytes
  def kilobytes = self * 1024
  alias kilobyte kilobytes
  def megabytes = kilobytes * 1024
  alias megabyte megabytes
  def gigabytes = megabytes * 1024
  alias gigabyte gigabytes
  def terabytes = gigabytes * 1024
  alias terabyte terabytes
  def petabytes = terabytes * 1024
  alias petabyte petabytes
  def exabytes = petabytes * 1024
  alias exabyte exabytes
  def seconds = ActiveSupport::Duration.new(self, {seconds: self})
  alias second seconds
  def minutes = ActiveSupport::Duration.new(self * 60, {minutes: self})
  alias minute minutes
  def hours = ActiveSupport::Duration.new(self * 3600, {hours: self})
  alias hour hours
  def days = ActiveSupport::Duration.new(self * 86400, {days: self})
  alias day days
  def weeks = ActiveSupport::Duration.new(self * 604800, {weeks: self})
  alias week weeks
  def fortnights = (self * 2).weeks
  alias fortnight fortnights
  def in_milliseconds = self * 1000
end
