# How arguments that may not be there fall to parameters, and how lists are divided.
Rails.application.routes.draw do
  b = S.a? ? [:b] : []

  def first_and_rest(first, *rest)
    get "f1/#{first}", to: "a#a"
    rest.each { |r| get "f1/#{r}", to: "a#a" }
  end
  first_and_rest(:a, *b)
  first_and_rest(*b, :c)

  def with_default(a, b = "default") = get("f2/#{a}/#{b}", to: "a#a")
  with_default(:a, *b)

  def around(a, b = "default", *rest, z) = [a, b, *rest, z].each { |r| get "f3/#{r}", to: "a#a" }
  around(:a, *b, :z)

  def keys(name: "none", **rest) = get("f4/#{name}/#{rest.keys.join("-")}", to: "a#a")
  options = { x: 1 }
  options[:name] = "given" if S.a?
  keys(**options)

  def some(*rest) = rest
  some(:a, *b).each { |r| get "f5/#{r}", to: "a#a" }
  get "f5/two", to: "a#a" if some(:a, *b).size == 2
  get "f5/none", to: "a#a" if some(*b).empty?
  get "f5/last", to: "a#a" if some(:a, *b).last == :b

  swap = ->(one, two = nil) { get "f6/#{two || one}", to: "a#a" }
  swap.call(:a, *b)
  pair = proc { |one, two| get "f7/#{two || one}", to: "a#a" }
  pair.call(:a, *b)
  pair.call([:a, *b])
  [[:c, *b]].each { |one, two| get "f8/#{two || one}", to: "a#a" }

  x, y = S.a? ? %w[p q] : ["r"]
  get "f9/x", to: "a#a" if x == "p"
  get "f9/y", to: "a#a" if y
  x, *y = [1, *b, 2]
  get "f9/z", to: "a#a" if y.size == 2
  (x, y), z = [*b, 1], 2
  get "f9/w", to: "a#a" if x == :b && y == 1 && z == 2

  { a: 1 }.except(:z, *b).each_key { |k| get "f10/#{k}", to: "a#a" }
  { a: 1, b: 2 }.slice(:a, *b).each_key { |k| get "f11/#{k}", to: "a#a" }
  [1].flat_map { [:a, *b] }.tap { |list| get "f12/#{list.first}", to: "a#a" if list.many? }
  list = %i[a b c]
  list.delete(*b) if S.b?
  list.each { |k| get "f13/#{k}", to: "a#a" }
  hash = { a: 1, b: 2 }
  hash.except!(*b)
  hash.each_key { |k| get "f14/#{k}", to: "a#a" }

  get "f15", to: "a#a", **(S.a? ? { as: :named } : {})
  get "f16", to: "a#a", **(S.b? ? { format: false } : { as: :c })
  get "f17", to: redirect(S.a? ? "/a" : "/b")
  get "f18", to: redirect(**(S.a? ? { host: "a.example" } : {}), path: "b")
end
