# frozen_string_literal: true
# Writes regex.jsonl: what Ruby makes of regular expressions. Run by hand:
#
#   ruby internal/regex/testdata/gen.rb > internal/regex/testdata/regex.jsonl
#
# The first line stamps Ruby's version. A row has the pattern, the options' letters, and either "error" (RegexpError's message) or
# "names", "inspect", "to_s" and, when there is an input, "match": byte offsets of the match and its groups (-1 for none), null for no match.
# "from" is the byte offset the search starts at; "sub" is what String#sub makes of the input with "template".
require "json"
Encoding.default_external = "UTF-8"
$VERBOSE = nil
puts JSON.generate(ruby: RUBY_DESCRIPTION, onigmo_unicode: RbConfig::CONFIG["UNICODE_VERSION"])

def offsets(m)
  (0...m.size).flat_map { |i| m.begin(i) ? [m.byteoffset_(i, :begin), m.byteoffset_(i, :end)] : [-1, -1] }
end

class MatchData
  def byteoffset_(i, side) = string[0, public_send(side, i)].bytesize
end

def letters(o) = (o & 4 > 0 ? "m" : "") + (o & 1 > 0 ? "i" : "") + (o & 2 > 0 ? "x" : "")

SEEN = {}

# t pattern, input, options, from: one row.
def t(pattern, input = nil, o = 0, from: 0, template: nil)
  row = { pattern: pattern, options: letters(o) }
  row[:input] = input if input
  row[:from] = from if from > 0
  begin
    re = Regexp.new(pattern, o)
    row.merge!(names: re.names, inspect: re.inspect, to_s: re.to_s)
    if input
      m = re.match(input, input.byteslice(0, from).length)
      row[:match] = m && offsets(m)
      if template
        row[:template] = template
        row[:sub] = input.sub(re, template)
        row[:gsub] = input.gsub(re, template)
      end
    end
  rescue RegexpError => e
    row[:error] = e.message
  end
  line = JSON.generate(row)
  puts line unless SEEN[line]
  SEEN[line] = true
end

# r pattern, template, inputs: replacing.
def r(pattern, template, *inputs, o: 0) = inputs.each { |s| t pattern, s, o, template: template }

# --- one by one
t "(?'a>x)"
t "(?'n'a)",'a'
t "(?x)a # c ) \n b",'ab'
t "a#b\nc",'ac',2
t "a\u0085b","ab",2
t "a\u00a0b","ab",2
t "a\vb","ab",2
t '$',"a\n"
t '( ?:a)','a',2
t '('
t '((?:a)+?){2}?b','ab'
t '((a)|b)*\2','aba'
t '()*','a'
t '(*)'
t '(?#abc','a'
t '(?#abc)a','a'
t '(?#x)*'
t '(?'
t '(?(1)a)'
t '(?-)','a'
t '(?-a)'
t '(?-i-m)'
t '(?:(?<x>a|b)\g<x>)+','abab'
t '(?:(a)|(b)|c)*','abc'
t '(?:(a)|b)*','ab'
t '(?:)*','a'
t '(?:a?b??)*','ab'
t '(?:s)s','ß',1
t '(?< a>x)'
t '(?<!(?!a))b'
t '(?<!(?:a))b','b'
t '(?<!(?<!a)b)c'
t '(?<!(?<=a)b)c','xbc'
t '(?<!(a))d','d'
t '(?<!a>x)'
t '(?<!a|bc)d','bcd'
t '(?<'
t '(?<-a>x)'
t '(?<1>a)'
t '(?<=(?:a|bc))d','bcd'
t '(?<=(?:a|bc)|d)e'
t '(?<=(?<!a)b)c','bc'
t '(?<=(?<=a)b)c','abc'
t '(?<=(?=a))a','a'
t '(?<=(?>a))b'
t '(?<=(?i)a)b','Ab'
t '(?<=(?i:a))b','Ab'
t '(?<=(a))d','ad'
t '(?<=(a)\1)b'
t '(?<=(a|b))c','bc'
t '(?<=(a|bc))d'
t '(?<=[ab]c|d\.)e','d.e'
t '(?<=\Ab)c','bc'
t '(?<=\Ka)b'
t '(?<=\R)b'
t '(?<=\X)b'
t '(?<=\b)a','a'
t '(?<=^)a','a'
t '(?<=^|b)a',"ba"
t '(?<=a$)c'
t '(?<=a(?:b|cd))e','acde'
t '(?<=a)*b','b'
t '(?<=a*)b'
t '(?<=a+)d','ad'
t '(?<=a++)b'
t '(?<=a?)b'
t '(?<=a{0})b','b'
t '(?<=a{2,3})b'
t '(?<=a{2})d','aad'
t '(?<=a|bc)d','bcd'
t '(?<=ss)a','ssa',1
t '(?<=ss)a','ßa',1
t '(?<=|a)b','ab'
t '(?<=ß)a','ssa',1
t '(?<>a)'
t '(?<a b>x)'
t '(?<a!>x)'
t '(?<a'
t '(?<a-b>x)'
t '(?<n'
t '(?<n-m>a)','a'
t '(?<n>'
t '(?<n>\((?:\g<n>)?\))','(())'
t '(?<n>\d)\.\g<n>','1.2'
t '(?<n>a)(?(<n>)b|c)','ab'
t '(?<n>a)(?<m>b)\k<-1>'
t '(?<n>a)(?<n>b)\g<n>'
t '(?<n>a)(?<n>b)\k<n>','aba'
t '(?<n>a)(?<n>b)\k<n>','abb'
t '(?<n>a)(b)','ab'
t '(?<n>a)\1'
t '(?<n>a)\k<m>'
t '(?<n>a)\k<n>','aa'
t '(?<n>a)|(?<n>b)','b'
t '(?<n>a)|(?<n>b)\k<n>','bb'
t '(?<x>a(?<y>b))\g<x>','abab'
t '(?<x>a)(?i:\g<x>)','aA'
t '(?<x>a)|\g<x>b','ab'
t '(?<é>a)','a'
t '(?=a'
t '(?=a)*','a'
t '(?>'
t '(?@a)'
t '(?P<n>a)'
t '(?^a)'
t '(?a)[[:alpha:]]','é'
t '(?a)[[:word:]]','é'
t '(?a)\b','é'
t '(?a)\p{Alpha}','é'
t '(?a)\p{Word}','é'
t '(?a:a\b)','aé'
t '(?au)'
t '(?i','a'
t '(?i)'
t '(?i)*'
t '(?i)[^k]','K';
t '(?i)\A[ß]\z', 'sS'
t '(?i-)','a'
t '(?i-m:a.)',"A\n",4
t '(?i:'
t '(?i:(?<x>a))\g<x>','aA'
t '(?i:s)s','ß'
t '(?ix)a b','AB'
t '(?u)\d','٣'
t '(?u)\h','A'
t '(?u)\w','é'
t '(?u:\s)',"\u0085"
t '(?x) a b #c','ab'
t '(?x: a b )c d','abc d'
t '(?z)'
t '(?~)'
t '(?~ab)','aab'
t '(a(?i)b)c','aBC'
t '(a)(?(1)b|c)','ab'
t '(a)(?(1)b|c|d)'
t '(a)(?(2)b)'
t '(a)(?<n>b)\k<1>'
t '(a)\1','aA',1
t '(a)\1','aa'
t '(a)\2'
t '(a)\g<-1>','aa'
t '(a)\g<2>'
t '(a)\k<-1>','aa'
t '(a)\k<1>','aa'
t '(a*)*','aab'
t '(a*)+','aab'
t '(a*)?','b'
t '(a*?)*','aa'
t '(a?)*','b'
t '(a?)*?b','aab'
t '(a?)+','b'
t '(a?)?',''
t '(a?){2,3}','a'
t '(a?){3}','a'
t '(a|(b))*','ba'
t '(a|){0,3}','aa'
t '(a|b*)*','abc'
t '(a|b|)*c','abc'
t '(k)\1','kK',1
t '(s)s','ß',1
t '(|)*','a'
t '(|a)*','aa'
t '(|a)+','aa'
t '(ß)\1','ßss',1
t ')'
t '*'
t '+a'
t '.', "\n"
t '.',"\n",4
t '.',"\r"
t '?'
t '[ ]',' ',2
t '[#]','#',2
t '[&&]','&'
t '[&&a]','a'
t '['
t '[--/]','.'
t '[-\d]','-'
t '[-a]','-'
t '[:alpha:]','l'
t '[[:^alpha:]]','1'
t '[[:^upper:]]','A',1
t '[[:alpha:]]','é'
t '[[:alpha]','l'
t '[[:foo:]]','f'
t '[[:space:]]',"\u0085"
t '[[:upper:]]','a',1
t '[[:word:]]','_'
t '[[[:alpha:]]\d]','1'
t '[[]','['
t '[[]]','['
t '[[]a]]',']'
t '[[a]-z]','-'
t '[[a]-z]','c'
t '[\D]','1'
t '[\P{Upper}]','A',1
t '[\W\w]','é'
t '[\]]',']'
t '[\b]',"\b"
t '[\d-\w]','-'
t '[\d-]','-'
t '[\d-a]','-'
t '[\d-z]'
t '[\d[b]-z]','-'
t '[\d[b]-z]','c'
t '[\p{Upper}]','a',1
t '[\u{41 42}]','B'
t '[\w]',"ſ",1
t '[\w]','é'
t '[\xC3\xA9]','é'
t '[]'
t '[]-a]',']'
t '[]-a]','^'
t '[]a]',']'
t '[^-a]','-'
t '[^[:upper:]]','a',1
t '[^[^a]]','a'
t '[^[a]b]','a'
t '[^\W]','é'
t '[^\p{Upper}]','a',1
t '[^\w]','é'
t '[^]'
t '[^]a]','b'
t '[^a-z&&b]','b'
t '[^a-z&&b]','c'
t '[^a-z]','K',1
t '[^ß]','ss',1
t '[a&&&b]','&'
t '[a&&[b]-z]','-'
t '[a&&b]','a'
t '[a&b]','&'
t '[a'
t '[a-&&a]','a'
t '[a-&&b]','-'
t '[a-[:alpha:]]','-'
t '[a-[b]&&a]','a'
t '[a-[b]-]','-'
t '[a-[b]]','-'
t '[a-[b]]','a'
t '[a-[b]]','b'
t '[a-[b]c]','a'
t '[a-[b]c]','b'
t '[a-[b]z]','y'
t '[a-\-]'
t '[a-\d]','-'
t '[a-]','-'
t '[a-c-\d]','-'
t '[a-c-e]','-'
t '[a-c-e]','d'
t '[a-z&&[^aeiou]]','e'
t '[a-z&&[aeiou]&&[^e]]','e'
t '[a-z&&]','a'
t '[a-z]','K',1
t '[a[]]b]',']'
t '[a[^a]]','é'
t '[a[b]-z]','-'
t '[a[b]-z]','c'
t '[a[bc]d]','c'
t '[a\-z]','-'
t '[a^]','^'
t '[k]','K',1
t '[z-a]'
t '[ß]','ss',1
t '\ ',' '
t '\-','-'
t '\0',"\0"
t '\00'
t '\01',"\1"
t '\1'
t '\10',"\b"
t '\177',"\x7f"
t '\18',"\1"+'8'
t '\2(a)'
t '\2(a)(b)'
t '\2(a)(b)','ab'
t '\200'
t '\377'
t '\8'
t '\81'
t '\A[[:alpha:]]\z','ss',1
t '\A[[:alpha:]ß]\z','ss',1
t '\A[[:lower:]]\z','ff',1
t '\A[[^ß]]\z','ff',1
t '\A[[ß]]\z','ss',1
t '\A[\D]\z','ss',1
t '\A[\p{L}]\z','ss',1
t '\A[\u00df-\u00e0]\z','ss',1
t '\A[\x00-\u{ffff}]\z','ss',1
t '\A[^[:alpha:]]\z','ss',1
t '\A[a-ﬀ]\z','ff',1
t '\A[ß&&ß]\z','ss',1
t '\A[ß[:digit:]]\z','ss',1
t '\A[ß]+\z','ssß',1
t '\A[à-þ]\z','ss',1
t '\A[ﬁ]\z','FI',1
t '\A[ﬁ]x\z','Fix',1
t '\A\p{L}\z','ss',1
t '\C'
t '\C-'
t '\C-a',"\1"
t '\Ga','a'
t '\M'
t '\M-a'
t '\N'
t '\O'
t '\P'
t '\P{Upper}','a',1
t '\P{^L}','a'
t '\R',"\r\n"
t '\W', 'é'
t '\X',"e\u0301"
t '\Z',"a\n"
t '\\'
t '\_','_'
t '\a',"\a"
t '\b','é'
t '\b+','a'
t '\c'
t '\cA',"\1"
t '\c\\a'
t '\ca',"\1"
t '\d','٣'
t '\e',"\e"
t '\g'
t '\g<0>'
t '\g<1>(a)','aa'
t '\h+','fFg'
t '\k'
t '\k<0>'
t '\k<>'
t '\k<n'
t '\k<n>'
t '\n$',"a\n"
t '\n\z',"a\n"
t '\p','p'
t '\pL','L'
t '\p{ Lu }','A'
t '\p{'
t '\p{Age=6.0}','a'
t '\p{Alnum}','é'
t '\p{Emoji}','😀'
t '\p{InBasicLatin}','a'
t '\p{L u}','A'
t '\p{Latin}','a'
t '\p{Letter}','a'
t '\p{Lower}','A',1
t '\p{Lu'
t '\p{Script=Greek}','α'
t '\p{Uppercase_Letter}','A'
t '\p{Upper}','a',1
t '\p{^L}','1'
t '\p{^Upper}','a',1
t '\p{^^L}'
t '\p{^}'
t '\p{foo}'
t '\p{greek}','α'
t '\pé'
t '\q','q'
t '\s', "\v"
t '\s',"\u0085"
t '\s',"\u00a0"
t '\u'
t '\u0041','A'
t '\u41'
t '\uD800'
t '\u{'
t '\u{110000}'
t '\u{41 42}','AB'
t '\u{41'
t '\u{zz}'
t '\u{}'
t '\v',"\v"
t '\w',"ſ",1
t '\w','é'
t '\x','x'
t '\x4','\x04'
t '\x41','A'
t '\x4g','\x04g'
t '\xC3'
t '\xC3\xA9','é'
t '\xC3a'
t '\xE9'
t '\x{41}','A'
t '\y'
t '\é','é'
t '^$',"a\n"
t '^$',"a\n\n"
t '^',""
t '^*','a'
t '^\z',"a\n"
t 'a + +','aa',2
t 'a [ ] b','a b',2
t 'a b','ab',2
t 'a {2}','aa',2
t 'a(?#x)*','aa'
t 'a(?i)*'
t 'a(?i)b|c','C'
t 'a(?i)b|c','aC'
t 'a)'
t 'a**','aaa'
t 'a++','aa'
t 'a+++','aa'
t 'a+?*','aaa'
t 'a???','a'
t 'a\ b','a b',2
t 'a\Kb','ab'
t 'a\b','aé'
t 'a{','a{'
t 'a{,2}','aaa'
t 'a{,2}?','aaa'
t 'a{,}','a{,}'
t 'a{0}','a'
t 'a{1,2','a{1,2'
t 'a{1,2}{2}','aaaaa'
t 'a{100000}'
t 'a{100001}'
t 'a{2,3}?','aaa'
t 'a{2,}?','aaa'
t 'a{2}+','aaaaa'
t 'a{2}?','aaa'
t 'a{3,2}','aaaa'
t 'a{x}','a{x}'
t 'a|*'
t 'ff','ﬀ',1
t 'ffi','fﬁ',1
t 'ffi','ﬀi',1
t 'ffi','ﬃ',1
t 'i','İ',1
t 'k','K',1
t 's','ſ',1
t 's(?:s)','ß',1
t 's+','ß',1
t 'sS','ß',1
t 'ss','ß',1
t 'ss+','ß',1
t 'sss','sß',1
t 'sss','ßs',1
t 'st','ﬆ',1
t 'x*?\Z',"xx\n"
t '{','{'
t '{2}'
t '{2}','{2}'
t 'ß','SS',1
t 'ß','ẞ',1
t 'ßa','ssa',1
t 'İ',"i\u0307",1
t 'ŉ','ʼn',1
t 'ΐ','ΐ',1
t 'ẞ','ss',1
t 'ﬀ','FF',1
t 'ﬁ','ﬁ',1
t 'ﬃ','ffi',1
t 'ﬅ','st',1
t 'ﬆ','ﬅ',1

# --- several groups of one name: the last is tried first
t '(?<n>a)(?<n>ab)\k<n>', "aabab"
t '(?<n>ab)(?<n>a)\k<n>', "abaab"
t '(?<n>a)?(?<n>b)?\k<n>', "aab"
%w[ac bc abc ad bd d].each { |s| t '\A(?<n>a)?(?<n>b)?(?(<n>)c|d)\z', s }

# --- counted loops over what can be empty
t '(a*?){1,2}(?<=a)', "c cA", 1
t '(?=(a??){2}b)a*', "aab"
t '(a*?){2,3}(?!a)', "baa"

# --- searches from an offset
t 'b', "abab", from: 2
t '^b', "ab\nb", from: 1
t '\Ab', "bb", from: 1
t '\bb', "ab b", from: 1
t '\bé', "aé é", from: 1
t '(?<=a)b', "ab", from: 1
t '(?<!a)b', "abb", from: 1
t '$', "a\nb", from: 1
t '(b)(c)?', "éabéb", from: 3
t '^', "a\nb\n", from: 1
t '^', "a\n", from: 1
t 'x*', "axx", from: 1
t '\Z', "ab\n\n", from: 1
t '(a)|(b)', "éb", from: 2
t '\Bb', "abb", from: 1
t 'a$', "a\na\n", from: 1

# --- replacing
r '(a)', '<\1>', "cat", "dog", "aa"
r '(?<x>a)', '<\1\k<x>>', "cat"
r '(a)(b)?', '[\2\1\0\&]', "cat", "abc"
r 'a', '\\\\', "cat"
r 'a', '\`|\\\'', "cat"
r 'a', '\q\\', "cat"
r 'a', 'x\\', "cat"
r '(a)', '\9', "cat"
r '(a)', '\10', "cat"
r '', '-', "abé"
r 'b*', '-', "abbc"
r '^', '>', "a\nb\n"
r '$', '<', "a\nb\n"
r '([^aeiouy]|qu)y$', '\1ies', "category", "soliloquy", "day", o: 1
r '(?:([^f])fe|([lr])f)$', '\1\2ves', "wife", "half", "giraffe", o: 1
r '\bfoo\b', 'bar', "foo foo_ foo"
r '(?<a>x)|(?<a>y)', '\k<a>', "xy"
r '(a)(?=b)', '\1\1', "abab"

# --- requirements as routes files have them
%w[\A\d+\z [A-Z]\d{5} [^/]+ \d+ [a-z]{2}(-[A-Z]{2})? en|nl [\w.-]+ \A[\w+\-.]+@[a-z\d\-]+(\.[a-z\d\-]+)*\.[a-z]+\z (?!admin)[a-z]+ .*? \d{4}-\d{2}-\d{2} [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}
   (?:(?!foo|bar).)+ [[:alnum:]_]+ \h+ (?i:draft|live) [^/.?]+ (json|xml)? ^(?!www\.).+ .+\.(jpe?g|png)].each do |src|
  %w[42 A12345 a/b en nl-NL foo.bar-baz user@example.com admin adminx users 2024-01-31 123e4567-e89b-42d3-a456-426614174000 food xfoo été DRAFT json www.a.b pic.jpeg].each do |input|
    t src, input if (src.sum + input.sum) % 3 == 0
  end
end

# --- random patterns: the same ones every time
R = Random.new(20240601)
def pick(*a) = a[R.rand(a.size)]

def atom(depth)
  case R.rand(depth > 0 ? 14 : 8)
  when 0..3 then pick("a", "b", "c", "é")
  when 4 then pick(".", "[ab]", "[^a]", "[a-c&&[^b]]", '\w', '\W', "[[:alpha:]]", '\s', '\d', '\n')
  when 5 then pick("^", "$", '\A', '\z', '\Z', '\b', '\B')
  when 6 then pick("", "ab", "ba", "\n")
  when 7 then pick("a", "b")
  when 8, 9, 10 then "(#{alt(depth - 1)})"
  when 11 then "(?:#{alt(depth - 1)})"
  when 12 then pick("(?=", "(?!", "(?>", "(?i:", "(?m:") + alt(depth - 1) + ")"
  when 13 then pick("(?<=a)", "(?<!b)", "(?<=ab|c)", '\1')
  end
end

def quant = R.rand(3) == 0 ? pick("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "*+", "?+") : ""
def seq(depth) = Array.new(R.rand(1..3)) { a = atom(depth); a.empty? || a =~ /\A\\[Z]/ ? a : a + quant }.join
def alt(depth) = Array.new(R.rand(4) == 0 ? 2 : 1) { seq(depth) }.join("|")

COUNT = (ENV["RANDOM"] || 500).to_i
R_EXTRA = ENV["SEED"] ? Object.send(:remove_const, :R) && (R = Random.new(ENV["SEED"].to_i)) : nil
COUNT.times do
  src = alt(2)
  input = Array.new(R.rand(0..6)) { pick("a", "a", "b", "b", "c", "é", " ", "\n", "A", "B", "_") }.join
  t src, input, pick(0, 0, 0, 1, 4), from: pick(0, 0, 0, [1, input.bytesize].min).then { |f| input.byteslice(0, f).valid_encoding? ? f : 0 }
end
