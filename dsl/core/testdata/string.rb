# basics
"a" + "b"
"a" + :b
"a" + nil
"a" + 1
"é" + "ü"
"ab" * 3
"ab" * 0
"ab" * -1
"ab" * "2"
"ab" * nil
"ab" * 2.9
"a" == "a"
"a" == :a
"a" == nil
"a" != "b"
"a" === "a"
"a".eql?("a")
"a".eql?(:a)
"a".equal?("a")
"a" <=> "b"
"b" <=> "a"
"a" <=> "a"
"a" <=> "ab"
"a" <=> 1
"a" <=> nil
"a" < "b"
"a" >= "b"
"a" < 1
"a" > nil
"b".between?("a", "c")
"d".between?("a", "c")
"d".clamp("a", "c")
"b".clamp("a", "c")
"b".clamp("c", "d")
"b".clamp("c".."d")
"b".clamp(.."a")
"b".clamp(1)
"abc".length
"日本語".size
"日本語".bytesize
"".length
"".empty?
" ".empty?
"abc".include?("b")
"abc".include?("")
"abc".include?(nil)
"abc".include?(:a)
"abc".to_s
"abc".to_str
"abc".to_sym
"a b".to_sym
"abc".intern
"a\nb".inspect
"a\"b".inspect
"a\\b"
"#a"
'#{a}'
'#$a'
'#@a'
"\#x"
"a\tb\r\e\a\b\v\f\0"
"\x01\x02\x1f"
"é ü 日本 😀"
"\u200b\u2028"
"\u00a0"
"\xff\xfe".valid_encoding?
"\xff"
"a\xffb".length
"a\xffb".chars
"abc".dump
"é\n".dump
"é😀".dump
"abc".itself
"abc".hash == "abc".hash
# copies and frozen strings
"abc".frozen?
"abc".freeze.frozen?
"abc".dup.frozen?
"abc".freeze.dup.frozen?
"abc".freeze.clone.frozen?
"abc".freeze.clone(freeze: false).frozen?
"abc".clone(freeze: true).frozen?
(+"abc").frozen?
(+"abc".freeze).frozen?
(-"abc").frozen?
:abc.to_s.frozen?
:abc.name.frozen?
a = "abc"; b = a; b << "d"; a
a = "abc"; b = a.dup; b << "d"; a
a = "abc"; a += "d"; a
a = "abc"; (+a).equal?(a)
a = "abc".freeze; (-a).equal?(a)
a = "abc".freeze; (+a).equal?(a)
"abc".freeze << "d"
"abc".freeze.concat("d")
"abc".freeze.upcase!
"ABC".freeze.upcase!
"abc".freeze.gsub!(/x/, "y")
"abc".freeze.sub!("a", "y")
"abc".freeze.replace("d")
"abc".freeze.clear
"abc".freeze.insert(0, "x")
"abc".freeze.prepend("x")
"abc".freeze.strip!
"abc".freeze.chomp!
"abc".freeze.squeeze!
"abc".freeze.tr!("a", "b")
"abc".freeze.delete!("a")
"abc".freeze.slice!(0)
"abc".freeze[0] = "x"
"abc".freeze.reverse!
"abc".freeze.succ!
"abc".freeze.capitalize!
"a\"b".freeze << "x"
"abc".freeze.force_encoding("UTF-8")
"abc".freeze.delete_prefix!("a")
# growing
"a" << "b"
"a" << "b" << "c"
"a" << 98
"a" << 233
"a" << 0x1F600
"a" << -1
"a" << nil
"a" << :b
"a" << 1.5
"a".concat
"a".concat("b")
"a".concat("b", "c", 100)
"a".concat(nil)
a = "ab"; a.concat(a, a)
"a".prepend
"a".prepend("b")
"a".prepend("b", "c")
"a".prepend(1)
"abc".replace("x")
"abc".replace(nil)
"abcd".insert(0, "X")
"abcd".insert(3, "X")
"abcd".insert(4, "X")
"abcd".insert(-1, "X")
"abcd".insert(-3, "X")
"abcd".insert(5, "X")
"abcd".insert(-6, "X")
"abcd".insert(-5, "X")
"日本".insert(1, "x")
"abc".insert("a", "b")
"abc".insert(1, 2)
"abc".clear
"abc".reverse
"日本語".reverse
"".reverse
a = "abc"; a.reverse!; a
a = "aba"; a.reverse!.equal?(a)
# case
"hello World".upcase
"hello World".downcase
"hello World".capitalize
"hello World".swapcase
"HELLO".capitalize
"éà".upcase
"ÉÀ".downcase
"straße".upcase
"ß".capitalize
"ÀÉ".swapcase
"ǆ".capitalize
"ﬁn".upcase
"éà".upcase(:ascii)
"ÉA".downcase(:ascii)
"ß".downcase(:fold)
"abc".upcase(:fold)
"abc".upcase(:bad)
"abc".upcase("x")
"".upcase
"".capitalize
"1a".capitalize
"a".upcase!
"A".upcase!
"A".downcase!
"a".downcase!
"a".capitalize!
"A".capitalize!
"aB".swapcase!
"12".swapcase!
a = "abc"; a.upcase!; a
"abc".casecmp("ABC")
"abc".casecmp("ABD")
"abd".casecmp("ABC")
"abc".casecmp("é")
"é".casecmp("É")
"a".casecmp(1)
"a".casecmp(nil)
"abc".casecmp?("ABC")
"é".casecmp?("É")
"ß".casecmp?("SS")
"a".casecmp?(1)
# indexing
"hello"[0]
"hello"[-1]
"hello"[5]
"hello"[-6]
"hello"[10]
"hello"[1, 3]
"hello"[1, 0]
"hello"[5, 1]
"hello"[6, 1]
"hello"[-3, 2]
"hello"[1, -1]
"hello"[1, 100]
"hello"[1..3]
"hello"[1...3]
"hello"[1..]
"hello"[..2]
"hello"[...2]
"hello"[-3..-2]
"hello"[3..1]
"hello"[5..6]
"hello"[6..7]
"hello"[-10..2]
"hello"[0..-1]
"hello"[0...-1]
"hello"["ell"]
"hello"["x"]
"hello"[/l+/]
"hello"[/x/]
"hello"[/h(.)l/, 1]
"hello"[/h(.)l/, 0]
"hello"[/h(.)l/, 2]
"hello"[/h(.)l/, -1]
"hello"[/h(.)(.)/, -1]
"hello"[/h(?<x>.)l/, "x"]
"hello"[/h(?<x>.)l/, :x]
"hello"[/h(?<x>.)l/, :y]
"hello"[/z(?<x>.)l/, :x]
"hello"[1.9]
"hello"[nil]
"hello"[:a]
"hello"["a".."z"]
"hello"[1, nil]
"hello"["a", 1]
"日本語"[1]
"日本語"[1..]
"日本語"[0, 2]
"日本語"["本"]
"日本語"[-1]
"hello".slice(1)
"hello".slice(1..2)
"hello".slice(1, 2)
"hello".slice(/l./)
"hello"[/(l)(x)?/, 2]
s = "hello"; s[0] = "J"; s
s = "hello"; s[-1] = "a"; s
s = "hello"; s[5] = "!"; s
s = "hello"; s[6] = "!"; s
s = "hello"; s[-6] = "!"; s
s = "hello"; s[1, 3] = "X"; s
s = "hello"; s[1, 0] = "X"; s
s = "hello"; s[5, 0] = "X"; s
s = "hello"; s[6, 0] = "X"; s
s = "hello"; s[1, -1] = "X"; s
s = "hello"; s[1..2] = "X"; s
s = "hello"; s[1..] = "X"; s
s = "hello"; s[7..8] = "X"; s
s = "hello"; s["ell"] = "ipp"; s
s = "hello"; s["zzz"] = "ipp"; s
s = "hello"; s[/l+/] = "L"; s
s = "hello"; s[/z/] = "L"; s
s = "hello"; s[/h(e)/, 1] = "E"; s
s = "hello"; s[/h(e)/, 2] = "E"; s
s = "hello"; s[/h(?<v>e)/, "v"] = "E"; s
s = "hello"; s[/h(x)?/, 1] = "E"; s
s = "hello"; s[0] = nil
s = "hello"; s[0] = 1
s = "hello"; s[nil] = "a"
s = "hello"; (s[0] = "xy")
s = "日本"; s[1] = "x"; s
s = "hello"; [s.slice!(0), s]
s = "hello"; [s.slice!(1..2), s]
s = "hello"; [s.slice!(1, 3), s]
s = "hello"; [s.slice!("ll"), s]
s = "hello"; [s.slice!(/l+/), s]
s = "hello"; [s.slice!(/h(e)/, 1), s]
s = "hello"; [s.slice!(9), s]
s = "hello"; [s.slice!("z"), s]
"hello".byteslice(1)
"hello".byteslice(1, 2)
"hello".byteslice(1..)
"日本".byteslice(0, 3)
"hello".byteslice(9)
"hello".byteslice(5)
"hello".byteslice(5, 1)
"hello".byteslice(-2, 2)
"hello".index("l")
"hello".index("l", 3)
"hello".index("l", 4)
"hello".index("l", -2)
"hello".index("l", -9)
"hello".index("")
"hello".index("", 5)
"hello".index("", 6)
"hello".index(/l+/)
"hello".index(/l/, 3)
"hello".index("z")
"hello".index(1)
"hello".index(nil)
"日本語".index("語")
"日本語".index(/本/, 1)
"hello".rindex("l")
"hello".rindex("l", 2)
"hello".rindex("l", 1)
"hello".rindex("l", -3)
"hello".rindex("l", -10)
"hello".rindex(/l/)
"hello".rindex(/l+/)
"hello".rindex(/l/, 2)
"hello".rindex("")
"hello".rindex(/$/)
"hello".rindex("z")
"hello".rindex(nil)
"日本語日".rindex("日")
"日本語日".rindex("日", 2)
"hello".getbyte(0)
"hello".getbyte(-1)
"hello".getbyte(9)
# trimming
"  a b \n".strip
"\t a\0".strip
"\0 a".strip
"  a ".lstrip
"  a ".rstrip
"a\0\0".rstrip
"\u00a0a\u00a0".strip
"a".strip!
" a".strip!
" a".lstrip!
"a ".rstrip!
"a".lstrip!
s = " a "; s.strip!; s
"a\n".chomp
"a\r\n".chomp
"a\r".chomp
"a\n\n".chomp
"a\n\r".chomp
"a".chomp
"abc".chomp("c")
"abc".chomp("bc")
"abc".chomp("b")
"a\n\n\n".chomp("")
"a\r\n\r\n".chomp("")
"a\n".chomp(nil)
"a\r\n".chomp("\n")
"a".chomp(1)
"a\n".chomp!
"a".chomp!
"abc".chop
"a\r\n".chop
"a\n".chop
"".chop
"é".chop
"a".chop!
"".chop!
"abc".chr
"".chr
"日本".chr
"abc".delete_prefix("a")
"abc".delete_prefix("b")
"abc".delete_prefix("")
"abc".delete_prefix(1)
"abc".delete_suffix("c")
"abc".delete_suffix("b")
"abc".delete_prefix!("a")
"abc".delete_prefix!("b")
"abc".delete_suffix!("c")
"abc".delete_suffix!("b")
"abc".center(10)
"abc".center(10, "xy")
"abc".center(9, "12345")
"abc".center(2)
"abc".center(4)
"abc".ljust(6)
"abc".ljust(6, ".-")
"abc".rjust(6)
"abc".rjust(6, ".-")
"abc".rjust(7, "123")
"abc".rjust(-1)
"abc".rjust(5, "")
"abc".rjust("a")
"日".rjust(3, "本")
"日".center(4, "ab")
"abc".ljust(nil)
"abc".ljust(5, nil)
# character sets
"hello".tr("el", "ip")
"hello".tr("a-y", "b-z")
"hello".tr("^l", "*")
"hello".tr("elo", "1")
"hello".tr("l", "")
"hello".tr("a-z", "A-Z")
"hello".tr("^a-h", "xy")
"he-llo".tr("-", "_")
"he-llo".tr("a\\-z", "X")
"hello".tr("-l", "_")
"hello".tr("l-", "_")
"h^llo".tr("^", "x")
"hello".tr("l^", "x")
"hello".tr("ll", "xy")
"hello".tr("z-a", "x")
"hello".tr("lo", "^_")
"héllo".tr("é", "e")
"hello".tr("l", "日")
"a\\b".tr("\\\\", "/")
"a/b".tr("/", "\\")
"hello".tr(1, "a")
"hello".tr("a", nil)
"hello".tr("a-e", "1-9")
"hello".tr("", "x")
"hello".tr!("l", "r")
"hello".tr!("z", "r")
"hello".tr_s("l", "r")
"aabbcc".tr_s("ab", "xy")
"hello".tr_s("lo", "*")
"aaxaa".tr_s("a", "b")
"aabb".tr_s("a-b", "x")
"hello".tr_s!("z", "x")
"hello".delete("l")
"hello".delete("lo")
"hello".delete("a-k")
"hello".delete("^l")
"hello".delete("l", "lo")
"hello".delete("")
"hello".delete
"he-l^lo".delete("^-")
"he-l^lo".delete("\\^\\-")
"日本語".delete("本")
"hello".delete(nil)
"hello".delete!("l")
"hello".delete!("z")
"aaabbb".squeeze
"aaabbbccc".squeeze("a-b")
"aaa  bbb".squeeze(" ")
"aabb".squeeze("^a")
"日日本".squeeze
"abc".squeeze!
"aabc".squeeze!
"aabbcc".squeeze("ab", "bc")
"aabb".squeeze(1)
"hello world".count("lo")
"hello world".count("lo", "o")
"hello world".count("^l")
"hello".count("")
"hello".count("a-z")
"hel-lo".count("a\\-z")
"hello".count
"日本語日".count("日")
"hello\\world".count("\\\\")
# substitution
"hello".sub("l", "L")
"hello".sub(/l/, "L")
"hello".gsub("l", "L")
"hello".gsub(/l/, "L")
"hello".gsub(/[el]/, "e" => 3, "l" => "*")
"hello".gsub(/[elo]/, "e" => 3)
"hello".sub(/[el]/, "e" => 3)
"hello".gsub(/l/) { |m| m.upcase }
"hello".gsub(/l/) { $&.upcase }
"hello".gsub(/(l)(.)/) { "#{$2}#{$1}" }
"hello".gsub(/(?<a>l)/) { $~[:a] * 2 }
"hello".gsub("l") { |m| m.ord }
"hello".sub("l") { nil }
"hello".gsub(/(l)/, '<\1>')
"hello".gsub(/(l)/, "<\\1>")
"hello".gsub(/l/, '<\0>')
"hello".gsub(/l/, '<\&>')
"hello".gsub(/(?<x>l)/, '<\k<x>>')
"hello".gsub(/(?<x>l)/, '<\k<y>>')
"hello".sub(/l/, '[\`]')
"hello".sub(/l/, "[\\']")
"hello".sub(/l/, '\\\\')
"hello".sub(/l/, '\9')
"hello".sub(/l/, '\x')
"hello".sub(/l/, 'a\\')
"a.b".sub(".", "-")
"a.b.c".gsub(".", "-")
"a+b".gsub("+", '\0\0')
"hello".gsub(/x/, "y")
"hello".gsub(//, "-")
"héé".gsub(//, "-")
"hello".gsub(/x*/, "-")
"hello".gsub("", "-")
"hello".sub("", "-")
"hello".gsub(/^/, "> ")
"a\nb".gsub(/^/, "> ")
"hello".gsub(/$/, "!")
"hello".gsub(/l/, 1)
"hello".gsub(/l/, nil)
"hello".gsub(/l/, :x)
"hello".gsub(1, "a")
"hello".gsub(nil, "a")
"hello".sub(:l, "a")
"hello".sub("l")
"hello".gsub(/l/).to_a
"hello".gsub("l").with_index { |m, i| "#{m}#{i}" }
"hello".sub!("l", "L")
"hello".sub!("z", "L")
"hello".sub!(/l/) { "x" }
"hello".gsub!("l", "L")
"hello".gsub!("z", "L")
"hello".gsub!("l", "l")
s = "hello"; s.gsub!(/l/, "L"); s
"日本語".gsub("本", "x")
"日本語".gsub(/./) { |c| c.ord.to_s + " " }
"hello world".gsub(/o (w)/, '\1')
"John Smith".sub(/(\w+) (\w+)/, '\2, \1')
"path/to".gsub("/", "\\/")
"x-1".gsub(/[^a-z]/i, "")
"CamelCaseString".gsub(/([A-Z])/) { "_" + $1.downcase }
"hello".gsub(/l/) { next "x" }
"hello".gsub(/l/) { break 5 }
"a1b22".scan(/\d+/)
"a1b22".scan(/([a-z])(\d+)/)
"a1b22".scan(/[a-z]/) { |m| m }
r = []; "a1b22".scan(/([a-z])(\d+)/) { |a, b| r << b << a }; r
r = []; "a1".scan(/(?<l>[a-z])/) { r << $~[:l] }; r
"hello".scan("l")
"hello".scan(/x/)
"hello".scan(//)
"日本".scan(/./)
"abab".scan(/(a)|(b)/)
"hello".scan(1)
"hello".scan(nil)
"a.b.c".scan(".")
"hello".partition("l")
"hello".partition("z")
"hello".partition(/l+/)
"hello".partition(/z/)
"hello".partition("")
"hello".partition(1)
"hello".partition(nil)
"hello".rpartition("l")
"hello".rpartition("z")
"hello".rpartition(/l/)
"hello".rpartition(/l+/)
"hello".rpartition(/z/)
"hello".rpartition("")
"a/b/c".rpartition("/")
"hello" =~ /l/
"hello" =~ /z/
"日本" =~ /本/
"hello" =~ "l"
"hello" =~ nil
"hello" !~ /l/
"hello".match(/l(.)/)
"hello".match("l(.)")
"hello".match(/z/)
"hello".match(/l/, 3)
"hello".match(/l/, 4)
"hello".match(/l/, -2)
"hello".match(/l/, 9)
"hello".match(/(?<a>l)/)[:a]
"hello".match(/l/) { |m| m.begin(0) }
"hello".match(/z/) { |m| 1 }
"hello".match(1)
"hello".match(nil)
"hello".match?(/l/)
"hello".match?("l")
"hello".match?(/l/, 4)
"hello".match?(/z/)
"hello".match?(nil)
"hello" =~ /z/; $~
"hello" =~ /l(l)/; [$~[0], $1, $&, $`, $']
"x".match?(/x/); $~
"hello".sub(/l/, ""); $~
"hello".gsub(/z/, ""); $~
"hello".gsub(/l/, ""); $~.begin(0)
"hello"[/l(.)/]; $1
"hello".index(/l(.)/); $1
"hello".scan(/l/); $~.begin(0)
"hello".start_with?(/h(.)/); $1
"hello".start_with?("he")
"hello".start_with?("x", "h")
"hello".start_with?
"hello".start_with?("")
"hello".start_with?(/H/i)
"hello".start_with?(/e/)
"hello".start_with?(1)
"hello".start_with?(nil)
"hello".end_with?("lo")
"hello".end_with?("x", "o")
"hello".end_with?("")
"hello".end_with?(/o/)
"hello".end_with?
# splitting
"a b c".split
" a  b c ".split
"a b c".split(" ")
" a  b ".split(" ")
"a,b,c".split(",")
"a,b,,".split(",")
",a".split(",")
"a,b,,".split(",", -1)
"a,b,c".split(",", 2)
"a,b,c".split(",", 1)
"a,b,c".split(",", 0)
"a,b,c".split(",", 10)
"".split(",")
"".split(",", -1)
"".split(",", 1)
"".split
"abc".split("")
"abc".split("", 2)
"abc".split("", -1)
"abc".split(//)
"abc".split(//, 2)
"abc".split(//, -1)
"日本語".split("")
"日本語".split(//)
"a1b2c".split(/\d/)
"a1b2c".split(/(\d)/)
"a1b2c".split(/(\d)/, 2)
"a b  c".split(/ /)
"a b  c".split(/\s+/)
" a b".split(/\s+/)
"a, b,c".split(/,\s*/)
"a,b;c".split(/[,;]/)
"aXbxc".split(/x/i)
"hi there".split(/(?:)/)
"mellow yellow".split("ello")
"1,2,,3,4,,".split(",")
"1,2,,3,4,,".split(",", 4)
"1,2,,3,4,,".split(",", -4)
" now's  the time ".split(" ", 2)
" now's  the time ".split(" ", -1)
"  ".split(" ", -1)
"  ".split(" ")
"a ".split(" ", 2)
"a\tb\nc".split
"a\u00a0b".split
"abc".split("b") { |x| x }
r = []; "a-b".split("-") { |x| r << x }; r
"abc".split(nil)
"abc".split(1)
"abc".split(:b)
"abc".split("b", nil)
"aaa".split("a")
"aaa".split("a", -1)
"a.b".split(".")
"abab".split(/(?=a)/)
"abc".split(/b|(c)/)
"abc".split(/x*/)
"red:green:blue".split(":", 2)
# each
"abc".chars
"日本".chars
"".chars
"abc".each_char.to_a
r = []; "abc".each_char { |c| r << c }; r
"abc".each_char.with_index.map { |c, i| c * i }
"abc".each_char.each_with_index.to_a
"abc".bytes
"é".bytes
"abc".each_byte.to_a
r = []; "ab".each_byte { |b| r << b }
"aé".codepoints
"aé".each_codepoint.to_a
"a\nb\nc".lines
"a\nb\n".lines
"a\n\nb".lines
"a\nb\n".lines(chomp: true)
"a\r\nb".lines(chomp: true)
"a,b,c".lines(",")
"a,b,c".lines(",", chomp: true)
"a\n\n\nb\n\nc".lines("")
"a\nb".lines(nil)
"".lines
"a\nb".each_line.to_a
r = []; "a\nb".each_line { |l| r << l }; r
"a\nb".each_line(chomp: true).to_a
"a\nb".each_line(1)
"a\nb".each_line.with_index.map { |l, i| "#{i}#{l}" }
"é1".grapheme_clusters
# successors
"a".succ
"z".succ
"az".succ
"zz".succ
"Zz".succ
"a9".succ
"Az".succ
"zZ9".succ
"9".succ
"99".succ
"1.9".succ
"1.9.9".succ
"-9".succ
"-".succ
"***".succ
"<<koala>>".succ
"1999zzz".succ
"ZZZ9999".succ
"a-9".succ
"9-9".succ
"a!".succ
"".succ
"é".succ
"v9".next
"Zz99".next
"1-a".succ
"a.9".succ
"3.z".succ
"a".succ!
a = "az"; a.next!; a
"a".upto("e").to_a
"a".upto("e", true).to_a
"9".upto("11").to_a
"25".upto("5").to_a
"07".upto("11").to_a
"a".upto("a").to_a
"a".upto("a", true).to_a
"b".upto("a").to_a
"aa".upto("ad").to_a
"y".upto("ab").to_a
"a".upto("zz").count
"a1".upto("b2").to_a
r = []; "a".upto("c") { |x| r << x }; r
"a".upto(1) {}
("a".."e").to_a
("aa".."ac").map(&:upcase)
"A".upto("z").first(3)
"1".upto("3").map(&:to_i)
# numbers
"12".to_i
"  12abc".to_i
"abc".to_i
"".to_i
"-12".to_i
"+5".to_i
"- 5".to_i
"1_000".to_i
"1__0".to_i
"_1".to_i
"12.9".to_i
"0x1A".to_i
"0x1A".to_i(16)
"1A".to_i(16)
"z".to_i(36)
"0b11".to_i(2)
"0b11".to_i(0)
"0o17".to_i(0)
"017".to_i(0)
"017".to_i(8)
"0x1f".to_i(0)
"12".to_i(2)
"9".to_i(8)
"1".to_i(1)
"1".to_i(37)
"1".to_i(-2)
"ff".hex
"0xff".hex
"-0xff".hex
"zz".hex
"17".oct
"0x1f".oct
"0b11".oct
"-017".oct
"9".oct
"1.5".to_f
"1.5abc".to_f
"abc".to_f
".5".to_f
"1.".to_f
"1e3".to_f
"1e".to_f
"-1.5e-3".to_f
"1_000.5".to_f
"".to_f
" 2.5 ".to_f
"1e400".to_f
"a".ord
"é".ord
"日".ord
"".ord
"abc".sum
"abc".sum(8)
# encodings
"abc".encoding.to_s
"abc".encoding.name
"abc".b.encoding.to_s
"abc".b.dup.encoding.to_s
"abc".force_encoding("binary").encoding.to_s
"abc".force_encoding(Encoding::ASCII_8BIT).encoding.name
"abc".b.force_encoding("UTF-8").encoding.to_s
"abc".encode("US-ASCII").encoding.to_s
"abc".encode("ISO-8859-1").encoding.to_s
"abc".encode.encoding.to_s
String.new.encoding.to_s
String.new("abc").encoding.to_s
String.new("abc".b).encoding.to_s
:abc.encoding.to_s
:"é".encoding.to_s
"a#{1}".encoding.to_s
"abc".upcase.encoding.to_s
("abc" + "é").encoding.to_s
"abc".freeze.encoding.to_s
"abc".encoding == Encoding::UTF_8
s = "abc".dup; s << "d"; s.encoding.to_s
s = "abc".dup; s.force_encoding("BINARY"); s.encoding.to_s
"é".force_encoding("UTF-8")
"abc".encode("UTF-8")
"a\xffb".scrub
"a\xffb".scrub("?")
"abc".scrub
"abc".valid_encoding?
"a\xff".valid_encoding?
"abc".ascii_only?
"é".ascii_only?
"é".unicode_normalize
"é".encode("US-ASCII")
"é".encode("US-ASCII", undef: :replace)
"é".encode("US-ASCII", invalid: :replace, undef: :replace, replace: "x")
"abc".b
"abc".unpack1("a*")
"abc".unpack("C*")
"é".unpack("U*")
"abc".unpack1("H*")
"YWJj".unpack1("m")
# class methods and conversions
String.new
String.new("abc")
String.new("abc", capacity: 100)
String.new(1)
String.new(nil)
String.try_convert("a")
String.try_convert(1)
String("a")
String(1)
String(nil)
String(:a)
String === "a"
"a".class
"a".is_a?(String)
"a".is_a?(Comparable)
"a".instance_of?(String)
"a".respond_to?(:upcase)
"a".respond_to?(:nope)
"a".nope
"a".nope(1)
"a".upcase(1, 2, 3)
"a".length(1)
"a".sub
"a".tr("a")
"a".send(:upcase)
"a".public_send(:center, 5, "*")
"a".method(:upcase).call
%w[b a c].sort
%w[b a c].max
%w[bb a ccc].sort_by(&:length)
%w[b a].map(&:to_sym)
"a".then { |s| s + "b" }
"a".tap { |s| s << "b" }
"%s and %s" % ["a", "b"]
"%d" % 5
"a" "b"
"a#{1 + 1}b#{nil}c#{:d}e#{[1, "x"]}"
"#{"nested #{"deep"}"}"
"a,b".split(",").map(&:strip).reject(&:empty?).join("/")
"users/:id/posts".split("/").select { |p| p.start_with?(":") }.map { |p| p.delete_prefix(":").to_sym }
"admin/users".tr("/", "_").to_sym
"a".instance_variable_get(:@x)
"abc".each_char.map(&:ord).sum
"a=1&b=2".split("&").map { |p| p.split("=") }.to_h
"hello world".split.map(&:capitalize).join(" ")
"a".nil?
"a".to_proc
"abc".frozen? || "no"
"a" if "a" =~ /a/
"ab".then { _1 * 2 }
[*"a".."e"]
"%05.2f|%-5s|%+d" % [3.14159, "ab", 5]
"abc".instance_of?(Object)
"line1\nline2".each_line.map(&:chomp)
"Az9".sub(/(?<n>.)/, '\1')
"Az9".sub(/(?<n>.)/, '[\0]')
"éz".succ
"-é.".succ
"ab\xDC".downcase
"ab\xDC".upcase
"ab\xDC".capitalize
"ab\xDC".swapcase
"ab\xDC".downcase(:ascii)
"ab\xDC".downcase(:fold)
"a\n\n\nb\n\n".each_line("", chomp: true).to_a
"\u0001é".dump
"ᾳῂŉ".upcase
"ᾳ".capitalize + "ŉ".capitalize
"A\xff".casecmp("a\xfe")
["hello"].pack("H*").unpack1("H*")
["101"].pack("B9").bytes
Integer("1_0")
Integer("08")
Integer("1 \0")
# ---- more of the same
"ab".sum("x")
"ab".sum(0)
"ab".sum(-1)
"é".sum(4)
"b".clamp("a")
"b".clamp
"b".clamp("a", "b", "c")
"b".between?("a")
"b".between?(1, 2)
"b".clamp("a", nil)
"b".clamp(nil, nil)
"0x1F".hex
"-1f z".hex
"zz".hex
"ff".hex(1)
"éa".chr
"".chr
"é".getbyte(0)
"é".getbyte(-1)
"é".getbyte(2)
"é".getbyte("a")
"é".getbyte(nil)

# undump
"a\"b\\c\n\t\e\#{x}\#$y#".dump.undump
"é😀".dump.undump
'"\xC3\xA9"'.undump
'"\xE9"'.undump.valid_encoding?
'"\u{1F600 41}\u00e9\u{}"'.undump
'"\q\101"'.undump
'""'.undump
"\"a\\\nb\"".undump
'"a".dup.force_encoding("UTF-8")'.undump
'"a".force_encoding("ASCII-8BIT")'.undump.encoding.to_s
'"a"'.b.undump.encoding.to_s
'"a"'.freeze.undump.frozen?
"a".undump
"".undump
'"a'.undump
'"a"b"'.undump
'"a".foo'.undump
'"\"'.undump
'"\x"'.undump
'"\xZ1"'.undump
'"\u12"'.undump
'"\u{zz}"'.undump
'"\u{41"'.undump
'"\u{110000}"'.undump
'"\uD800"'.undump
'"\xE9\u00e9"'.undump
"é".undump
"\"a\0\"".undump
'"a"'.undump(1)

# $~ while a block calls methods of the program
def h(x) = x.upcase; "abc".gsub(/(.)/) { h($1) }
def h = "q".upcase; s = []; "abc".scan(/./) { s << $&; h }; s
def h = "q".upcase; "abc".gsub(/b/) { h }; $~
q = -> { "q" =~ /q/ }; "abc".gsub(/./) { q.call.to_s + $& }

# setbyte
s = "abc".dup; [s.setbyte(0, 65), s]
s = "abc".dup; [s.setbyte(-1, 0x41 + 256), s]
s = "abc".dup; [s.setbyte(1.9, 66), s]
s = "é".dup; s.setbyte(1, 0xaa); s
s = "abc".dup; s.setbyte(0, 65.5)
s = "abc".dup; s.setbyte(0, -1); [s.bytes, s.valid_encoding?]
"abc".dup.setbyte(3, 1)
"abc".dup.setbyte(-4, 1)
"".dup.setbyte(0, 1)
"abc".dup.setbyte(nil, 1)
"abc".dup.setbyte(0, "a")
"abc".dup.setbyte(0)
"abc".freeze.setbyte(0, 1)
"abc".freeze.setbyte(9, 1)
o = Object.new; def o.to_str = "a"; "cab".sub(o, "x")
o = Object.new; def o.to_str = "a"; "cab".gsub(o, "x")
o = Object.new; def o.to_str = "a"; "cab".sub!(o, "x")
o = Object.new; def o.to_str = "a"; "cab".index(o)
o = Object.new; def o.to_str = "a"; "cab".split(o)
o = Object.new; def o.to_str = "a"; "cab".scan(o)
o = Object.new; def o.to_str = "a"; "cab".partition(o)
o = Object.new; def o.to_str = "a"; "cab".rpartition(o)
o = Object.new; def o.to_str = "a"; "cab".sub("a", o)
o = Object.new; def o.to_str = "a"; "cab".match?(o)
o = Object.new; def o.to_str = "a"; "cab".match(o)
o = Object.new; def o.to_str = "a"; "cab" =~ o
o = Object.new; def o.to_str = "a"; "cab".start_with?(o)
o = Object.new; def o.to_str = "a"; "cab".slice(o)
o = Object.new; def o.to_str = "a"; "cab".delete(o)
o = Object.new; def o.to_str = "a"; "cab".tr(o, "b")
"e\u0301a".grapheme_clusters
"e\u0301a".each_grapheme_cluster.to_a
"a\r\nb".grapheme_clusters
"각".grapheme_clusters
"e\u0301a".each_grapheme_cluster.size
"ab".each_char.size
"aé".each_byte.size
"aé".each_codepoint.size
"aé".each_grapheme_cluster.size
"ab".each_char.inspect
"ab".each_char { }
"ab".each_grapheme_cluster { }
"ab".each_grapheme_cluster.to_a
"ab".each_char.next
"e\u0301\u0302 o\u0308".grapheme_clusters
"\u0301a".grapheme_clusters
"\n\u0301a".grapheme_clusters
"a\r\n\r\n\rb".grapheme_clusters
"\r\u0301".grapheme_clusters
"".grapheme_clusters
"\u{1F600}a".grapheme_clusters
"\u2764\ufe0f!".grapheme_clusters
o = Object.new; def o.to_str = 1; "cab".sub(o, "x")
o = Object.new; def o.to_str = "a"; "cab".gsub!(o, "x")
o = Object.new; def o.to_str = "a"; "cab".gsub(o) { |m| m.upcase }
o = Object.new; def o.to_str = "."; "cab".sub(o, "x")
o = Object.new; def o.to_str = "."; "cab".match(o)
o = Object.new; def o.to_str = "b"; "cab".rindex(o)
o = Object.new; def o.to_str = "b"; "cab".delete_suffix(o)
o = Object.new; def o.to_str = "b"; "cab".end_with?(o)
o = Object.new; def o.to_str = "b"; "cab"[o]
o = Object.new; def o.to_str = "b"; "cab".include?(o)
o = Object.new; def o.to_str = "b"; "cab".slice!(o)
o = Object.new; def o.to_str = "b"; "cab".each_line(o).to_a
o = Object.new; def o.to_str = "b"; "cab".count(o)
o = Object.new; def o.to_str = "b"; "cab".squeeze(o)
o = Object.new; def o.to_str = "b"; "cab" == o
