# frozen_string_literal: true
# Writes random.jsonl: what Ruby makes of random patterns on random texts, the same ones every time. Run by hand:
#
#   ruby internal/regex/testdata/random.rb > internal/regex/testdata/random.jsonl
#
# With a count and a seed it makes others, which the test reads from where REGEX_RANDOM says:
#
#   ruby internal/regex/testdata/random.rb 100000 7 > /tmp/random.jsonl
#   REGEX_RANDOM=/tmp/random.jsonl go test ./internal/regex -run TestRandom
#
# A line is [pattern, options, text, from, match]: from is the byte offset the search starts at, match has the byte offsets of the match and its
# groups (-1 for none), null for no match, or is the message of a RegexpError.
require "json"
require "timeout"
Encoding.default_external = "UTF-8"
$VERBOSE = nil

COUNT, SEED = (ARGV[0] || 6000).to_i, (ARGV[1] || 20260731).to_i
R = Random.new(SEED)

def pick(*a) = a[R.rand(a.size)]
def chance(n) = R.rand(n) == 0

# A Pattern is made part by part; it knows its groups.
class Pattern
  def initialize
    @groups, @names, @named = 0, [], chance(5)
    @folds = chance(12)
    @refers = chance(2) # Onigmo takes \b, ^ and (?~) wrongly behind an empty back-reference: no pattern has both
  end

  def to_s = alt(R.rand(1..3))

  def alt(depth) = Array.new(chance(3) ? R.rand(2..3) : 1) { seq(depth) }.join("|")

  def seq(depth)
    Array.new(chance(12) ? 0 : pick(1, 1, 2, 2, 3)) do
      a = atom(depth)
      a.empty? ? a : a + quant
    end.join
  end

  def quant
    return "" unless chance(3)
    return pick("*", "+", "?", "*?", "+?", "??", "*+") if @folds # s{2} becomes ss, which is also ß
    pick("*", "+", "?", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}", "{,2}", "{2,}", "{1,3}?", "{0,2}?", "{3,7}", "*+", "?+", "++", "{2}+", "{0}", "{2,9}?")
  end

  def atom(depth)
    case R.rand(depth > 0 ? 17 : 9)
    when 0..3 then @folds ? pick("s", "ss", "ß", "st", "ﬁ", "fi", "k", "İ") : pick("a", "a", "b", "b", "c", "é", "ab")
    when 4 then pick(".", "[ab]", "[^a]", "[a-c&&[^b]]", '\w', '\W', "[[:alpha:]]", '\s', '\d', '\n', '\S', '\h', '[^\W]', '\p{Han}', '\R', '\X')
    when 5 then @refers ? pick("$", '\A', '\z', '\G') : pick("^", "$", '\A', '\z', '\Z', '\b', '\B', '\G')
    when 6 then pick("ba", "", "b", '\K')
    when 7 then @refers ? reference : "c"
    when 8 then pick("a", "b")
    when 9..11 then group(depth)
    when 12 then "(?:#{alt(depth - 1)})"
    when 13 then pick("(?=", "(?!", "(?>", "(?i:", "(?m:", @refers ? "(?=" : "(?~", "(?=", "(?!", "(?>") + alt(depth - 1) + ")"
    when 14 then pick("(?<=a)", "(?<!b)", "(?<=ab|c)", "(?<!a|bc)", "(?<!\\A)")
    when 15 then conditional(depth)
    when 16 then call(depth)
    end
  end

  def group(depth)
    return "(#{@named ? "?:" : ""}#{(@groups += 1) && alt(depth - 1)})" unless @named
    name = pick("n", "m", "o")
    @names |= [name]
    "(?<#{name}>#{alt(depth - 1)})"
  end

  def reference
    return chance(2) ? "a" : "\\k<#{@names.sample(random: R)}>" if @named && !@names.empty?
    @groups > 0 && !@named ? "\\#{R.rand(1..@groups)}" : "b"
  end

  def conditional(depth)
    yes = seq(depth - 1)
    yes = "a" if yes.match?(/\A[\[(]/) # what Onigmo makes alternatives of counts as those of the condition
    no = chance(2) ? "|" + seq(depth - 1) : ""
    return "(?(<#{@names.sample(random: R)}>)#{yes}#{no})" if @named && !@names.empty?
    @groups > 0 && !@named ? "(?(#{R.rand(1..@groups)})#{yes}#{no})" : "c"
  end

  # In a group that is called from elsewhere Onigmo still takes what follows it where it stands for granted: this one ends in no loop.
  def call(depth)
    return "a" if !@named || @names.include?("f")
    @names << "f"
    chance(2) ? "(?<f>a#{alt(depth - 1)}b)\\g<f>" : "(?<f>a(?:#{alt(depth - 1)}|\\g<f>)b)"
  end
end

def text
  chars = chance(12) ? %w[s s ß S ﬁ f i k K İ ẞ t a] : ["a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "é", "é", " ", "\n", "A", "_"]
  Array.new(R.rand(0..8)) { chars.sample(random: R) }.join.encode("UTF-8")
end

def offsets(m) = (0...m.size).flat_map { |i| m.begin(i) ? [m.string[0, m.begin(i)].bytesize, m.string[0, m.end(i)].bytesize] : [-1, -1] }

made = 0
while made < COUNT
  pattern, options = Pattern.new.to_s.encode("UTF-8"), pick(0, 0, 0, 1, 4)
  re = nil
  pick(2, 3, 4).times do
    input = text
    from = chance(4) ? R.rand(0..input.length) : 0
    row = begin
      re ||= Regexp.new(pattern, options)
      m = Timeout.timeout(2) { re.match(input, from) }
      m && offsets(m)
    rescue RegexpError => e
      e.message
    rescue Timeout::Error
      next
    end
    next if row.is_a?(Array) && row.each_slice(2).any? { |from, to| from > to } # a group that ends before it begins
    puts JSON.generate([pattern, options, input, input[0, from].bytesize, row])
    made += 1
    break if row.is_a?(String)
  end
end
