# frozen_string_literal: true
# Writes ruby.jsonl beside this file: what Ruby's methods give for the texts and numbers
# below. Each line has the function of the package, its arguments and its result, nil
# for an error.
#
#   ruby dsl/internal/rubytext/testdata/gen.rb

require "cgi"
require "json"

TEXTS = ["", "a", "hello world", "ÉCOLE straße", "ﬁne ŉ ǰ ΐ և", "ΣΊΣΥΦΟΣ ς", "İi I ı", "Ǆungla ǆ", "ᾳ", "ᾲ", "ẚ", "ŉ", "aBc9", "日本語", "a\tb\n\"\\\#{x} # \#@y \e\u0001", "😀 \u00a0\u200b\u2028"].freeze
NAMES = ["", "a", "a?", "a!", "a=", "a?=", "A", "a b", "1a", "é", "@a", "@@a", "@1", "@", "$a", "$1", "$0", "$-w", "$-", "$$", "[]", "[]=", "+", "+@", "!", "!=", "=~", "a-b", "=", "<=>", "&&", "a\u200b"].freeze
SETS = ["l", "a-y", "^l", "^", "a^", "a-", "-a", "\\-a", "\\^l", "a\\-z", "é-ü", "lo", "a-cx-z", ""].freeze
INTS = ["", "0", "12", " -12 ", "+7", "- 1", "1_000", "1__0", "_1", "1_", "0x1f", "-0x1F", "0b101", "0b2", "0o17", "017", "08", "0d19", "z9", "12abc", "1.5", "0x", "0x_f", "9223372036854775807", "-9223372036854775808", "\n3\t"].freeze
FLOATS = [*INTS[0..10], "1.5", "-.5", "5.", "1e5", "1E-5x", "1.5e", "1_0.2_5", "1._5", "1e5_0", "1e400", "1e-400", "0x1A", "0x1.8p1", "0x1.8", "0x1_0", "0x_1", "0x1p-2", "0xp1", "Infinity", "NaN", "1f", "1 2", "+-1"].freeze
NUMBERS = [0.0, -0.0, 1.0, 0.1, -2.5, 100.0, 1e14, 1e15, 1e16, 123456789.123456789, 1e-4, 1e-5, 5e-324, 1.7976931348623157e308].freeze
LINES = ["", "a", "a\n", "a\r\nb", "a\n\nb", "\n\n\na\n\n", "a\n\n\n\nb\n\n\n", "xxaxx", "a\rb\r", "a;\nb;\n", "\n"].freeze
PARTS = ["", " ", "a", " a  b ", "a,b,,c,,", ",a", "日本 語", "a\tb\nc"].freeze

@out = File.open(File.join(__dir__, "ruby.jsonl"), "w")
def row(function, *args)
  want = begin
    v = yield
    v unless v.is_a?(Integer) && v.bit_length > 63
  rescue ArgumentError, RangeError
    nil
  end
  @out.puts JSON.generate([function, args, want])
end

TEXTS.each do |s|
  [false, true].each do |ascii|
    with = ascii ? [:ascii] : []
    row("Upcase", s, ascii) { s.upcase(*with) }
    row("Downcase", s, ascii) { s.downcase(*with) }
    row("Capitalize", s, ascii) { s.capitalize(*with) }
    row("Swapcase", s, ascii) { s.swapcase(*with) }
  end
  row("FoldCase", s) { s.downcase(:fold) }
  row("Quote", s) { s.inspect }
  row("QuoteASCII", s) { s.dump }
  row("QuoteJSON", s) { JSON.generate(s) }
  row("EscapeHTML", s + "<'&\">") { CGI.escapeHTML(s + "<'&\">") }
end
["&lt;a&gt;", "&#98;&#x63;", "&amp;amp;", "&copy;", "&#39", "& &;", "&quot;&apos;&#1114112;"].each { |s| row("UnescapeHTML", s) { CGI.unescapeHTML(s) } }
NAMES.each { |s| row("QuoteSymbol", s) { s.to_sym.inspect } }
["hello", "yellow", "a-b^c", "üéa", "aabbll"].each do |s|
  SETS.each do |set|
    row("Delete", s, set) { s.delete(set) }
    row("Squeeze", s, set) { s.squeeze(set) }
    row("Count", s, set) { s.count(set) }
    ["", "r", "b-z", "^x", "*-"].each do |to|
      row("Tr", s, set, to, false) { s.tr(set, to) }
      row("Tr", s, set, to, true) { s.tr_s(set, to) }
    end
  end
  row("Delete", s, "z-a") { s.delete("z-a") }
end
INTS.each do |s|
  [10, 16, 2, 36].each { |base| row("ScanInt", s, base) { s.to_i(base) } }
  row("ParseInt", s, 0) { Integer(s) }
  row("ParseInt", s, 16) { Integer(s, 16) }
end
FLOATS.each do |s|
  row("ScanFloat", s) { s.to_f.to_s }
  row("ParseFloat", s) { Float(s).to_s }
end
NUMBERS.each { |f| row("FormatFloat", f) { f.to_s } }
[0.0, -2.5, 100.0, 0.1, 1e16, 123456789.123456789, 5e-324].each do |f|
  ["", "+", "0", "-", "#"].product(["", "12"], ["", ".0", ".3"], %w[f e g a G]).each do |flags, width, precision, verb|
    row("format", "%#{flags}#{width}#{precision}#{verb}", f) { format("%#{flags}#{width}#{precision}#{verb}", f) }
  end
end
[0, -1, 255, -255, -(2**63)].each do |n|
  ["", "+", "0", "-", "#", "#0", " "].product(["", "8"], ["", ".0", ".3"], %w[d x X o b f]).each do |flags, width, precision, verb|
    row("format", "%#{flags}#{width}#{precision}#{verb}", n) { format("%#{flags}#{width}#{precision}#{verb}", n) }
  end
end
["", "héllo"].product(["%s", "%8s|", "%-8s|", "%.2s", "%8.2s"]).each { |s, f| row("format", f, s) { format(f, s) } }
["", "az", "zz", "a9", "Zz9", "v1.9", "a-9", "1.9.9", "-", "<<koala>>", "***", "é", "1999zzz", "ZZZ9999"].each { |s| row("Succ", s) { s.succ } }
PARTS.each do |s|
  row("Chomp", s + "\r\n") { (s + "\r\n").chomp }
  [" ", ",", "", "b"].product([0, -1, 1, 2, 3]).each { |sep, limit| row("Split", s, sep, limit) { s.split(sep, limit) } }
  [-4, -1, 0, 1, 3, 9].product([-1, 0, 1, 2, 99]).each { |at, n| row("Span", s, at, n) { s[at, n] } }
end
LINES.product(["\n", "", "x", ";\n"], [true, false]).each { |s, sep, chomp| row("Lines", s, sep, chomp) { s.lines(sep, chomp: chomp) } }
