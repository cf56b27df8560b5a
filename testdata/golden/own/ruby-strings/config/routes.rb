# String and Symbol methods: case, trimming, searching, gsub with hash and block, scan, tr ranges, slicing, splitting, padding, formatting, encoding.
Rails.application.routes.draw do
  r = ->(*parts) { get ["s", *parts].map(&:to_s).join("/"), to: "strings#show", as: nil }
  s = "Hello World"
  r[s.upcase.tr(" ", "_"), s.swapcase.delete(" "), s.downcase.capitalize.length, s.reverse[0, 3], s.length, s.index("o"), s.rindex("o"), s.count("lo"), s.squeeze("l").size, s.start_with?("Hell"), s.end_with?("x", "d"), s.include?("lo W")]
  r[s.sub("l", "L").delete(" "), s.gsub("l", "L").delete(" "), s.gsub(/[eo]/, "e" => "3", "o" => "0").delete(" "), s.gsub(/o/) { |m| m.ord.to_s }.delete(" "), s.gsub(/(l+)/) { $1.length.to_s }.delete(" "), s.gsub(/(?<first>[A-Z])/, '<\k<first>>').tr("<> ", "--_"), s.gsub(/(\w+) (\w+)/, '\2-\1'), s.gsub(/\s/, ""), s.gsub("o", "o" => "zero").delete(" ")]
  r[s.tr("a-y", "b-z").delete(" "), s.tr("^a-z", "*").delete("*"), s.tr_s("l", "r").delete(" "), s.delete("l-o").delete(" "), s.delete_prefix("Hel").delete_suffix("rld").strip.tr(" ", "."), s.scan(/o/).size, s.scan(/(\w)(\w)/).first.join, s.scan(/[A-Z]/).join, s.partition(" ").size, s.rpartition("o").first.length, s.each_char.first(2).join, s.chars.last, s.bytes.first, s.hash == s.dup.hash]
  r[s[0], s[-1], s[1..3], s[1...3], s[-3..], s[0, 4], s[/W\w+/], s[/(H)(e)/, 2], s["World"], s["nope"].inspect, s.slice(0, 2), s.chr, s.byteslice(0, 1), s.insert(5, ",").delete(" "), s.replace("new").concat("er", "!").chop, s.prepend("a-").chomp("!")]
  r["a,b;c".split(/[,;]/).join("-"), "a b  c".split.size, "a,b,,".split(",").size, "a,b,,".split(",", -1).size, "abc".split("").join("."), "a-b-c".split("-", 2).last, "k=v".partition("=").values_at(0, 2).join, "l1\nl2\n".lines.map(&:chomp).join("+"), "l1\nl2".each_line.count, "abc".each_char.with_index.map { |c, i| c * (i + 1) }.join("-")]
  r["x".center(5, "-"), "x".ljust(3, "."), "x".rjust(3, "0"), "%05d" % 42, "%.2f" % 3.14159, "%s-%s" % %w[a b], "%<a>d-%{b}" % { a: 1, b: 2 }, "%x" % 255, "%08b" % 10, "%+d" % 5, "%e" % 12345.678, "%-5s|" % "ab", "%%", "%c" % 65, format("%3d|%-3d|%03d", 1, 2, 3), "ab" * 3, "%p" % [nil], "%10.3s" % "abcdef"]
  r["abc".succ, "az".next, "zz".succ, "a9".succ, "Zz".succ, "abc" <=> "abd", "a" < "b", "a".ord, 97.chr, "abc".eql?("abc"), "abc".equal?("abc"), "abc".casecmp?("ABC"), "abc".casecmp("ABD"), "abc" =~ /c/, "abc" !~ /z/, "abc".match?(/b/), "abc".match(/(?<x>b)/)[:x], $~ && $~[0], "x1y22".scan(/\d+/).map(&:to_i).sum]
  r["12abc".to_i, "0x1f".hex, "1.5kg".to_f, "abc".to_i, "12".to_i(3), "z".to_i(36), "1e3".to_f.to_i, "abc".to_sym.inspect[1..], "a b".to_sym.inspect.length]
  r[:abc.to_s, :abc.length, :abc.upcase, :abc[1], :a <=> :b, :abc.size, :abc.succ, %i[b a].sort.join, :"x y".to_s.tr(" ", "_"), :abc.start_with?("a"), :abc.end_with?("c"), "abc".intern == :abc, :Abc.swapcase, :abc.capitalize, %s(sym).to_s]
  r["  pad ".strip, "  pad ".lstrip.length, "  pad ".rstrip.length, "xxhixx".gsub(/^x+|x+$/, "")]
  r["ab\n".chomp.size, "abc".chop, "aXbX".chomp("X"), "line\r\n".chomp.size, "title case here".split.map(&:capitalize).join(" ").tr(" ", "-"), "snake_case_word".split("_").each_with_index.map { |w, i| i.zero? ? w : w.capitalize }.join, "CamelCaseWord".gsub(/([A-Z])/) { "_#{$1.downcase}" }.sub(/^_/, "")]
  str = +"mutable"
  str << "-more" << 33.chr
  str[0] = "M"
  str[-1] = ""
  str["more"] = "less"
  str.upcase! if str.frozen?
  r[str, str.frozen?, str.sub!("zzz", "").inspect, str.gsub!("l", "L"), str.squeeze!.inspect, str.slice!(0, 2), str.clear.empty?]
  r["é".bytes.size, "é".length, "é".bytesize, "日本語".chars.first.ord, "日本語".reverse.length, "ÀÉ".downcase.unicode_normalize(:nfd).length, "straße".upcase, "ǆ".capitalize.length, "e\u0301".unicode_normalize.length, "abc".encoding, "abc".bytes.sum]
  r["caf\u00e9 #{1 + 1}", 'single #{no} \n', "a" "b" 'c', "x\
y", %q(paren (nested) q), %Q[br #{"in"}], %w[a#{1} b].join, %W[a#{1} b\ c].join("+"), ?a, ?\n.ord, "\x41\101\u{42 43}", "\s\e".length, "tab\there".inspect.length, "q\"q".inspect.length, 'it''s', "#{"nested #{"deep #{:er}"}"}", "a#$0".length > 1, "#{}"]
  text = <<~TXT
    indented
      deeper
    #{s.length} interpolated \
    joined
  TXT
  raw = <<~'RAW'.lines.map(&:strip)
    raw #{no} \n
    second
  RAW
  r[text.lines.size, text.lines[1].index("d"), text.split.last, raw.size, raw.first.parameterize, <<-A.strip + <<-B.strip, "tail"]
    first doc
    A
    second doc
    B
  r[<<~ONE.strip.tr("\n", "+"), [<<~TWO, <<~THREE].map(&:strip).join("-")]
    one

      keeps
  ONE
    two
  TWO
    three
  THREE
  r["abc".then { |x| x + "d" }, "abc".tap { |x| x.upcase }.size, "abc".itself, "abc".dup << "d", "abc".freeze.frozen?, "abc".hash.is_a?(Integer), "abc".is_a?(Comparable), "a".between?("a", "c"), "b".clamp("c", "d"), "abc".respond_to?(:upcase), "abc".instance_of?(String), "abc".public_send(:[], 1), "abc".send(:upcase), "abc".method(:sub).call("a", "z"), %w[a b].map(&:upcase).map(&:to_sym).inspect.size, "abc".object_id == "abc".object_id]
  r["ab12".match(/(?<l>[a-z]+)(?<d>\d+)/).named_captures.values.join("-"), "ab12".match(/(\w)(\w)/).captures.join, "ab12"[/\d+/], "ab12" =~ /\d/ ? $` + "+" + $' : "", "k: v" =~ /(\w): (\w)/ && "#{$1}#{$2}#{$~.pre_match.length}", "foo.bar(baz)".gsub(/[.()]/, "." => "_", "(" => "-", ")" => ""), "path/to".gsub("/", "::"), "aaa".sub(/a/) { |x| x.upcase }, "abc".gsub(/b/, "[\\0]").tr("[]", "--"), "abcabc".gsub(/b(?=c)/, "X"), "2024-05-09".match(/(\d+)-(\d+)/).to_a.last, Regexp.escape("a.b*c").length, "a.b" =~ /a\.b/, /x/i.match?("X"), (/a(?<n>b)/ =~ "ab" and n), "one two".gsub(/\b(\w)/) { $1.upcase }.delete(" "), "aAbB".scan(/[[:upper:]]/).join, "x-1".match(/-(\d)/)&.[](1), "a\nb"[/a$/], "tel".sub(/t(.)l/, 'T\1L')]
  %w[alpha beta].each.with_index(1) { |w, i| get "#{w}-#{i}" => "strings##{w}" }
  get "z" + ("a".."e").each_slice(2).map(&:join).join("_"), to: "strings#range"
  get "format/" + [1, 22, 333].map { |n| n.to_s.rjust(4, "0") }.join("-"), to: "strings#format"
  get "ruler/#{"=" * 3}#{"-" * 2}", to: "strings#ruler", as: :ruler
end
