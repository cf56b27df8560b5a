# Methods of String that are made of others. ActiveSupport: core_ext/string.
class String
  partial def +@ = frozen? ? dup : self
  partial def -@ = frozen? ? self : dup.freeze
  alias dedup -@
  def squish = gsub(/[[:space:]]+/, " ").strip

  changes def squish! = replace(squish)

  unfrozen changes def insert(index, other)
    index = Primitive.int(index)
    at = index < 0 ? index + size + 1 : index
    raise IndexError, "index #{index < 0 ? index + 1 : index} out of string" unless at.between?(0, size)
    self[at, 0] = other
    self
  end

  def center(width, pad = " ")
    room = [Primitive.int(width) - size, 0].max
    raise ArgumentError, "zero width padding" if ("" + pad).empty?
    left = {center: room / 2, ljust: 0, rjust: room}[__method__]
    fill = pad * (room / pad.size + 1)
    fill[0, left] + self + fill[0, room - left]
  end
  alias ljust center
  alias rjust center
  def casecmp(other) = String === other ? downcase(:ascii) <=> other.downcase(:ascii) : nil
  def casecmp?(other) = String === other ? downcase(:fold) == other.downcase(:fold) : nil

  enumerates def each_char(&block) = block ? chars.each(&block) && self : to_enum(__method__) { size }
  enumerates def each_byte(&block) = block ? bytes.each(&block) && self : to_enum(__method__) { bytesize }
  enumerates def each_codepoint(&block) = block ? codepoints.each(&block) && self : to_enum(__method__) { size }
  enumerates def each_grapheme_cluster(&block) = block ? grapheme_clusters.each(&block) && self : to_enum(__method__) { grapheme_clusters.size }

  enumerator def each_line(*separator, **options, &block) = lines(*separator, **options).each(&block) && self

  def strip_heredoc = gsub(/^#{scan(/^[ \t]*(?=\S)/).min}/, "")

  def indent(amount, indent_string = nil, indent_empty_lines = false) = dup.tap { |s| s.indent!(amount, indent_string, indent_empty_lines) }

  changes def indent!(amount, indent_string = nil, indent_empty_lines = false)
    indent_string = indent_string || self[/^[ \t]/] || " "
    gsub!(indent_empty_lines ? /^/ : /^(?!$)/, indent_string * amount)
  end

  def truncate(truncate_to, options = {})
    return dup unless length > truncate_to
    omission = options[:omission] || "..."
    stop = truncate_to - omission.length
    stop = rindex(options[:separator], stop) || stop if options[:separator]
    "#{self[0, stop]}#{omission}"
  end

  def truncate_words(words_count, options = {})
    separator = options[:separator] || /\s+/
    separator = Regexp.escape(separator.to_s) unless Regexp === separator
    return dup unless self =~ /\A((?>.+?#{separator}){#{words_count - 1}}.+?)#{separator}.*/m
    $1 + (options[:omission] || "...")
  end

  def truncate_bytes(truncate_to, omission: "…")
    omission ||= ""
    case
    when bytesize <= truncate_to then dup
    when omission.bytesize > truncate_to
      raise ArgumentError, "Omission #{omission.inspect} is #{omission.bytesize}, larger than the truncation length of #{truncate_to} bytes"
    when omission.bytesize == truncate_to then omission.dup
    else
      cut = byteslice(0, truncate_to - omission.bytesize)
      cut = cut.byteslice(0, cut.bytesize - 1) until cut.valid_encoding?
      cut << omission
    end
  end

  changes def remove!(*patterns)
    patterns.each { |pattern| gsub!(pattern, "") }
    self
  end

  def remove(*patterns) = dup.remove!(*patterns)
  def exclude?(string) = !include?(string)
  def hex = to_i(16)
  def chr = self[0, 1]
  def getbyte(index) = bytes[index]

  changes def setbyte(index, byte)
    list, index = bytes, Primitive.int(index)
    raise IndexError, "index #{index} out of string" unless index.between?(-list.size, list.size - 1)
    list[index] = Primitive.int(byte)
    replace(Primitive.binary(list))
    byte
  end

  def at(position) = self[position]
  def from(position) = self[position, length]
  def first(limit = 1) = self[0, limit] || raise(ArgumentError, "negative limit")
  def last(limit = 1) = self[[length - limit, 0].max, limit] || raise(ArgumentError, "negative limit")
  def upcase_first = "#{self[0]&.upcase}#{self[1..]}"
  def downcase_first = "#{self[0]&.downcase}#{self[1..]}"
  def sum(bits = 16) = [][bits] || (bits.between?(1, 62) ? bytes.sum & (1 << bits) - 1 : bytes.sum)

  def unpack(format) = Primitive.unpack(:unpack, format, bytes)
  def unpack1(format) = Primitive.unpack(:unpack1, format, bytes).first

  def undump
    raise "non-ASCII character detected" unless ascii_only?
    raise "string contains null byte" if include?("\0")
    form = %q(invalid dumped string; not wrapped with '"' nor '"...".force_encoding("...")' form)
    raise form unless start_with?('"')
    quoted = self[/\A"(?:[^"\\]|\\.)*"/m] || raise("unterminated dumped string")
    name = self[quoted.size..]
    raise form unless name =~ /\A(?:(?:\.dup)?\.force_encoding\("([^"]+)"\))?\z/
    as = $1 || encoding
    escapes = quoted.scan(/\\(?:u|x|.)/m)
    text = quoted[1..-2].gsub(/\\(?:u(\{[^}]*\}?|\h{0,4})|x(\h{0,2})|(.))/m) do |escape|
      points, byte, letter = $1, $2, $3
      if points then undumped_points(points)
      elsif byte then byte.size == 2 ? [byte.hex].pack("C") : raise("invalid hex escape")
      else {"n" => "\n", "r" => "\r", "t" => "\t", "f" => "\f", "v" => "\v", "b" => "\b", "a" => "\a", "e" => "\e"}[letter] || (%w[" \\ #].include?(letter) ? letter : escape)
      end
    end
    raise "hex escape and Unicode escape are mixed" if escapes.include?("\\u") && escapes.include?("\\x")
    text.force_encoding(as)
  end

  private def undumped_points(points)
    codes = points.start_with?("{") ? points[/\A\{([\h ]*)\}\z/, 1]&.split : points.size == 4 ? [points] : nil
    raise "invalid Unicode escape" unless codes
    codes.map do |code|
      raise "invalid Unicode codepoint (too large)" if code.hex > 0x10ffff
      raise "invalid Unicode codepoint" if code.hex.between?(0xd800, 0xdfff)
      code.hex
    end.pack("U*")
  end

  def to(position)
    position += size if position < 0
    self[0, position + 1] || ""
  end
end
