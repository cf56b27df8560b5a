module Comparable
  def between?(min, max) = self >= min && self <= max

  def clamp(min, max = NONE)
    if NONE.equal?(max)
      raise TypeError, "wrong argument type #{min.nil? ? "nil" : min.class} (expected Range)" unless Range === min
      raise ArgumentError, "cannot clamp with an exclusive range" if min.exclude_end? && min.end
      min, max = min.begin, min.end
    end
    raise ArgumentError, "min argument must be less than or equal to max argument" if min && max && min > max
    return min if min && self < min
    max && self > max ? max : self
  end
end
