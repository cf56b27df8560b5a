# IPAddr, as ipaddr 1.2 has it. An address is a list of 16-bit words, two or eight of
# them, because integers end at 64 bits here.
class IPAddr
  include Comparable

  class Error < ArgumentError; end
  class InvalidAddressError < Error; end
  class AddressFamilyError < Error; end
  class InvalidPrefixError < InvalidAddressError; end

  # Of Socket.
  FAMILIES = [2, 10].freeze
  SIZES = { 2 => 2, 10 => 8 }.freeze
  private_constant :FAMILIES, :SIZES

  class << self
    def new_ntoh(*) = Primitive.undecided
    def ntop(*) = Primitive.undecided

    # The words of an address in text, without prefix, zone and brackets.
    def words(text, family = nil)
      if family != 10 && (words = ipv4(text))
        return words
      end
      family == 2 ? nil : ipv6(text)
    end

    private

    def ipv4(text)
      return unless text.match?(/\A\d+\.\d+\.\d+\.\d+\z/)
      a, b, c, d = text.split(".").map do |octet|
        raise InvalidAddressError, "invalid address: #{text}" if octet.length > 9 || octet.to_i > 255
        if octet != "0" && octet.start_with?("0")
          raise InvalidAddressError, "zero-filled number in IPv4 address is ambiguous: #{text}"
        end
        octet.to_i
      end
      [a << 8 | b, c << 8 | d]
    end

    def ipv6(text)
      raise InvalidAddressError, "invalid address: #{text}" if text.length > 64
      left, gap, right = text.partition("::")
      left = groups(text, left, gap.empty?)
      right = groups(text, right, true)
      missing = 8 - left.size - right.size
      if gap.empty? ? missing != 0 : missing < 0
        raise InvalidAddressError, "invalid address: #{text}"
      end
      left + [0] * missing + right
    end

    # The groups of 16 bits in a:b:c, of which the last two may be an IPv4 address.
    def groups(text, part, last)
      return [] if part.empty?
      list = part.split(":", -1)
      address = last && list.last.include?(".") ? ipv4(list.pop) : []
      unless address && list.all? { |group| group.match?(/\A\h{1,4}\z/) }
        raise InvalidAddressError, "invalid address: #{text}"
      end
      list.map(&:hex) + address
    end
  end

  attr_reader :family

  def initialize(addr = "::", family = 0)
    unless addr.is_a?(String)
      raise AddressFamilyError, family == 0 ? "address family must be specified" : "unsupported address family: #{family}" unless FAMILIES.include?(family)
      @family = family
      @words = number_words(addr.to_i)
      @mask = [0xffff] * @words.size
      return
    end
    text, prefix = addr.split("/", 2)
    text = text.to_s
    if text.match?(/\A\[.*\]\z/)
      text = text[1..-2]
      family = 10
    end
    if text.match?(/\A.*%\w+\z/)
      text, _, zone = text.rpartition("%")
      @zone_id = "%#{zone}"
      family = 10
    end
    raise AddressFamilyError, "unsupported address family: #{family}" unless family == 0 || FAMILIES.include?(family)
    @words = IPAddr.words(text, family == 0 ? nil : family)
    raise AddressFamilyError, "address family mismatch" unless @words
    @family = @words.size == 2 ? 2 : 10
    @mask = [0xffff] * @words.size
    mask!(prefix) if prefix
  end

  def ipv4? = @family == 2
  def ipv6? = @family == 10

  def include?(other)
    other = coerce_other(other)
    return false unless other.family == family
    (first_words <=> other.first_words) <= 0 && (last_words <=> other.last_words) >= 0
  end
  alias === include?

  def ==(other)
    return false if other.nil?
    other = coerce_other(other)
    family == other.family && words == other.words
  rescue StandardError
    false
  end

  def eql?(other) = self.class == other.class && hash == other.hash && self == other
  def hash = [@words, @mask, @zone_id, @family].hash

  def <=>(other)
    other = coerce_other(other)
    words <=> other.words if other.family == family
  rescue StandardError
    nil
  end

  def mask(prefix) = clone.mask!(prefix)

  changes def mask!(mask)
    if mask.is_a?(String) && !mask.match?(/\A\d+\z/)
      other = IPAddr.new(mask)
      raise InvalidPrefixError, "address family is not same" if other.family != @family
      # As the addresses of a network, the ones of a mask come first.
      bits = other.words.map { |word| format("%016b", word) }.join
      raise InvalidPrefixError, "invalid mask #{mask}" if bits.include?("01") || other.mask_words.uniq != [0xffff]
      return mask!(bits.count("1"))
    end
    raise InvalidPrefixError, "leading zeros in prefix" if mask.is_a?(String) && mask != "0" && mask.start_with?("0")
    length = mask.is_a?(String) ? (mask.length > 9 ? 999 : mask.to_i) : mask
    bits = 16 * @words.size
    raise InvalidPrefixError, "invalid length" if length < 0 || length > bits
    @mask = Array.new(@words.size) { |i| ones((length - 16 * i).clamp(0, 16)) }
    @words = first_words
    self
  end

  def prefix = @mask.sum { |word| word.digits(2).sum }
  changes def prefix=(prefix)
    raise InvalidPrefixError, "prefix must be an integer" unless prefix.is_a?(Integer)
    mask!(prefix)
  end

  def to_range = with(first_words)..with(last_words)
  def succ = self + 1
  def +(offset) = kept(moved(offset))
  def -(offset) = kept(moved(-offset))
  def &(other) = kept(@words.zip(number_words(coerce_number(other))).map { |a, b| a & b })
  def |(other) = kept(@words.zip(number_words(coerce_number(other))).map { |a, b| a | b })
  def ~ = kept(@words.map { |word| word ^ 0xffff })
  def <<(_) = Primitive.undecided
  def >>(_) = Primitive.undecided

  # Beyond 64 bits the number is unknown.
  def to_i
    Primitive.undecided if @words.size == 8 && (@words.first(4).any? { |word| word != 0 } || @words[4] > 0x7fff)
    @words.last(4).inject(0) { |n, word| n << 16 | word }
  end

  def loopback?
    return words[0] >> 8 == 127 if ipv4?
    words == [0, 0, 0, 0, 0, 0, 0, 1] || mapped_to? { |a, _| a >> 8 == 127 }
  end

  def private?
    return private_words?(*words) if ipv4?
    words[0] & 0xfe00 == 0xfc00 || mapped_to? { |a, b| private_words?(a, b) }
  end

  def link_local?
    return words[0] == 0xa9fe if ipv4?
    words[0] & 0xffc0 == 0xfe80 || mapped_to? { |a, _| a == 0xa9fe }
  end

  def ipv4_mapped? = ipv6? && words.first(6) == [0, 0, 0, 0, 0, 0xffff]
  def ipv4_compat? = Primitive.undecided
  def ipv4_compat = Primitive.undecided

  def ipv4_mapped
    raise InvalidAddressError, "not an IPv4 address: #{self}" unless ipv4?
    changed([0, 0, 0, 0, 0, 0xffff, *words], [0xffff] * 6 + @mask, 10)
  end

  def native
    return self unless ipv4_mapped? || compatible?
    changed(words.last(2), @mask.last(2), 2)
  end

  def to_s
    return to_string if ipv4?
    return mapped_text(words.first(6)) + dotted(words.last(2)) if ipv4_mapped? || compatible? && words[6] != 0
    text = words.map { |word| word.to_s(16) }
    at, size = longest_zeros
    return text.join(":") + zone_id.to_s if size < 2
    "#{text.first(at).join(":")}::#{text.drop(at + size).join(":")}#{zone_id}"
  end

  def to_string = text_of(@words) + @zone_id.to_s
  def cidr = "#{self}/#{prefix}"
  def netmask = text_of(@mask)
  def wildcard_mask = text_of(@mask.map { |word| word ^ 0xffff })
  def as_json(*) = prefix == 16 * @words.size ? to_s : cidr
  def to_json(*) = %("#{as_json}")
  def hton = @words.pack("n*")

  def inspect = "#<#{self.class.name}: #{ipv4? ? "IPv4" : "IPv6"}:#{to_string}/#{netmask}>"

  def reverse
    return "#{dotted(words).split(".").reverse.join(".")}.in-addr.arpa" if ipv4?
    ip6_arpa
  end

  def ip6_arpa
    raise InvalidAddressError, "not an IPv6 address: #{self}" unless ipv6?
    "#{nibbles}.ip6.arpa"
  end

  def ip6_int
    raise InvalidAddressError, "not an IPv6 address: #{self}" unless ipv6?
    "#{nibbles}.ip6.int"
  end

  def zone_id
    raise InvalidAddressError, "not an IPv6 address" unless ipv6?
    @zone_id
  end

  changes def zone_id=(zone)
    raise InvalidAddressError, "not an IPv6 address" unless ipv6?
    raise InvalidAddressError, "invalid zone identifier for address" unless zone.nil? || zone.match?(/\A%\w+\z/)
    @zone_id = zone
  end

  protected

  def words = @words
  def mask_words = @mask
  def first_words = @words.zip(@mask).map { |word, mask| word & mask }
  def last_words = @words.zip(@mask).map { |word, mask| word | (mask ^ 0xffff) }

  private

  def coerce_other(other)
    case other
    when IPAddr then other
    when String then self.class.new(other)
    else self.class.new(other, @family)
    end
  end

  def coerce_number(other) = coerce_other(other).to_i

  def ones(n) = (0xffff << (16 - n)) & 0xffff
  def private_words?(a, b) = a >> 8 == 10 || a & 0xfff0 == 0xac10 || a == 0xc0a8
  def mapped_to? = ipv4_mapped? && yield(words[6], words[7])

  def compatible?
    ipv6? && words.first(6).all?(0) && words.last(2) != [0, 0] && words.last(2) != [0, 1]
  end

  def number_words(n)
    size = SIZES[@family]
    raise InvalidAddressError, "invalid address: #{n}" if n < 0 || size == 2 && n > 0xffffffff
    Array.new(size) { |i| size - 1 - i > 3 ? 0 : (n >> 16 * (size - 1 - i)) & 0xffff }
  end

  def moved(offset)
    Primitive.undecided unless offset.is_a?(Integer)
    @words.reverse.map do |word|
      offset += word
      low = offset & 0xffff
      offset >>= 16
      low
    end.reverse.tap { Primitive.undecided if offset != 0 }
  end

  def kept(words) = changed(words, @mask, @family)

  def changed(words, mask, family)
    copy = clone
    copy.instance_variable_set(:@words, words)
    copy.instance_variable_set(:@mask, mask)
    copy.instance_variable_set(:@family, family)
    copy
  end

  # An address of its own, without the mask.
  def with(words) = changed(words, [0xffff] * words.size, @family)

  def dotted(words) = words.flat_map { |word| [word >> 8, word & 255] }.join(".")
  def mapped_text(words) = words.last == 0 ? "::" : "::ffff:"
  def nibbles = @words.map { |word| format("%04x", word) }.join.chars.reverse.join(".")

  def text_of(words)
    words.size == 2 ? dotted(words) : words.map { |word| format("%04x", word) }.join(":")
  end

  # Where the first of the longest runs of zeros begins, and its length.
  def longest_zeros
    best = [0, 0]
    start = nil
    words.each_with_index do |word, i|
      start = word == 0 ? start || i : nil
      best = [start, i - start + 1] if start && i - start + 1 > best[1]
    end
    best
  end
end
