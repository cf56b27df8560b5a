# if/unless/case/while/until/loop/for, modifiers, ternaries, next/break, catch/throw, begin/rescue/else/ensure/retry, return values, logical operators.
Rails.application.routes.draw do
  log = []
  add = ->(path) { get(path, to: "flow#show"); log << path }

  [1, "two", :three, nil, 4.5, [5], { six: 6 }, 1..3, "2024-05", true, 12, "x"].each_with_index do |value, i|
    kind =
      case value
      when Integer then value > 10 ? "big" : "int"
      when "two", "deux" then "word"
      when Symbol then "sym"
      when nil then "nil"
      when Float then "float"
      when Array, Hash then "coll"
      when Range then "range"
      when /\A\d{4}-(\d\d)\z/ then "date#{$1}"
      when true then "true"
      when ->(v) { v.to_s.length == 1 } then "single"
      else "other"
      end
    add["case/#{i}-#{kind}"]
  end
  size = 42
  add.("case/" + case when size < 10 then "small" when size < 50 then "medium" else "large" end)
  add.call("range/" + case size when 0...10 then "low" when 10..41 then "mid" when 42.. then "high" end)
  list = %w[a b]
  case "b" when *list then add["splat/in"] else add["splat/out"] end

  i = 0
  while i < 3
    i += 1
    next if i == 2
    add["while/#{i}"]
  end
  until i.zero?
    i -= 1
    break if i == 1
    add["until/#{i}"]
  end
  begin
    i += 5
    add["begin/#{i}"]
  end while i < 10
  add["mod/#{i += 1}"] while i < 13
  loop do
    i -= 4
    next add["loop/#{i}"] if i.even?
    break if i < 4
  end
  for a, b in [[1, 2], [3, 4]] do add["for/#{a}#{b}"] end
  for n in 1..2
    add["forn/#{n}"]
  end
  add["after/#{n}"]
  r = [1, 2, 3, 4].each { |x| break x * 10 if x == 3 }
  add["break/#{r}"]
  r = while true do break "w", 1 end
  add["brk/#{r.join}"]
  found = catch(:done) do
    10.times { |x| 10.times { |y| throw :done, [x, y] if x * y == 12 } }
    :never
  end
  add["catch/#{found.join("x")}"]
  add["catch/#{catch(:nothing) { :value }}"]

  tries = 0
  begin
    tries += 1
    raise ArgumentError, "try #{tries}" if tries < 3
    add["retry/#{tries}"]
  rescue ArgumentError
    retry
  else
    add["else/ran"]
  ensure
    add["ensure/ran"]
  end
  order = []
  value = begin
    order << :body
    Integer("zz")
  rescue TypeError, ArgumentError => e
    order << :rescue
    e.class.name.underscore
  ensure
    order << :ensure
    :ignored
  end
  add["value/#{value}/#{order.join("-")}"]
  def self.early(x)
    return "none" if x.nil?
    return "neg", "ative" if x < 0
    begin
      return "pos#{x}"
    ensure
      @ensured = (@ensured || 0) + 1
    end
  end
  add["early/#{early(nil)}/#{early(-1).join}/#{early(3)}/#{@ensured}"]
  def self.implicit(x)
    if x then "yes" end
  end
  add["implicit/#{implicit(true)}#{implicit(false)}/#{implicit(nil).inspect}"]
  def self.method_rescue
    raise "inner"
  rescue => error
    "rescued-#{error.message}-#{error.class}"
  else
    "else"
  ensure
    @m = 1
  end
  add["mr/#{method_rescue}"]
  class OwnError < StandardError
    attr_reader :code
    def initialize(msg = "own default", code: 7)
      super(msg)
      @code = code
    end
  end
  begin
    begin
      raise OwnError
    rescue OwnError => e
      raise OwnError.new("second", code: e.code + 1)
    end
  rescue => e
    add["own/#{e.message}/#{e.code}/#{e.cause.message.tr(" ", "-")}"]
  end
  begin
    [3, 1].fetch(9)
  rescue IndexError
    add["index/error"]
  end
  x = (raise "m" rescue "inline")
  add["x/#{x}"]
  y = nil
  y ||= "set"
  y &&= y + "2"
  z = y == "set2" && !false || nil
  add["ops/#{y}/#{z}"]
  w = (not true) or false
  add["not/#{w}"]
  add["and/1"] and add["and/2"]
  nil or add["or/1"]
  unless y then add["unless/no"] else add["unless/yes"] end
  if false
  elsif nil then add["never"]
  else add["elsif/else"] end
  t = 5 > 3 ? (2 > 1 ? "aa" : "bb") : "cc"
  add["tern/#{t}"]
  add["safe/#{nil&.length.inspect}/#{"abc"&.length}/#{nil.to_a.first&.name.inspect}"]
  add["defd/#{defined?(foo).inspect}/#{defined?(y)}/#{defined?(String)}/#{defined?(puts)}/#{defined?(@nope).inspect}/#{defined?(yield).inspect}"]
  a, (b, *c), d = 1, [2, 3, 4], 5
  add["multi/#{a}#{b}#{c.join}#{d}"]
  a, b = b, a
  *h, l = 1, 2, 3
  f, = [9, 8]
  add["swap/#{a}#{b}/#{h.join}#{l}#{f}"]
  m = n2 = 4
  m += 1; m **= 2; m %= 7; m <<= 2; m |= 1; m ^= 3
  add["arith/#{m}/#{n2}/#{7 / 2}/#{-7 / 2}/#{-7 % 3}/#{7.fdiv(2)}/#{2**10}/#{10.divmod(3).join("-")}/#{5.pred}#{5.succ}"]
  add["bits/#{5 & 3}#{5 | 3}#{5 ^ 3}#{~5}#{1 << 4}/#{5[0]}/#{255.to_s(16)}/#{"ff".hex}/#{0b101}#{0o17}#{0xff}/#{1_000}"]
  [1, 2, 3].each do |k|
    next unless k.odd?
    add["next/#{k}"]
  end
  res = [1, 2, 3].map { |k| next 0 if k == 2; k }
  add["nextval/#{res.join}"]
  p1 = proc { |q, (r1, r2), *s, t1: 5| "#{q}#{r1}#{r2}#{s.join}#{t1}" }
  add["proc/#{p1.call(1, [2, 3], 4, t1: 6)}/#{p1.call([1, [2]])}/#{p1.arity}/#{p1.lambda?}"]
  add["line/#{__LINE__}/#{__method__.inspect}/#{File.basename(__FILE__)}"]
  get "count/#{log.size}", to: "flow#count"
end
