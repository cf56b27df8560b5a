# Makes snippets of strings, heredocs, indexes and assignments at random, always
# the same ones, and keeps those that Ruby parses. They are appended to
# testdata/snippets.txt by hand:
#
#   ruby testdata/random.rb 170 >> testdata/snippets.txt

$VERBOSE = nil
R = Random.new(20)
def one(*list) = list[R.rand(list.size)]
def many(range) = Array.new(R.rand(range)) { yield }

def escape = one('\n', '\t', '\s', '\e', '\0', '\\\\', '\"', "\\'", '\x41', '\xe', '\101', '\7', '\u00e9', '\u{48 49}', '\u{1F600}',
                 '\cA', '\C-b', '\c?', '\#', '\a', '\b', '\q', '\/', '\(', '\)', '\]', '\|', "\\\n", '\r', '\v', '\ ')
def char = one('a', 'b c', '#', '# {', '#{x}', '#{"y#{1}"}', '#@z', "\n", 'é', '%', '$', '}', '{', '()', '[]', '|', '<>', '#$q', "'", '`', '#{}')
def text(quotes = 1) = many(0..5) { R.rand < 0.45 ? escape : char }.join

def string
  open, close = *one(%w[" "], %w[' '], %w[%( )], %w[%q( )], %w[%Q[ ]], %w[%{ }], %w[%< >], %w[%| |], %w[%q! !], %w[:" "], %w[:' '],
                     %w[/ /], %w[%r{ }], %w[%r! !x], %w[%w( )], %w[%W[ ]], %w[%i| |], %w[%I{ }], %w[` `], %w[%s( )])
  open + text + close
end

# No line of blanks alone: Ruby 3.1 counts their indentation to the next line's.
def line = R.rand < 0.1 ? '' : one('', ' ', '  ', '    ', "\t", " \t", '      ', '        ') + one('a', 'b c', '#{x}', '#{x} y', '\n', '\t z', '\\\\', '\x20a', '#@i', '"', '\#{x}', "d\\\n    e")

def heredoc
  id = one('A', 'SQL_1', '"E F"', "'G'")
  kind = one('~', '~', '~', '-', '')
  name = id.delete(%q('"))
  tail = one('', '.b', ', 1', ' + "c"', '.d(1) { 2 }')
  "x(<<#{kind}#{id}#{tail})\n#{many(0..5) { line + "\n" }.join}#{kind == '' ? '' : one('', '  ', "\t")}#{name}\ny"
end

def value = one('1', 'b', '"c"', ':d', '[1]', 'e.f', 'g(1)', '{h: 2}', 'i[3]', '-> { 4 }', 'nil', 'K', '@j', 'l ? m : n')
def key = 'k' + ($n = ($n || 0) + 1).to_s # Ruby drops a key given twice
def arg = one(value, value, value, "*#{one('p', '[1, 2]')}", "#{key}: #{value}", "**r", "\"#{key}\" => #{value}", "t => #{value}")
def args(amp = true)
  list = many(0..3) { arg }.sort_by { |a| a =~ /\A(\w+: |\*\*)|=>/ ? 1 : 0 }
  list << one('&b', '&:c', '&->(x) { x }') if amp && R.rand < 0.3
  list.join(', ')
end

def target = one('a', '@a', '$a', 'o.b', 'o&.b', 'A', 'A::B', 'o::b', "o[#{args}]", "o.b[#{args}]", "self[#{args}]", "o[#{args}].b", "@a[#{args}][#{args}]")
def assign = "#{target} #{one('=', '=', '+=', '||=', '&&=', '<<=', '**=', '-=', '|=', '%=')} #{one(value, value, "#{value} rescue #{value}", "x = #{value}", 'y 1', "*#{value}", "1, 2")}"
def masgn = "#{many(1..3) { one(target, target, '*' + target, "(#{target}, #{target})", '*') }.join(', ')}#{one('', ',')} = #{one(value, '1, 2', "*#{value}", "#{value}, *b")}"
def index = "a#{one('', '.b')}[#{args}]#{one('', ' { 1 }', '.c', '[0]', ' + 1', ' do 2 end')}"

seen = {}
until seen.size == ARGV[0].to_i
  s = one(:string, :string, :string, :heredoc, :heredoc, :assign, :masgn, :index)
  s = s == :string ? string : send(s)
  next if s =~ /^----$/ || s.include?('BEGIN') || seen[s]
  begin
    RubyVM::AbstractSyntaxTree.parse(s)
    RubyVM::InstructionSequence.compile(s)
  rescue SyntaxError, EncodingError, ArgumentError
    next
  end
  seen[s] = true
  puts '----', s
end
