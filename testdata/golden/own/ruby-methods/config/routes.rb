# def at the top level, in the block and on self; defaults, splats, keywords, blocks, yield, procs, lambdas, currying, composition, method objects, forwarding.
def top_level(a, b = a * 2, *rest, c, d: 4, e:, **opts, &blk)
  out = [a, b, rest.size, c, d, e, opts.keys.join]
  out << blk.call(a) if blk
  out.join("-")
end

def endless(x) = "e#{x}"
def forward(...) = top_level(...)
def anon_block(&) = [1, 2].map(&)
def only_keywords(x:, y: x + 1) = "#{x}#{y}"
def with_yield
  return "no-block" unless block_given?
  yield 1, 2
end
def post_args(*init, last) = "#{init.join}.#{last}"
def opt_hash(opts = {}) = opts.map { |k, v| "#{k}#{v}" }.join
def recur(n) = n <= 1 ? 1 : n * recur(n - 1)
def setter=(v)
  @setter_value = v
end
def question?(x) = x > 1
def bang!(s) = s << "!"
def nested_outer
  inner = ->(x) { "inner#{x}" }
  inner.call(__method__)
end
private def hidden_helper = "hidden"

COMPOSE = method(:endless) >> :upcase.to_proc
ADD = ->(a, b, c = 0) { a + b + c }

Rails.application.routes.draw do
  show = lambda do |*parts, **opts|
    get ["m", *parts].map(&:to_s).join("/").tr(" ", "_"), to: "methods#show", as: nil, **opts
  end
  show.(top_level(1, 9, e: 5), top_level(1, 2, 9, e: 5), top_level(1, 2, 3, 4, 9, d: 0, e: 1, f: 2, g: 3), top_level("x", 9, e: 1) { |v| "blk#{v}" })
  show.(endless(1), forward(1, 2, e: 3) { |x| x * 7 }, anon_block { |x| x + 1 }.join, only_keywords(x: 1), only_keywords(y: 0, x: 5))
  show.(with_yield, with_yield { |a, b| a + b }, with_yield { |a| a }, with_yield { |a, b, c| c.inspect }, post_args(1), post_args(1, 2, 3), opt_hash, opt_hash(a: 1), opt_hash({ "b" => 2 }), recur(5))
  self.setter = 5 if respond_to?(:setter=)
  show.(question?(2), bang!(+"x"), nested_outer, send(:hidden_helper))
  show.(COMPOSE.call(1), (ADD >> ->(x) { x * 2 }).call(1, 2), (ADD << ->(x) { [x, x] }).arity, ADD.curry[1][2], ADD.curry(3)[1][2][3], ADD.arity, ADD.lambda?, ADD.parameters.map(&:first).join("-"), ADD.(1, 1), ADD[2, 2], ADD.yield(3, 3))
  def local_helper(name, to: "methods#local", **rest)
    get("local/#{name}", to: to, **rest)
  end
  local_helper :one
  local_helper "two", to: "methods#two", as: :named_two
  local_helper("three", defaults: { x: 1 })
  define_singleton_method(:dsm) { |n = 1, *a, k: 2| get("dsm/#{n}/#{a.size}/#{k}", to: "methods#dsm") }
  dsm
  dsm 5, 6, 7, k: 8
  m = method(:local_helper)
  m.call("via_method")
  m.unbind.bind(self).call("rebound")
  %w[p q].each(&method(:local_helper))
  [:get, :post].each { |verb| send(verb, "sent/#{verb}", to: "methods#sent") }
  public_send(:resources, :dynamics, only: :index)
  __send__ :get, "under", to: "methods#under"
  counter = 0
  increment = -> { counter += 1 }
  3.times { increment.call }
  show.("counter", counter)
  make = ->(prefix) { ->(name) { get "#{prefix}/#{name}", to: "methods#made" } }
  make["cl"].call("a")
  cl = make.("cl2")
  cl["b"]
  blk = proc { |x, y = 2, *z| "#{x.inspect}#{y}#{z.size}" }
  show.(blk.call, blk.call(1), blk.call([1, 2, 3, 4]), blk.(1, 2, 3), blk.arity, proc { |x| x }.call([1, 2]).inspect.length, proc { |x,| x }.call([1, 2]), lambda { |x| x }.call([9])[0])
  ret = -> { return 5; 6 }
  show.("ret", ret.call, [1, 2, 3].each_with_index.map { |q, w| ADD[q, w] }.join, %w[a b].map(&:upcase).join, [[1, 2], [3, 4]].map { |a, b| ADD.call(a, b) }.join, [1, 2].inject(&:+), { a: 1 }.map(&:first).first, %w[1 2].map(&method(:Integer)).sum, [3, 4].map(&10.method(:+)).join, [1, 2].map(&{ 1 => "x", 2 => "y" }).join)
  outer = 1
  [5].each { |v; outer| outer = v }
  [6].each { |v| outer += v }
  show.("scope", outer)
  kw = { only: :show, path: "kwp" }
  resources :kws, **kw
  args = [:argged, { only: :index }]
  resources(*args[0..0], **args[1])
  def mixed((a, b), c) = "#{a}#{b}#{c}"
  show.(mixed([1, 2], 3))
  memo = Hash.new { |h, n| h[n] = n < 2 ? n : h[n - 1] + h[n - 2] }
  show.("fib", memo[20], memo.size)
  show.("arg", *[1, 2].map { _1 * 2 }, *nil, *"s", **{})
  yielder = ->(&b) { b.call(7) }
  show.("yielder", yielder.call { |x| x + 1 })
  x = if true then "assigned" else "not" end
  y = begin 1 + 1 end
  z = (1; 2; 3)
  show.(x, y, z, (a = 5) + a, [*1..3, *%w[x y]].join, [*"a".."c"].join)
  show.("obj", 5.then { _1 + 1 }, 5.instance_eval { self + 1 }, "str".instance_exec(2) { |n| self * n }, Object.new.tap { |o| o.instance_variable_set(:@v, 3) }.instance_variable_get(:@v), Class.new { define_method(:dm) { |q = 4| q } }.new.dm, Module.new { def self.x = 8 }.x)
  private_methods = Class.new { def a = b; private; def b = "priv" }.new.a
  show.("priv", private_methods)
  at = Class.new { attr_accessor :v; def initialize = self.v = 1; def bump! = self.v += 1 }.new
  at.bump!; at.v *= 5
  show.("at", at.v, (at.v -= 1), at.v.to_s.then { |q| "v#{q}" })
end

def too_late(x) = x
