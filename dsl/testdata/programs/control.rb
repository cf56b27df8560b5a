# Conditionals, case, operators, assignment, defined?, strings and literals.
x = if false then 1 end
x
#---
unless 1 == 2 then :a else :b end
#---
5 > 3 ? "y" : "n"
#---
[(nil || :d), (false or 5)]
#---
a = nil
a ||= 5
a &&= a + 1
a += 1
a
#---
h = {}
h[:x] ||= []
h[:x] << 1
h[:n] = (h[:n] || 0) + 1
h
#---
h = Hash.new { |hh, k| hh[k] = k * 2 }
h[3]
h
#---
a, (b, *c), d = 1, [2, 3, 4], 5
[a, b, c, d]
#---
*a, b = 1, 2, 3
[a, b]
#---
a, *b, c = 1, 2
[a, b, c]
#---
a = *nil
b = *1
c = *[1, 2]
d = *1..3
[a, b, c, d]
#---
a, b = 1
[a, b]
#---
a = b = 3
[a, b]
#---
a, b = 1, 2
a, b = b, a
[a, b]
#---
o = Struct.new(:v).new(1)
o.v += 5
o.v ||= 3
o&.v = 9
o.v
#---
n = nil
[n&.length, n.to_a, n&.foo(1)]
#---
case 5
when 1..3 then :low
when 4..6 then :mid
else :hi
end
#---
case "hello"
when /^h(.)/ then $1
end
#---
case :a
when :b, :a then 1
end
#---
case "x"
when String, Symbol then :text
end
#---
case 7
when ->(n) { n > 5 } then :big
end
#---
case
when 1 > 2 then :a
when 2 > 1 then :b
end
#---
list = [1, 2]
case 2
when *list then :in
end
#---
case 1
when 2 then 3
end
#---
[defined?(foo), defined?(String), defined?(@a), defined?(puts), defined?(x = 1), defined?(nil), defined?(self), defined?(yield), defined?("a".length)]
#---
@iv = 1
[defined?(@iv), defined?(@nope)]
#---
y = 5 if false
[y, defined?(y)]
#---
of = 1
[defined?(of::Y), defined?(1::Y.z), (of::Y rescue $!.message)]
#---
"a#{1 + 1}b#{"c#{:d}"}"
#---
'a\n#{x}\'\\'
#---
"\u00e9\t\x41\101\e[0m\s"
#---
%q(a (b) c) + %Q[d #{1}] + %(e)
#---
%w[a b#{1} c\ d] + %W[x#{1} y]
#---
%i[a b] + %I[c#{1}]
#---
<<~A + <<-B + <<C
  one
    two #{1 + 1}
A
  three
  B
four
C
#---
<<~'RAW'
  a #{b}
   c
RAW
#---
"con" "cat" 'ed'
#---
?a + ?b
#---
:"quoted sym".inspect + :"a#{1}".inspect + :a?.inspect + :[]=.inspect + :+.inspect
#---
[1_000, 0x1f, 0b101, 0o17, 017, 1e3, 1.5e-2]
#---
[10 / 3, -7 / 2, 7 % 3, -7 % 3, 2**10, 7.0 / 2, 7.fdiv(2)]
#---
[1 <=> 2, "b" <=> "a", [1, 2] <=> [1, 3], nil <=> 1, 1 <=> "a"]
#---
[1 == 1.0, 1.eql?(1.0), 1.equal?(1), "a" == "a", "a".equal?("a"), :a == "a"]
#---
[!true, (not false), true & false, true ^ true, nil.to_a, nil & true]
#---
[5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, 256 >> 2]
#---
(1..10) === 5 && ("a".."e").include?("c") && !(1...10).include?(10)
#---
[(1..), (..5), (1..nil).first(2), (1...4).to_a, ("a".."e").step(2).to_a, 1.step(10, 4).to_a]
#---
{ a: 1, "b": 2, "c d": 3, :e => 4, "f" => 5, 6 => 7, nil => 8 }
#---
x = 1
y = 2
{ x:, y: }
#---
def kws(**o) = o
x = 3
kws(x:, z: 1)
#---
{ **{ a: 1 }, b: 2, **{ a: 3 } }
#---
[*1..3, *[4, 5], *nil]
#---
def tern(a) = a ? 1 : 2
[tern(nil), tern(0), tern("")]
#---
x = [1, 2, 3]
  .map { |v| v * 2 }
  # comment
  .select { |v| v > 2 }
x
#---
x = 5
r = x.positive? && !x.zero? and x < 10
r
#---
i = 10
i -= 1 while i > 5
i
#---
v = (puts "x"; 5)
v
#---
a = [1, 2, 3, 4]
[a[0], a[-1], a[1..2], a[1, 2], a[5], a[1..], a[..1], a.dig(0)]
#---
s = "hello world"
[s[0], s[-5..], s[0, 5], s[/w\w+/], s["ell"], s[20], s[1..-2], s[/(h)(e)/, 2]]
#---
s = "abc"
s[1] = "X"
s[/c/] = "YY"
s
#---
"%05.2f|%-5s|%+d|%x|%s" % [3.14159, "ab", 5, 255, :sym]
#---
"%{a}-%<b>03d" % { a: 1, b: 2 }
#---
format("%03d %s", 7, nil.inspect)
#---
"abc" =~ /b(c)/
[$~[0], $1, $`, $', Regexp.last_match(1)]
#---
if "2024-05" =~ /(?<y>\d+)-(?<m>\d+)/
  [$~[:y], $~["m"], $~.names, $~.captures, $~.named_captures]
end
#---
"John Smith".sub(/(\w+) (\w+)/, '\2 \1')
#---
"hello".gsub(/[el]/, "e" => "3", "l" => "1")
#---
"hello".gsub(/l/) { |m| m.upcase + $~.begin(0).to_s }
#---
"a-b_c d".split(/[-_ ]/)
#---
["a,b,,", ",a"].map { |s| s.split(",") }
#---
"a1b22".scan(/[a-z]\d+/) + "k=v;x=y".scan(/(\w)=(\w)/)
#---
__method__.inspect
#---
def mm = __method__
mm
#---
BEGIN_VALUE = [1, [2, [3, nil]]].flatten.compact.sum
BEGIN_VALUE
#---
$glob = 5
$glob += 1
$glob
#---
a = "x"
b = a
b << "y"
[a, a.object_id == b.object_id, a.dup.equal?(a)]
#---
def change!(s) = s.upcase!
s = "q"
change!(s)
s
#---
if (m = "abc".match(/b/))
  m[0]
end
#---
a = [3, 1, 2]
a.sort!.reverse!
a
#---
x = 3
x = x > 2 ? x > 5 ? :huge : :mid : :small
x
#---
puts "nothing"
#---
[1, 2, 3].sum { |x| x.to_f } / 3
#---
Array(nil) + Array([1]) + Array(1..2) + Array({ a: 1 }) + Array("s")
#---
[Integer("0x1f", 16), Integer("11", 2), Float("1.5"), String(5), Integer("12")]
#---
1.then { _1 + 1 }
#---
alias_target = 5
alias_target.to_s.rjust(3, "0").prepend("<").concat(">")
#---
[:a, "b", 1, nil, true, 1.0, 1..2, [1], { a: 1 }].map(&:inspect)
#---
[:a, "b", 1, nil, true, 1.0, 1..2, [1], { a: 1 }].map(&:to_s)
#---
with_options(a: 1) { |o| o.class.to_s } rescue "x"
#---
class Recorder
  def call(*a, **k) = [a, k]
end
r = Recorder.new
r.with_options(only: [:x]) { |o| o.call(1, as: :y) }
#---
ObjectSpace rescue 1
:ok
#---
if /(?<year>\d+)-(?<mon>\d+)/ =~ "on 2024-05"
  [year, mon]
end
#---
/(?<gone>x)/ =~ "abc"
gone.inspect
#---
def inner(s) = s =~ /x(.)/
if "abc" =~ /a(.)/
  inner("xy")
  [$1, $~[0]]
end
#---
a = [0, 1]
i = 0
i, a[i] = 1, 9
[i, a]
#---
class SuperBase; def r(n) = [n]; end
class SuperSub < SuperBase
  def r(n) = %w[u v].map { |n| super }
end
SuperSub.new.r(5)
#---
def cond(n, log) = (log << n; n)
log = []
case 1
when cond(1, log), cond(2, log) then log
end
