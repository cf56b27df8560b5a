# Exceptions: raise, rescue, ensure, retry, classes, messages.
begin
  raise "x"
rescue => e
  [e.class, e.message, e.inspect]
end
#---
begin
  raise ArgumentError
rescue => e
  [e.message, e.full_message.class]
end
#---
begin
  raise ArgumentError, "bad"
rescue TypeError, ArgumentError => e
  e.message
end
#---
class MyErr < StandardError
  def initialize(a = 1) = super("my #{a}")
end
begin
  raise MyErr
rescue MyErr => e
  e.message
end
#---
class MyErr2 < StandardError
  attr_reader :code
  def initialize(msg, code:)
    super(msg)
    @code = code
  end
end
begin
  raise MyErr2.new("m", code: 5)
rescue StandardError => e
  [e.message, e.code]
end
#---
class MyErr3 < StandardError
  def message = "custom"
end
(raise MyErr3 rescue $!.message)
#---
log = []
begin
  log << 1
  raise "a"
rescue
  log << 2
else
  log << 3
ensure
  log << 4
end
log
#---
log = []
begin
  log << 1
rescue
  log << 2
else
  log << 3
ensure
  log << 4
end
log
#---
n = 0
begin
  n += 1
  raise "again" if n < 3
  n
rescue
  retry
end
#---
def ens
  return 1
ensure
  2
end
ens
#---
def ens2
  yield
ensure
  @log = :ran
end
ens2 { 5 }
@log
#---
def multi
  raise KeyError, "k"
rescue TypeError
  :type
rescue IndexError => e
  [:index, e.class]
else
  :else
end
multi
#---
x = Integer("zz") rescue 0
x
#---
begin
  begin
    raise "inner"
  rescue => e
    raise ArgumentError, "outer"
  end
rescue => e
  [e.message, e.cause.message]
end
#---
begin
  raise "a"
rescue => e
  begin
    raise
  rescue => f
    f.equal?(e)
  end
end
#---
begin
  nil.foo
rescue NoMethodError => e
  [e.message, e.name, e.receiver]
end
#---
begin
  undefined_thing
rescue NameError => e
  [e.class, e.name]
end
#---
begin
  "a".nope(1)
rescue => e
  e.message
end
#---
begin
  Object.new.nope
rescue => e
  e.message
end
#---
begin
  Class.nope
rescue => e
  e.message
end
#---
begin
  [1, 2].first("x")
rescue => e
  [e.class, e.message]
end
#---
begin
  1 / 0
rescue ZeroDivisionError => e
  e.message
end
#---
begin
  Integer("abc")
rescue => e
  e.message
end
#---
begin
  { a: 1 }.fetch(:b)
rescue KeyError => e
  [e.message, e.key, e.receiver]
end
#---
begin
  [1].fetch(5)
rescue IndexError => e
  e.message
end
#---
begin
  "a" + 1
rescue TypeError => e
  e.message
end
#---
begin
  1 + "a"
rescue TypeError => e
  e.message
end
#---
begin
  1 + nil
rescue TypeError => e
  e.message
end
#---
begin
  "abc".freeze << "d"
rescue => e
  [e.class, e.message]
end
#---
begin
  [1].freeze << 2
rescue FrozenError => e
  e.message
end
#---
begin
  { a: 1 }.freeze[:b] = 1
rescue => e
  e.message
end
#---
CONST = %w[a b].freeze
begin
  CONST << "c"
rescue => e
  e.message
end
#---
def two_args(a, b); end
begin
  two_args(1)
rescue ArgumentError => e
  e.message
end
#---
def kw_args(a:, b:, c: 1); end
begin
  kw_args
rescue ArgumentError => e
  e.message
end
#---
def kw_args2(a:); end
begin
  kw_args2(a: 1, z: 2, y: 3)
rescue ArgumentError => e
  e.message
end
#---
def kw_args3(x, a:); end
begin
  kw_args3
rescue ArgumentError => e
  e.message
end
#---
def opt_args(a, b = 1); end
begin
  opt_args(1, 2, 3)
rescue ArgumentError => e
  e.message
end
#---
def rest_args(a, *b); end
begin
  rest_args
rescue ArgumentError => e
  e.message
end
#---
begin
  [3, "a"].sort
rescue ArgumentError => e
  e.message
end
#---
begin
  [1, nil].max
rescue => e
  e.message
end
#---
begin
  raise Class
rescue TypeError => e
  e.message
end
#---
begin
  raise 5
rescue TypeError => e
  e.message
end
#---
begin
  throw :nope
rescue UncaughtThrowError => e
  e.message
end
#---
begin
  def no_block = yield
  no_block
rescue LocalJumpError => e
  e.message
end
#---
begin
  loop { raise StopIteration }
  :done
end
#---
begin
  Float("1.x")
rescue => e
  e.message
end
#---
begin
  :a.unknown
rescue => e
  e.message
end
#---
begin
  true.unknown
rescue => e
  e.message
end
#---
begin
  [].unknown
rescue => e
  e.message
end
#---
class PrivX
  private def sec = 1
end
begin
  PrivX.new.sec
rescue => e
  e.message
end
#---
begin
  raise IOError, "io"
rescue SystemCallError, IOError => e
  e.class
end rescue "no SystemCallError"
#---
errs = [ArgumentError, TypeError]
begin
  raise TypeError, "t"
rescue *errs => e
  e.message
end
#---
[StandardError.new("a") == StandardError.new("a"), StandardError.new.message, RuntimeError.new("q").inspect, RuntimeError.ancestors.include?(StandardError)]
#---
def m_rescue
  Integer("x")
rescue ArgumentError
  "rescued"
ensure
  @e = 1
end
m_rescue
#---
v = begin
  10
ensure
  20
end
v
#---
[1, 2, 3].each do |x|
  raise "two" if x == 2
rescue => e
  break e.message
end
#---
suppress(ArgumentError) { raise ArgumentError }
:after
#---
begin
  raise NotImplementedError
rescue => e
  :std
rescue NotImplementedError
  :script
end
#---
begin
  raise ArgumentError.new
rescue => e
  e.message
end
#---
e = RuntimeError.new("boom")
begin
  raise e, "other"
rescue => f
  [f.message, f.equal?(e)]
end
#---
begin
  obj = Object.new
  obj.instance_variable_get("bad")
rescue NameError => e
  e.class
end
#---
begin
  5.upcase
rescue NoMethodError => e
  e.message
end
#---
begin
  nil + 1
rescue NoMethodError => e
  e.message
end
#---
begin
  nil[0]
rescue NoMethodError => e
  e.message
end
#---
begin
  {}.foo = 1
rescue NoMethodError => e
  e.message
end
#---
e = NoMethodError.new("m", :name, [1, 2])
f = NoMethodError.new("m", :name, [1], true, receiver: 3)
[e.message, e.name, e.args, (e.receiver rescue $!.class), f.receiver, f.args, NoMethodError.new("m", :x, 5).args, NameError.new.name, NoMethodError.new("m").args]
#---
[NameError.new("m", "x", receiver: nil), KeyError.new("m", receiver: {}, key: :a), FrozenError.new("m", receiver: 3)].map { |e| [e.receiver, e.respond_to?(:key) && e.key, e.respond_to?(:name) && e.name] }
#---
[-> { NoMethodError.new("m", :name, [1], 2, 3) }, -> { NameError.new("m", :x, 3) }, -> { KeyError.new("m", :x) }, -> { KeyError.new("m", foo: 1) }].map { |code| code.call rescue $!.message }
#---
class Missing < NameError
  def initialize(name) = super("missing #{name}", name, receiver: self)
end
begin
  raise Missing.new(:a)
rescue NameError => e
  [e.message, e.name, e.receiver.equal?(e)]
end
