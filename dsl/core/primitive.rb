# What several methods in core have in common. Values that only the application knows stay
# as they are: they are none of the hashes and lists whose parts are looked at.
class << Primitive
  # The value with other keys in its hashes, however deep.
  forks def rekey(value, &block)
    return is?(value, Array) ? value.map { |v| rekey(v, &block) } : value unless is?(value, Hash)
    hash = value.to_h { |k, v| [yield(k), rekey(v, &block)] }
    HashWithIndifferentAccess === value ? hash.with_indifferent_access : hash
  end

  # The value with other values in its hashes and lists, however deep.
  forks def revalue(value, &block)
    return value.transform_values { |v| revalue(v, &block) } if is?(value, Hash)
    is?(value, Array) ? value.map { |v| revalue(v, &block) } : yield(value)
  end

  # A copy of the value, and of what it holds, however deep.
  forks def duplicate(value)
    return value.map { |v| duplicate(v) } if is?(value, Array)
    return value.dup.transform_values! { |v| duplicate(v) } if is?(value, Hash)
    return value.dup if is?(value, String)
    is?(value, Object) ? value.deep_dup : value
  end

  # What a method or UnboundMethod shows; of is what it is of.
  def signature(method, of)
    forms = { req: "%s", opt: "%s=...", rest: "*%s", keyreq: "%s:", key: "%s: ...", keyrest: "**%s", nokey: "**nil", block: "&%s" }
    list = method.parameters.map { |kind, name| forms[kind] % (name || (kind == :req ? "_" : "")).to_s.delete("*&") }
    original = "(#{method.original_name})" unless method.name == method.original_name
    "#<#{method.class}: #{of}#{method.name}#{original}(#{list.join(", ").sub("*, **, &", "...")})#{" " + method.source_location.join(":") if method.source_location}>"
  end

  # A lambda that collects arguments until there are enough for code.
  forks def curried(code, wanted, args)
    more = ->(*added, **options, &block) do
      all = args + added
      all.size < wanted ? Primitive.curried(code, wanted, all) : code.call(*all, **options, &block)
    end
    proc_like(code, more)
  end

  # A lambda that gives what first makes of its arguments to second, of which given is the program's.
  forks def composed(first, second, given)
    raise TypeError, "callable object is expected" unless is?(given, Object) && given.respond_to?(:call)
    proc_like(first, ->(*args, **options, &block) { second.call(first.call(*args, **options, &block)) })
  end

  # The lambda, or a proc that calls it where the other one is a proc.
  forks def proc_like(other, made)
    return made unless Proc === other && !other.lambda?
    proc { |*args, **options, &block| made.call(*args, **options, &block) }
  end

  def number?(value) = is?(value, Integer) || is?(value, Float)

  # How many steps there are from a float to another one, after the first: as Ruby counts them, so
  # that errors do not add up.
  def float_steps(from, to, width)
    return (width > 0 ? from <= to : from >= to) ? 0 : -1 if width.infinite?
    steps = (to - from) / width
    slack = (from.abs + to.abs + (to - from).abs) / width.abs * Float::EPSILON
    steps < 0 ? -1 : steps.infinite? || steps.nan? ? steps : (steps + [slack, 0.5].min).floor
  end

  # The product modulo size of two numbers below it, all sums within 64 bits.
  def product(a, b, size)
    sum = 0
    while b > 0
      sum = (sum - size + a) % size if b.odd?
      a = (a - size + a) % size
      b /= 2
    end
    sum
  end

  # ---- pack and unpack

  # The directives of a format, each with its count, nil for *, and whether that is written.
  def directives(name, format)
    text(format).scan(/([^\s\x00])(\*|\d*)/).map do |kind, count|
      raise NotImplementedError, "#{name}: #{kind.inspect} is not supported in #{format.inspect}" unless "aAZBbHhCcnNvVUmx".include?(kind)
      [kind, count.empty? ? 1 : (count.to_i unless count == "*"), !count.empty?]
    end
  end

  # The bytes of an integer's directive, and their order.
  def width(kind) = { "n" => 2, "v" => 2, "N" => 4, "V" => 4 }.fetch(kind, 1)
  def ordered(kind, bytes) = kind.in?(%w[n N]) ? bytes.reverse : bytes

  # The digits that a byte has of H, h, B and b, and how far each is shifted in it.
  def digits_per_byte(kind) = kind.in?(%w[H h]) ? 2 : 8

  def digit_shift(kind, i)
    bits = 8 / digits_per_byte(kind)
    kind.in?(%w[H B]) ? 8 - bits - i * bits : i * bits
  end

  def packed_integer(kind, value)
    n = Float === value ? value.to_i : int(value)
    return ordered(kind, Array.new(width(kind)) { |i| n >> 8 * i & 255 }) unless kind == "U"
    raise RangeError, "pack(U): value out of range" unless n.between?(0, 0x10ffff)
    n.chr("UTF-8").bytes
  end

  def packed_text(kind, count, given, value)
    text = value.nil? && kind != "m" ? "" : "" + value
    return packed_base64(text, count, given) if kind == "m"
    bytes = text.bytes
    return packed_digits(kind, count, bytes) if "HhBb".include?(kind)
    size = count || bytes.size + (kind == "Z" ? 1 : 0)
    bytes.first(size) + [kind == "A" ? 32 : 0] * [size - bytes.size, 0].max
  end

  # Lines of 45 bytes, or of the count; m0 makes one without an end.
  def packed_base64(text, count, given)
    return to_base64(text).bytes if given && count == 0
    text.bytes.each_slice(given && count && count > 2 ? count / 3 * 3 : 45).flat_map { |line| to_base64(binary(line)).bytes << 10 }
  end

  def packed_digits(kind, count, text)
    n = [count || text.size, text.size].min
    per = digits_per_byte(kind)
    bytes = text.first(n).each_slice(per).map do |group|
      group.each_with_index.sum { |b, i| (per == 8 ? b & 1 : (b | 32).between?(97, 122) ? b + 9 & 15 : b & 15) << digit_shift(kind, i) }
    end
    missing = per == 8 ? ((count || n) - n + 1) / 2 : ((count || n) + 1) / 2 - (n + 1) / 2 # as Ruby counts them
    bytes + [0] * missing
  end

  def unpack(name, format, bytes) = directives(name, format).flat_map { |kind, count, given| unpacked(kind, count, given, bytes) }

  # What a directive makes of the bytes that are left, of which it takes its own.
  def unpacked(kind, count, given, left)
    case kind
    when "x"
      raise ArgumentError, "x outside of string" if count && count > left.size
      left.shift(count || left.size)
      []
    when "a" then [binary(left.shift(count || left.size))]
    when "A"
      bytes = left.shift(count || left.size)
      bytes.pop while bytes.last == 0 || bytes.last == 32
      [binary(bytes)]
    when "Z"
      at = left.first(count || left.size).index(0)
      bytes = left.shift(count || (at ? at + 1 : left.size))
      [binary(bytes.first(at || bytes.size))]
    when "U"
      chars = binary(left).chars.first(count || left.size)
      raise ArgumentError, "malformed UTF-8 character" unless chars.all?(&:valid_encoding?)
      left.shift(chars.sum(&:bytesize))
      chars.map(&:ord)
    when "m" then [unpacked_base64(binary(left.shift(left.size)), given && count == 0)]
    when "H", "h", "B", "b" then [unpacked_digits(kind, count, left)]
    else
      Array.new(count || left.size / width(kind)) { unpacked_integer(kind, left.shift(width(kind))) if left.size >= width(kind) }
    end
  end

  # In groups of four digits, of which an = ends the one that it stands in. What is no digit is
  # skipped, but by m0, which refuses it.
  def unpacked_base64(text, strict)
    return strict_base64(text) if strict
    digits = ""
    text.delete("^A-Za-z0-9+/=").each_char { |c| c != "=" ? digits << c : digits.size % 4 > 1 && break }
    base64(digits.size % 4 == 1 ? digits.chop : digits)
  end

  def unpacked_digits(kind, count, left)
    per = digits_per_byte(kind)
    n = [count || per * left.size, per * left.size].min
    bytes = left.shift((n + per - 1) / per)
    Array.new(n) { |i| (bytes[i / per] >> digit_shift(kind, i % per) & (1 << 8 / per) - 1).to_s(16) }.join
  end

  def unpacked_integer(kind, bytes)
    n = ordered(kind, bytes).each_with_index.sum { |b, i| b << 8 * i }
    kind == "c" && n > 127 ? n - 256 : n
  end
end
