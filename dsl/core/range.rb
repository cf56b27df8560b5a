# Methods of Range that are made of others. ActiveSupport: core_ext/range.
class Range
  def first(count = NONE)
    raise RangeError, "cannot get the first element of beginless range" if self.begin.nil?
    return self.begin if NONE.equal?(count)
    raise ArgumentError, "negative array size (or size too big)" if Primitive.int(count) < 0
    take(count)
  end

  def last(count = NONE)
    raise RangeError, "cannot get the last element of endless range" if self.end.nil?
    return self.end if NONE.equal?(count)
    return to_a.last(count) unless Integer === self.begin && Integer === self.end
    high = exclude_end? ? self.end - 1 : self.end
    ([self.begin, high - Primitive.int(count) + 1].max..high).to_a.last(count)
  end

  def min(count = nil, &block)
    raise RangeError, "cannot get the minimum of beginless range" if self.begin.nil?
    raise RangeError, "cannot get the minimum of endless range with custom comparison method" if block && self.end.nil?
    return to_a.min(count, &block) if block
    return first(count) if count
    order = self.end.nil? ? -1 : self.begin <=> self.end
    self.begin unless order > 0 || order == 0 && exclude_end?
  end

  def max(count = nil, &block)
    raise RangeError, "cannot get the maximum of endless range" if self.end.nil?
    if block || count || exclude_end? && !(Numeric === self.end)
      raise RangeError, "cannot get the maximum of beginless range with custom comparison method" if self.begin.nil?
      return to_a.max(count, &block)
    end
    order = self.begin.nil? ? -1 : self.begin <=> self.end
    return if order > 0
    return self.end unless exclude_end?
    raise TypeError, "cannot exclude non Integer end value" unless Integer === self.end
    return if order == 0
    raise TypeError, "cannot exclude end value with non Integer begin value" unless Integer === self.begin
    self.end - 1
  end

  enumerator def reverse_each
    raise TypeError, "can't iterate from #{self.end.class}" if self.end.nil?
    if Integer === self.end && (self.begin.nil? || Integer === self.begin)
      i = exclude_end? ? self.end : self.end + 1
      yield i while (i -= 1) && (self.begin.nil? || i >= self.begin)
    else
      to_a.reverse.each { |v| yield v }
    end
    self
  end

  enumerates def step(by = NONE)
    none = NONE.equal?(by)
    by = 1 if none
    raise ArgumentError, "step is required for non-numeric ranges" if none && !(self.begin.nil? || Numeric === self.begin || String === self.begin)
    raise ArgumentError, "#step for non-numeric beginless ranges is meaningless" if self.begin.nil?
    raise ArgumentError, "step can't be 0" if by == 0
    return to_enum(__method__, *(by unless none)) { (n = size) && Integer === by && by > 0 ? (n + by - 1) / by : nil } unless block_given?
    if Numeric === self.begin && (self.end.nil? || Numeric === self.end)
      Primitive.int(by)
      self.begin.step(self.end, by) { |v| yield v unless exclude_end? && v == self.end }
    elsif String === self.begin && Integer === by
      raise ArgumentError, "step can't be negative" if by < 0
      each_with_index { |v, i| yield v if i % by == 0 }
    else
      v = self.begin
      while self.end.nil? || (order = v <=> self.end) < 0 || order == 0 && !exclude_end?
        yield v
        v += by
      end
    end
    self
  end
  alias % step

  def cover?(value)
    return self === value unless Range === value
    low, high = value.begin, value.end
    order = low && high ? low <=> high : -1
    return false if order.nil? || order > 0 || order == 0 && value.exclude_end? # it is empty
    if self.begin
      order = low && self.begin <=> low
      return false if order.nil? || order > 0
    end
    return true if self.end.nil?
    order = high && high <=> self.end
    order = high - 1 <=> self.end if order && order > 0 && value.exclude_end? && !exclude_end? && Integer === low && Integer === high
    return false if order.nil?
    order < 0 || order == 0 && (!exclude_end? || value.exclude_end?)
  end

  def count(*value, &block)
    return entries.count(*value, &block) if block || !value.empty?
    return Float::INFINITY if self.begin.nil? || self.end.nil? || self.end == Float::INFINITY
    Integer === self.begin ? size : entries.size
  end

  def sum(start = 0, &block)
    return entries.sum(start, &block) if block || !(Integer === self.begin && Integer === self.end)
    start + size * (self.begin + (exclude_end? ? self.end - 1 : self.end)) / 2
  end

  unsized enumerator def bsearch
    raise TypeError, "can't do binary search for #{self.begin.class}" unless Integer === self.begin && Numeric === self.end
    low, high, found = self.begin, self.begin + size - 1, nil
    while low <= high
      middle = low + (high - low) / 2
      case order = yield(middle)
      when true then found = middle
      when false, nil then order = 1
      when Numeric then return middle if order == 0
      else raise TypeError, "wrong argument type #{order.class} (must be numeric, true, false or nil)"
      end
      order == true || order < 0 ? high = middle - 1 : low = middle + 1
    end
    found
  end

  # ---- ActiveSupport

  def overlap?(other)
    raise TypeError, "wrong argument type #{other.class} (expected Range)" unless Range === other
    spans = [self, other, Range.new(self.begin, other.end, other.exclude_end?), Range.new(other.begin, self.end, exclude_end?)]
    spans.none? { |r| r.begin && r.end && ((order = r.begin <=> r.end) > 0 || order == 0 && r.exclude_end?) }
  rescue ArgumentError
    false
  end
  alias overlaps? overlap?

  def sole
    raise Enumerable::SoleItemExpectedError, "infinite range '#{inspect}' cannot represent a sole item" if self.begin.nil? || self.end.nil?
    first(2).sole
  end
end
