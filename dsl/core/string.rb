# Methods of String that are made of others. ActiveSupport: core_ext/string.
class String
  def squish = gsub(/[[:space:]]+/, " ").strip

  changes def squish! = replace(squish)

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
  def at(position) = self[position]
  def from(position) = self[position, length]
  def first(limit = 1) = self[0, limit] || raise(ArgumentError, "negative limit")
  def last(limit = 1) = self[[length - limit, 0].max, limit] || raise(ArgumentError, "negative limit")
  def upcase_first = "#{self[0]&.upcase}#{self[1..]}"
  def downcase_first = "#{self[0]&.downcase}#{self[1..]}"
  def sum(bits = 16) = [][bits] || (bits.between?(1, 62) ? bytes.sum & (1 << bits) - 1 : bytes.sum)

  def to(position)
    position += size if position < 0
    self[0, position + 1] || ""
  end
end
