# Pattern matching: lists, hashes, what finds and pins, guards, alternatives, classes that take themselves apart, and what nothing matches.
Rails.application.routes.draw do
  scope "p1", as: "p1" do
    case { mode: "full", plans: %w[a b], opts: { deep: [1, [2, 3]] } }
    in { mode: "none" }
      get "none", to: "a#b"
    in { mode: String => mode, plans: [first, *rest], opts: { deep: [Integer => n, [*, 3]] } } if n == 1
      get "#{mode}/#{first}/#{rest.join}/#{n}", to: "a#b"
    end
  end

  scope "p2", as: "p2" do
    [[1, 2], [1], [], [1, 2, 3], "s", nil, 5, 2.5].each_with_index do |v, i|
      r = case v
          in [] then "empty"
          in [x] then "one#{x}"
          in [x, y] then "two#{x}#{y}"
          in [x, *] then "more#{x}"
          in nil then "nil"
          in String | Symbol => s then "text#{s}"
          in 1..6 then "small"
          in Float then "float"
          end
      get "#{i}-#{r}", to: "a#b"
    end
  end

  scope "p3", as: "p3" do
    h = { a: 1, b: [1, 2] }
    h => { a:, b: [_, last] }
    get "x#{a}#{last}", to: "a#b"
    get "yes", to: "a#b" if h in { a: Integer }
    get "no", to: "a#b" if h in { a: String }
    get "t#{(5 in Integer)}", to: "a#b"
  end

  scope "p4", as: "p4" do
    want = 5
    case [5, 6]
    in [^want, ^(want + 1)] then get "pin", to: "a#b"
    end
    @iv = 3
    case 3
    in ^@iv then get "piniv", to: "a#b"
    end
  end

  scope "p5", as: "p5" do
    case [1, 2, 3]
    in a, b, *c
      get "l#{a}#{b}#{c.size}", to: "a#b"
    end
    case { x: 1, y: 2, z: 3 }
    in x:, **rest
      get "h#{x}#{rest.keys.join}", to: "a#b"
    end
    case { x: 1 }
    in x: Integer => n, **nil then get "nil#{n}", to: "a#b"
    end
  end

  scope "p6", as: "p6" do
    case %w[a b c d e]
    in [*pre, "c", x, *post]
      get "#{pre.join}-#{x}-#{post.join}", to: "a#b"
    end
  end

  scope "p7", as: "p7" do
    Pt = Struct.new(:x, :y)
    case Pt.new(1, 2)
    in Pt[x, y] then get "s#{x}#{y}", to: "a#b"
    end
    case Pt.new(1, 2)
    in Pt(x:, y: 2) then get "k#{x}", to: "a#b"
    end
    case Pt.new(1, 2)
    in { x: 1 => q } then get "q#{q}", to: "a#b"
    end
  end

  scope "p8", as: "p8" do
    class Ver
      def initialize(*n) = @n = n
      def deconstruct = @n
      def deconstruct_keys(keys) = { major: @n[0], minor: @n[1], asked: keys.inspect.size }
    end
    case Ver.new(1, 2)
    in [1, m] then get "v#{m}", to: "a#b"
    end
    case Ver.new(1, 2)
    in { major:, asked: } then get "m#{major}-#{asked}", to: "a#b"
    end
    case Ver.new(1, 2)
    in { major: 1, **all } then get "all#{all.keys.join}", to: "a#b"
    end
  end

  scope "p9", as: "p9" do
    %w[post_a get_b zzz].each do |s|
      case s
      in /\Apost_(.)/ then get "re#{$1}", to: "a#b"
      in "get_b" | "get_c" then get "alt", to: "a#b"
      in ->(x) { x.size == 3 } then get "lam", to: "a#b"
      end
    end
  end

  scope "p10", as: "p10" do
    case 5
    in String then get "no", to: "a#b"
    else
      get "else", to: "a#b"
    end
    begin
      case 5
      in String then 1
      end
    rescue NoMatchingPatternError => e
      get "e#{e.message.size}#{e.class}", to: "a#b"
    end
    begin
      { a: 1 } => { b: }
    rescue NoMatchingPatternKeyError => e
      get "k#{e.class.superclass}", to: "a#b"
    end
  end

  scope "p11", as: "p11" do
    x = [:get, "zz"]
    case x
    in [:get, String => path] unless path.empty? then get path, to: "a#b"
    end
    case { to: "a#b", name: nil }
    in { to: /#/ => to, name: nil | String => name } then get "nm#{name.inspect}", to: to
    end
  end

  scope "p12", as: "p12" do
    case 7
    in ..5 then get "le5", to: "a#b"
    in 6.. then get "ge6", to: "a#b"
    end
    case "x"
    in ::String | ::Symbol then get "top", to: "a#b"
    end
    case []
    in {} then get "h", to: "a#b"
    in [] then get "arr", to: "a#b"
    end
    case {}
    in {} then get "emptyh", to: "a#b"
    end
  end

  scope "p13", as: "p13" do
    [{ path: "a", via: %i[get] }, { path: "b", via: :all }, { path: "c" }].each do |r|
      case r
      in { path:, via: [*verbs] }
        match path, to: "x#y", via: verbs
      in { path:, via: Symbol => v }
        match path, to: "x#y", via: v
      in { path: }
        get path, to: "x#y"
      end
    end
  end

  scope "p14", as: "p14" do
    def pick(x)
      case x
      in Integer | Float => n if n > 1 then "big"
      in Integer then "int"
      in [Integer, Integer] | [Float, Float] then "pair"
      in { k: { d: [_, { e: }] } } then "deep#{e}"
      in _ then "other"
      end
    end
    [5, 1, [1, 2], [1.0, 2.0], { k: { d: [0, { e: 4 }] } }, "z"].each_with_index { |v, i| get "#{pick(v)}#{i}", to: "a#b" }
  end

  scope "p15", as: "p15" do
    config = { db: { user: "u", pass: "p" }, mode: :dev }
    case config
    in {
      db: {
        user:,
        pass:,
      },
      mode: :dev | :test => mode,
    }
      get "#{user}#{pass}#{mode}", to: "a#b"
    end
    config => { db: { user: name } }
    get "n#{name}", to: "a#b"
    result = config in { mode: :prod }
    get "r#{result.class}", to: "a#b"
  end

  scope "p16", as: "p16" do
    require "set"
    case { a: 1 }
    in Hash => h if h.key?(:a) then get "hh", to: "a#b"
    end
    in_ = 5
    get "in#{in_}", to: "a#b"
    for q in [1] do get "for#{q}", to: "a#b" end
  end

  scope "p17", as: "p17" do
    case { "a": 1, b: "x", if: 2 }
    in { "a": 1, b: "x" | "y", if: z } then get "z#{z}", to: "a#b"
    end
    case [:a, "b", nil, true]
    in [:a, "b", nil, true] then get "lit", to: "a#b"
    end
    case %w[a b]
    in %w[a b] then get "words", to: "a#b"
    end
  end
end
