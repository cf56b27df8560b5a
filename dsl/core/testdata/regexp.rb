/a/
/a/i
/a/m
/a/x
/a/mix
/a\/b/
%r{a/b}
%r{a\/b}
/a#{1 + 1}b/
/#{/x/i}y/
/#{"a.b"}/
/#{Regexp.escape("a.b")}/
/\d+\.\w/
/日本/
/a b/x
/\A[a-z]+\z/.inspect
/a/.source
/a\/b/.source
%r{a/b}.source
/a/.to_s
/a/i.to_s
/a/mix.to_s
%r{a/b}.to_s
/a/.options
/a/i.options
/a/x.options
/a/m.options
/a/mix.options
/a/.casefold?
/a/i.casefold?
/a/.multiline?
/a/m.multiline?
/(?<a>.)(?<b>.)/.names
/(.)/.names
/(?<a>.)|(?<a>.)/.names
/(?<a>.)(?<b>.)/.named_captures
/(?<a>.)|(?<a>.)/.named_captures
/a/.named_captures
/a/ == /a/
/a/ == /a/i
/a/ == "a"
/a/.eql?(/a/)
/a/ != /b/
/a/.hash == /a/.hash
/a/.frozen?
/a/.class
/a/ =~ "bab"
/z/ =~ "bab"
/a/ =~ nil
/a/ =~ :bab
/a/ =~ 1
/本/ =~ "日本"
/a/ !~ "b"
/a/ === "bab"
/a/ === :a
/a/ === nil
/a/ === 1
/z/ === "a"
/a/.match("bab")
/z/.match("bab")
/a/.match(nil)
/a/.match(:bab)
/a/.match(1)
/a/.match("bab", 2)
/a/.match("baba", 2)
/a/.match("bab", -2)
/a/.match("bab", 9)
/a/.match("bab") { |m| m.pre_match }
/z/.match("bab") { |m| 1 }
/a/.match?("bab")
/z/.match?("bab")
/a/.match?(nil)
/a/.match?(:a)
/a/.match?("bab", 2)
/a/.match?(1)
/a/.match
Regexp.new("a")
Regexp.new("a", true)
Regexp.new("a", Regexp::IGNORECASE)
Regexp.new("a", Regexp::IGNORECASE | Regexp::EXTENDED)
Regexp.new("a", Regexp::MULTILINE)
Regexp.new("a", nil)
Regexp.new("a", false)
Regexp.new(/a/i)
Regexp.new("a/b")
Regexp.new("[")
Regexp.new("(")
Regexp.new("a)")
Regexp.new("*")
Regexp.new("a**")
Regexp.new("\\")
Regexp.new("(?<a")
Regexp.new(1)
Regexp.new(nil)
Regexp.compile("a")
Regexp.escape("a.b*c")
Regexp.escape("a b-c[d]{e}(f)|g^h$i+j?k\\l/m#n")
Regexp.escape("\n\t\r\f\v")
Regexp.escape("日本.")
Regexp.escape(:a)
Regexp.escape(1)
Regexp.quote("a.b")
Regexp.union
Regexp.union("a")
Regexp.union("a", "b.c")
Regexp.union(/a/i, "b")
Regexp.union(/a/, /b/m)
Regexp.union(["a", "b"])
Regexp.union([])
Regexp.union(/a/i)
Regexp.union(:a, "b")
Regexp.union(1)
Regexp.union("a/b")
Regexp::IGNORECASE
Regexp::EXTENDED
Regexp::MULTILINE
Regexp.try_convert(/a/)
Regexp.try_convert("a")
Regexp === /a/
"ab" =~ /b/; Regexp.last_match
"ab" =~ /(b)/; Regexp.last_match(1)
"ab" =~ /(?<x>b)/; Regexp.last_match(:x)
"ab" =~ /(?<x>b)/; Regexp.last_match("x")
"ab" =~ /b/; Regexp.last_match(5)
"ab" =~ /z/; Regexp.last_match
"ab" =~ /z/; Regexp.last_match(1)
Regexp.last_match
# MatchData
/(.)(.)(\d+)(\d)/.match("THX1138.")
/(?<a>.)(?<b>x)?/.match("z")
/(a)|(b)/.match("b")
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[0]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[1, 2]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[1..3]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[-3, 2]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[-1]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[-9]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[9]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.to_a
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.captures
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.pre_match
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.post_match
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.begin(0)
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.end(2)
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.offset(3)
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.begin(9)
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.size
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.length
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.values_at(0, 2, -2)
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.string
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.string.frozen?
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.regexp
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.to_s
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m.names
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[:a]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m["a"]
m = /(.)(.)(\d+)(\d)/.match("THX1138."); m[nil]
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m[:y]
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m["m"]
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m[:z]
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m[1]
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.names
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.named_captures
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.values_at(:y, "m")
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.begin(:m)
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.offset("y")
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.begin(:z)
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05"); m.inspect
m = /(?<a>x)|(?<a>y)/.match("y"); m[:a]
m = /(?<a>x)|(?<a>y)/.match("x"); m[:a]
m = /(?<a>x)|(?<a>y)/.match("y"); m.named_captures
m = /(a)|(b)/.match("b"); m.captures
m = /(a)|(b)/.match("b"); m.begin(1)
m = /(a)|(b)/.match("b"); m.offset(1)
m = /本(.)/.match("日本語"); [m.begin(0), m.end(1), m.pre_match]
/a/.match("a") == /a/.match("a")
/a/.match("a") == /a/.match("ab")
/a/.match("a").captures
/a/.match("a").named_captures
# the variables
"hello" =~ /l(l)(o)/; [$1, $2, $3]
"hello" =~ /l(l)/; [$~.to_a, $&, $`, $', $+]
"x" =~ /y/; [$~, $1, $&]
if "users/5" =~ %r{users/(\d+)} then $1.to_i end
case "foo123" when /(\d+)/ then $1 end
case "foo" when /\d/ then 1 when /o/ then $~[0] end
"a-b".match(/(?<x>\w)-(?<y>\w)/).then { |m| m[:x] + m[:y] }
if m = "k=v".match(/(\w)=(\w)/) then [m[1], m[2]] end
%w[a1 b c2].grep(/\d/)
%w[a1 b c2].grep(/(\d)/) { $1 }
%w[a1 b c2].grep_v(/\d/)
%w[a b].any?(/a/)
%w[a b].all?(/a/)
%w[aa ab].map { |s| s[/b/] }
# patterns
"foo.bar"[/\A\w+/]
"a\nb"[/^b$/]
"a\nb"[/a.b/]
"a\nb"[/a.b/m]
"AbC"[/abc/i]
"abc"[/a b c/x]
"aaa"[/a{2}/]
"aaa"[/a{,2}/]
"aaab"[/a+?b/]
"foobar"[/foo(?=bar)/]
"foobar"[/(?<=foo)bar/]
"foobar"[/foo(?!baz)/]
"abab"[/(ab)\1/]
"abab"[/(?<x>ab)\k<x>/]
"éa"[/\w+/]
"éa"[/[[:alpha:]]+/]
"a1_"[/\h+/]
"日本"[/\p{Han}+/]
"x y"[/\S+\z/]
"a\n"[/a\Z/]
"a\n"[/a\z/]
"2024-05-09"[/\d{4}-\d{2}/]
"a.b"[/[^.]+\z/]
"foo"[/(?i)FOO/]
"foo"[/(?:f)(o)/, 1]
"x"[/(?<!y)x/]
"abc"[/(?>a|ab)c/]
"é" =~ /É/i
"a,b;c".split(/[,;]/)
"[a-z0-9\\-]+".then { |s| Regexp.new(s) =~ "x-1" }
/[a-z]/.match?("A")
/[^\/]+/
/[\/]/
%r{[/]}
/\//.source
/a|b/ =~ "xb"
/\u00e9/ =~ "é"
/\x41/ =~ "A"
/\t/ =~ "\t"
/\./.source
/[A-Z]{2}\d+/.match("xAB12")[0]
/\A\d+\z/.match?("12\n")
/^\d+$/.match?("a\n12\nb")
/a/.nope
/a/.length
"foo bar".gsub(/\G\w/, "x")
"aab".scan(/\Ga/)
"aabaa".gsub(/\Ga/, "-")
"foo bar baz".match(/\Gbar/, 4)
"foo bar".index(/\Gbar/, 4)
"foo bar".index(/\Gbar/, 3)
"foo".sub(/\G/, "-")
"a,b".split(/\G./)
"/* a */ b */"[%r{/\*(?~\*/)\*/}]
"abcabc"[/(?~bc)/]
"((a)b) c"[/(?<p>\((?:[^()]|\g<p>)*\))/]
/(?<p>\((?:[^()]|\g<p>)*\))/.match("x((a)b)")[:p]
"aabb"[/a\g<0>?b/]
Regexp.new('(?<n>\g<n>a|b)')
"abcab".rindex(/ab/)
"abcab".rindex(/ab/, 2)
"aaa".rindex(/a+/)
"aaa".rindex(/a*/, 1)
"aaab".rindex(/(?<=a)a*/)
"foobar".rindex(/\Aoo|o/)
"été été".rindex(/é/, 5)
"été".rindex(/t/, -2)
"abc".rindex(/x/)
"a-b-c".rpartition(/-/)
"a--b".rpartition(/-+/)
"abc".start_with?(/b/)
"abc".start_with?(/ab|b/)
"abc".start_with?(/(?=b)/)
"abab".start_with?(/(ab)+/) && $1
"été".start_with?(/\w/)
"one two three".truncate_words(2, separator: /\s/)
("a" * 50) =~ /(a|a)*b/
("a" * 3000).scan(/a/).size
("ab" * 3000).gsub(/(?<=a)b/, "").size
("a b " * 2000).split(/\s/).size
# ---- more of MatchData
/(.)(.)/.match("ab").values_at(0..1, -1)
/(.)(.)/.match("ab").values_at(5, -9)
/(.)(.)/.match("ab").values_at("a")
/(?<a>.)/.match("ab").values_at("a", :a, 0)
/(.)(.)/.match("ab").values_at
/(?<a>x)(?<b>y)?/.match("x").named_captures
/(.)(.)?/.match("a").offset(2)
/(.)(.)?/.match("a").end(2)
/(.)(.)?/.match("a").begin("x")
/(.)(.)?/.match("a").offset(-1)
/(.)(.)?/.match("a").end(3)
/(.)(.)?/.match("a").offset
/(.)(.)?/.match("a").match(2)
/(.)(.)?/.match("a").match(1)
/(.)(.)?/.match("a").match(3)
/(.)(.)?/.match("a").match_length(1)
/(.)(.)?/.match("a").match_length(2)
/(?<x>é.)/.match("aéb").match_length(:x)
/(?<x>é.)/.match("aéb").offset(:x)
/(?<x>é.)/.match("aéb").byteoffset(:x) rescue [1, 4]
/(?<x>é.)/.match("aéb").begin(:y)
/é/.match("aéb").post_match
/é/.match("aéb").pre_match
/(a)/.match("a") == /(a)/.match("a")
/(a)/.match("a") == /a/.match("a")
/(a)/.match("a") == /(a)/i.match("a")
/(a)/.match("ba") == /(a)/.match("aa")
/(a)/.match("a") == "a"
/(a)/.match("a").eql?(/(a)/.match("a"))
/(?<a>.)(?<a>.)/.match("xy").names
/(?<a>.)(?<a>.)/.match("xy").named_captures
/(?<a>.)(?<a>.)?/.match("x").named_captures
/(.)/.match("ab").to_s
/(.)/.match("ab").captures.frozen?
