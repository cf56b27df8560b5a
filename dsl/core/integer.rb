# Methods of Integer that are made of others. ActiveSupport: core_ext/integer.
class Integer
  def integer? = true
  alias finite? integer?
  alias real? integer?
  alias html_safe? integer?
  def allbits?(mask) = (mask = Primitive.int(mask)) & self == mask
  def anybits?(mask) = self & Primitive.int(mask) != 0
  def nobits?(mask) = self & Primitive.int(mask) == 0
  def fdiv(other) = to_f / (0 + other)

  def pow(exponent, modulus = NONE)
    return self**exponent if NONE.equal?(modulus)
    raise TypeError, "Integer#pow() 2nd argument not allowed unless a 1st argument is integer" unless Integer === exponent
    raise RangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified" if exponent < 0
    raise TypeError, "Integer#pow() 2nd argument not allowed unless all arguments are integers" unless Integer === modulus
    power, base, size = 1 % modulus.abs, self % modulus.abs, modulus.abs
    while exponent > 0
      power = Primitive.product(power, base, size) if exponent.odd?
      base = Primitive.product(base, base, size)
      exponent /= 2
    end
    power % modulus
  end

  enumerates def upto(limit, &block)
    return to_enum(:upto, limit) { self > limit ? 0 : limit == Float::INFINITY ? limit : limit.floor - self + 1 } unless block
    self > limit ? self : step(limit.to_f.infinite? ? nil : limit.floor, 1, &block)
  end

  enumerates def downto(limit, &block)
    return to_enum(:downto, limit) { self < limit ? 0 : limit == -Float::INFINITY ? -limit : self - limit.ceil + 1 } unless block
    self < limit ? self : step(limit.to_f.infinite? ? nil : limit.ceil, -1, &block)
  end

  def months = ActiveSupport::Duration.new(self * 2629746, {months: self})
  alias month months
  def years = ActiveSupport::Duration.new(self * 31556952, {years: self})
  alias year years
  def multiple_of?(number) = number == 0 ? self == 0 : self % number == 0
  def ceildiv(other) = -div(0 - other)

  def gcd(other)
    raise TypeError, "not an integer" unless Integer === other
    other == 0 ? abs : other.gcd(self % other)
  end

  def lcm(other) = (common = gcd(other)) == 0 ? 0 : (self / common * other).abs
  def gcdlcm(other) = [gcd(other), lcm(other)]
  def denominator = 1
  def coerce(other) = Integer === other ? [other, self] : [Float(other), to_f]
  def bit_length = (negative? ? ~self : self).to_s(2).delete_prefix("0").size

  def digits(base = 10)
    base = Primitive.int(Float === base ? base.to_i : base)
    raise ArgumentError, "negative radix" if base < 0
    raise ArgumentError, "invalid radix #{base}" if base < 2
    raise Math::DomainError, "out of domain" if negative?
    self < base ? [self] : [self % base] + (self / base).digits(base)
  end

  def floor(digits = 0)
    [][digits]
    digits = digits.to_i
    return self if digits >= 0
    digits < -18 && !negative? ? 0 : self - self % 10 ** -digits
  end

  def ceil(digits = 0) = digits == 0 ? self : -(-self).floor(digits)
  def truncate(digits = 0) = negative? ? ceil(digits) : floor(digits)
  def round(digits = 0, half: :up)
    [][digits]
    digits = digits.to_i
    mode = (half || :up).to_s
    raise ArgumentError, "invalid rounding mode: #{mode}" unless %w[up even down].include?(mode)
    return self if digits >= 0
    return 0 if digits < -18
    unit = 10 ** -digits
    rest = abs % unit
    up = rest * 2 > unit || rest * 2 == unit && (mode == "up" || mode == "even" && (abs / unit).odd?)
    size = abs - rest + (up ? unit : 0)
    negative? ? -size : size
  end
end
