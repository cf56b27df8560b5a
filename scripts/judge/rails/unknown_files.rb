# frozen_string_literal: true

# Makes routes files with conditions that only the application knows in every
# place where Ruby takes one. The same seed makes the same file.
class UnknownFiles
  def initialize(seed)
    @random = Random.new(seed)
    @count = 0
    @lines = []
    @depth = 0
  end

  def text
    @lines = []
    emit("Rails.application.routes.draw do")
    block { (2 + @random.rand(3)).times { statement } }
    emit("end")
    "#{@lines.join("\n")}\n"
  end

  private

  def emit(line) = @lines << ("  " * @depth + line)

  def block
    @depth += 1
    yield
    @depth -= 1
  end

  def pick(list) = list[@random.rand(list.size)]
  def fresh(stem = "r") = "#{stem}#{@count += 1}"

  # A few conditions, so that some come up again.
  def condition(deep = 2)
    simple = ["S.a?", "S.b?", "S.c?", "Settings.x?", "Feature.on?(:y)", "defined?(Gem1)", "S.mode == :a", "S.mode == \"c\"", ":b == S.mode"]
    return pick(simple) if deep.zero? || @random.rand(3).positive?

    case @random.rand(5)
    when 0 then "(#{condition(deep - 1)} && #{condition(deep - 1)})"
    when 1 then "(#{condition(deep - 1)} || #{condition(deep - 1)})"
    when 2 then "!#{condition(0)}"
    when 3 then "(#{condition(deep - 1)} ? #{condition(0)} : #{condition(0)})"
    else "(not #{condition(0)})"
    end
  end

  KINDS = %i[
    route route branch branch modifier ternary choose list next_if break_if selected flag method_return concern_sides method_sides constant
    global rescued mode logic names actions nested wrapper lambda_return hash counted any assigned compared catcher elsif_chain block_next
    until_done options_hash instance conditional_value list_of_two mutated loop_for compacted opassign inner_def with_option set_of sorted
    resource resource scoped scoped declared declared several_resources merged_concern option_block
  ].freeze

  def statement
    return route if @depth > 4

    send(pick(KINDS))
  end

  def route(extra = "") = emit("get \"#{name = fresh}\", to: \"x##{name}\"#{extra}")

  def body(count = 1 + @random.rand(2)) = block { count.times { statement } }

  def branch
    emit("#{pick(%w[if unless])} #{condition}")
    body
    if @random.rand(2).zero?
      emit("else")
      body
    end
    emit("end")
  end

  def elsif_chain
    emit("if #{condition}")
    body
    emit("elsif #{condition}")
    body
    emit("else")
    body
    emit("end")
  end

  def modifier = route(" #{pick(%w[if unless])} #{condition}")
  def ternary = emit("#{condition} ? get(\"#{fresh}\", to: \"x#y\") : get(\"#{fresh}\", to: \"x#z\")")
  def logic = emit("#{condition} #{pick(%w[&& || and or])} get(\"#{fresh}\", to: \"x#y\")")

  def choose
    emit("case S.mode")
    emit("when :a then get \"#{fresh}\", to: \"x#y\"")
    emit("when #{pick(["String", "\"c\"", ":b, \"c\"", "Symbol"])}")
    body(1)
    emit("else")
    body(1)
    emit("end")
  end

  def mode
    emit("case")
    emit("when #{condition} then get \"#{fresh}\", to: \"x#y\"")
    emit("when #{condition}")
    body(1)
    emit("end")
  end

  def list
    v = fresh("l")
    emit("#{v} = %w[#{fresh} #{fresh}]")
    emit("#{v} #{pick(["<< \"#{fresh}\"", ".push(\"#{fresh}\")", "+= %w[#{fresh} #{fresh}]", ".unshift(\"#{fresh}\")", ".concat([\"#{fresh}\"])"])} if #{condition}")
    each_of(v)
  end

  def each_of(v)
    emit("#{v}#{pick(["", ".reverse", ".map { |e| \"m#{fresh}\#{e}\" }", ".dup", ".to_a"])}.each { |n| get n, to: \"x#y\" }")
  end

  def next_if
    emit("%w[#{fresh} #{fresh}].each do |n|")
    block do
      emit("next #{pick(%w[if unless])} #{pick([condition, "S.on?(n)"])}")
      emit("get n, to: \"x#y\"")
    end
    emit("end")
  end

  def break_if
    emit("%w[#{fresh} #{fresh} #{fresh}].each do |n|")
    block do
      emit("get n, to: \"x#y\"") if @random.rand(2).zero?
      emit("break if #{pick([condition, "S.on?(n)"])}")
      emit("get \"b-\#{n}\", to: \"x#y\"")
    end
    emit("end")
    route
  end

  def selected
    emit("%w[#{fresh} #{fresh}].#{pick(%w[select reject filter find_all])} { |n| S.on?(n) }.each { |n| get n, to: \"x#y\" }")
  end

  def compacted
    emit("[\"#{fresh}\", (\"#{fresh}\" if #{condition}), (#{condition} ? \"#{fresh}\" : nil)].compact.each { |n| get n, to: \"x#y\" }")
  end

  def sorted
    v = fresh("l")
    emit("#{v} = [\"z\"]")
    emit("#{v} << \"y\" if #{condition}")
    emit("#{v}.each_with_object([]) { |e, out| out << e }.each { |n| get \"#{fresh}-\#{n}\", to: \"x#y\" }")
  end

  def flag
    v = fresh("f")
    emit("#{v} = #{pick(%w[false nil true])}")
    emit("#{v} = #{pick(%w[true false nil 1])} #{pick(%w[if unless])} #{condition}")
    route(" #{pick(%w[if unless])} #{v}")
  end

  def assigned
    v = fresh("f")
    emit("#{v} = #{condition}")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}")
    emit("get \"#{fresh}\", to: \"x#y\" unless #{v}")
  end

  def opassign
    v = fresh("f")
    emit("#{v} = #{condition}")
    emit("#{v} #{pick(%w[||= &&=])} #{condition}")
    route(" if #{v}")
  end

  def compared
    v = fresh("k")
    emit("#{v} = #{condition} ? \"p\" : \"q\"")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v} == \"p\"")
    emit("get \"#{fresh}\", to: \"x#y\" if %w[q r].include?(#{v})")
    emit("get \"#{fresh}\", to: \"x#y\" unless #{v}.upcase == \"Q\"")
  end

  def conditional_value
    v = fresh("k")
    emit("if #{condition} then #{v} = :p else #{v} = :q end")
    emit("case #{v}")
    emit("when :p then get \"#{fresh}\", to: \"x#y\"")
    emit("when :q then get \"#{fresh}\", to: \"x#y\"")
    emit("end")
  end

  def method_return
    m = fresh("m")
    emit("define_singleton_method(:#{m}) do |n|")
    block do
      emit("next get(\"#{fresh}-\#{n}\", to: \"x#y\") if #{condition}")
      emit("get \"#{fresh}-\#{n}\", to: \"x#y\"")
    end
    emit("end")
    emit("#{m}(\"u\")")
  end

  def inner_def
    m = fresh("m")
    emit("def #{m}(n)")
    block do
      emit("return #{pick(%w[if unless])} #{condition}")
      emit("%w[p q].each do |e|")
      block do
        emit("return if #{condition}")
        emit("get \"#{fresh}-\#{n}-\#{e}\", to: \"x#y\"")
      end
      emit("end")
      emit("get \"#{fresh}-\#{n}\", to: \"x#y\"")
    end
    emit("end")
    emit("#{m}(\"u\")")
    route
  end

  def lambda_return
    v = fresh("f")
    emit("#{v} = ->(n) { return 1 if #{condition}; get \"#{fresh}-\#{n}\", to: \"x#y\"; 2 }")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}.call(\"u\") == #{pick([1, 2])}")
  end

  def concern_sides
    c = fresh("c")
    emit("if #{condition}")
    emit("  concern(:#{c}) { get \"#{fresh}\", to: \"x#y\" }")
    emit("else")
    emit("  concern(:#{c}) { get \"#{fresh}\", to: \"x#y\" }")
    emit("end")
    emit("#{pick(["concerns :#{c}", "resources :#{fresh("things")}, only: [], concerns: :#{c}"])}")
  end

  def method_sides
    m = fresh("m")
    emit("define_singleton_method(:#{m}) { get \"#{fresh}\", to: \"x#y\" }")
    emit("define_singleton_method(:#{m}) { get \"#{fresh}\", to: \"x#z\" } if #{condition}")
    emit(m)
  end

  def constant
    c = fresh("C")
    emit("#{c} = #{condition} ? [\"#{fresh}\"] : [\"#{fresh}\", \"#{fresh}\"]") if @depth == 1
    emit("#{c}.each { |n| get n, to: \"x#y\" }") if @depth == 1
    route
  end

  def global
    g = "$#{fresh("g")}"
    emit("#{g} = 1 if #{condition}")
    route(" if #{g}")
  end

  def instance
    g = "@#{fresh("g")}"
    emit("#{g} = #{condition}")
    emit("#{g} = nil if #{condition}")
    route(" unless #{g}")
  end

  def rescued
    emit("begin")
    block do
      emit("raise ArgumentError, \"no\" if #{condition}")
      route
    end
    emit("rescue #{pick(["", "ArgumentError", "=> e"])}".rstrip)
    block { route }
    emit("end")
    route
  end

  def names
    n = fresh("n")
    emit("get \"#{fresh}\", to: \"x#y\", as: :#{n} #{pick(%w[if unless])} #{condition}")
    emit("get \"#{fresh}\", to: \"x#z\" #{pick(%w[if unless])} has_named_route?(:#{n})")
    emit("get \"#{n}\", to: \"x#w\"")
  end

  def actions
    emit("resources :#{fresh("things")}, only: #{pick(["[:index, (:show if #{condition})].compact", "(#{condition} ? :index : :show)", "(#{condition} ? [:index, :new] : [:new, :edit])"])}")
  end

  def options_hash
    v = fresh("o")
    emit("#{v} = { to: \"x#y\" }")
    emit("#{v}[:#{pick(%w[as constraints])}] = #{pick(["\"#{fresh("as")}\"", "\"#{fresh("as")}\""])} if #{condition}".sub("constraints", "as"))
    emit("get \"#{fresh}\", **#{v}")
  end

  def with_option
    emit("get \"#{fresh}\", to: \"x#y\", as: (#{condition} ? :#{fresh("n")} : nil)")
    emit("get \"#{fresh}\", to: (#{condition} ? \"x#y\" : \"x#z\")")
    emit("match \"#{fresh}\", to: \"x#y\", via: [:get, (:post if #{condition})].compact")
  end

  def nested
    case @random.rand(4)
    when 0 then emit("namespace :#{fresh("ns")} do")
    when 1 then emit("scope \"#{fresh("sc")}\" do")
    when 2 then emit("resources :#{fresh("things")}, only: :index do")
    else emit("resources :#{fresh("things")}, only: :show, shallow: #{condition} do")
    end
    body
    emit("end")
  end

  def wrapper
    emit("Feature.within do")
    body
    emit("end")
  end

  def hash
    v = fresh("h")
    emit("#{v} = { \"#{fresh}\" => \"x#y\" }")
    emit("#{v}[\"#{fresh}\"] = \"x#z\" if #{condition}")
    emit("#{v}.#{pick(["merge!('k' => 'x#w')", "delete('none')"])}") if @random.rand(3).zero?
    emit("#{v}.each { |n, t| get n, to: t }")
  end

  # Options whose value, or whether they are there, a condition decides.

  def either(*pairs)
    a, b = pick(pairs)
    "(#{condition} ? #{a} : #{b})"
  end

  # Both kinds of resources have these actions.
  def resource_option
    case @random.rand(17)
    when 0 then "only: #{either(["[]", "nil"], [":create", "%i[show edit]"], ["%i[new show]", "nil"])}"
    when 1 then "only: [:update, *#{either(["[:show]", "[]"], ["%i[new edit]", "[:create]"])}]"
    when 2 then "except: #{either([":show", "nil"], ["%i[show new]", ":edit"], ["[]", "%i[destroy create]"])}"
    when 3 then "only: %i[destroy show edit] - #{either(["[:show]", "[]"])}"
    when 4 then "shallow: #{condition}"
    when 5 then "controller: #{either(["\"a\"", "\"b\""], [":a", "nil"])}"
    when 6 then "module: #{either([":m", "nil"], ["\"m\"", ":k"])}"
    when 7 then "constraints: #{either(["{ id: /\\d+/ }", "{}"], ["{ id: /\\d+/ }", "nil"], ["{ id: /\\d+/ }", "{ subdomain: \"s\" }"])}"
    when 8 then "constraints: { id: #{either(["/\\d+/", "/[a-z]+/"])} }"
    when 9 then "defaults: #{either(["{ format: \"json\" }", "{}"], ["{ a: 1 }", "nil"])}"
    when 10 then "defaults: { locale: #{either(["\"en\"", "\"de\""])} }"
    when 11 then "format: #{either(["false", "nil"])}"
    when 12 then "#{pick(["param: :slug", "path: \"p\"", "as: :#{fresh("as")}"]).sub(/: (.*)/, ": (\\1 if #{condition})")}"
    when 13 then "path_names: { new: #{either(["\"neu\"", "\"new\""], ["\"neu\"", "nil"])} }"
    when 14 then "**#{either(["{ only: :edit }", "{}"], ["{ module: :m, only: :show }", "{ except: :new }"])}"
    when 15 then "id: #{either(["/\\d+/", "/x/"])}"
    else "only: #{pick(%w[:edit [] %i[show]])}"
    end
  end

  def options(count) = Array.new(count) { resource_option }.uniq { |option| option[/\A\w+|\A\*\*/] }

  def resource
    emit("#{pick(%w[resources resources resource])} :#{fresh("things")}, #{options(1 + @random.rand(3)).join(", ")} do")
    block do
      emit("get :preview, on: #{either([":member", ":collection"])}") if @random.rand(3).zero?
      emit("#{pick(%w[collection member new])} { get :#{fresh} } #{pick(%w[if unless])} #{condition}") if @random.rand(3).zero?
      emit("resources :#{fresh("kids")}, #{options(1).first}") if @random.rand(2).zero?
      emit("get \"#{fresh}\", to: \"x#y\"") if @random.rand(3).zero?
    end
    emit("end")
  end

  def scoped
    head = pick([
      "scope(module: #{either([":m", "nil"], [":m", ":k"])})", "scope(#{pick(%w[only except])}: #{either([":index", "nil"], ["%i[index new]", ":show"])})", "scope(shallow: #{condition})",
      "scope(as: (:#{fresh("as")} if #{condition}), path: \"#{fresh}\")", "scope(controller: #{either([":a", ":b"])})", "defaults(#{either(["{ a: \"1\" }", "{ b: \"2\" }"], ["{ a: \"1\" }", "{}"])})",
      "constraints(#{either(["{ id: /\\d+/ }", "{ id: /[a-z]+/ }"], ["{ subdomain: \"s\" }", "{}"])})", "scope(#{either(["{ module: :m }", "{}"], ["{ as: :#{fresh("as")} }", "{ format: false }"])})",
      "scope(path: (\"#{fresh}\" if #{condition}))", "namespace(:#{fresh("ns")}, module: #{either([":m", "nil"], ["nil", "false"])})", "scope(**#{either(["{ module: :m }", "{}"])})", "scope(format: #{either(["false", "nil"])})",
      "scope(via: #{either([":get", ":post"])})", "scope(path_names: { edit: #{either(["\"aendern\"", "\"edit\""])} })", "scope(action: #{either([":p", ":q"])}, controller: :c)", "scope(id: #{either(["/\\d+/", "\"7\""])})"
    ])
    emit("#{head} do")
    body
    block do
      emit("resources :#{fresh("things")}, #{options(1).first}")
      emit("get \"#{fresh}/:id\", to: \"x#y\"")
    end
    emit("end")
  end

  def declared
    emit(pick([
      "match \"#{fresh}\", to: \"x#y\", via: #{either([":get", "%i[get post]"], ["[:put]", ":all"])}", "match \"#{fresh}\", to: \"x#y\", via: [:get, *#{either(["[:post]", "[]"])}]",
      "get({ \"#{fresh}\" => #{either(["\"x#y\"", "\"x#z\""])} })", "get \"#{fresh}\" => #{either(["\"x#y\"", "\"x#z\""])}, as: :#{fresh("n")}",
      "get \"#{fresh}\", **#{either(["{ to: \"x#y\" }", "{ to: \"x#z\", as: :#{fresh("n")} }"])}", "get \"#{fresh}/:x\", to: \"x#y\", constraints: #{either(["{ x: /a/ }", "nil"], ["{ x: /a/ }", "{ host: \"h\" }"])}",
      "get \"#{fresh}(/:x)\", to: \"x#y\", x: #{either(["/a/", "/b/"], ["/a/", "\"1\""])}", "get \"#{fresh}(/:x)\", to: \"x#y\", defaults: #{either(["{ x: \"1\" }", "{}"], ["{ x: 1, z: nil }", "nil"])}",
      "get \"#{fresh}\", action: #{either([":a", ":b"])}, controller: \"c\"", "get \"#{fresh}\", action: :a, controller: #{either([":c", ":d"])}", "get \"#{fresh}\", to: redirect(#{either(["\"/a\"", "\"/b\""])})",
      "get \"#{fresh}\", to: redirect(\"/a\", status: #{either(["301", "302"])})", "get \"#{fresh}\", to: redirect(path: \"/a\", host: #{either(["\"h\"", "nil"])})", "get \"#{fresh}\", to: \"x#y\", format: #{either(["nil", "false"])}",
      "get \"#{fresh}\", to: \"x#y\", anchor: #{condition}", "get :#{fresh}, to: \"x#y\", as: #{either(["nil", ":#{fresh("n")}"], ["\"\"", "nil"])}", "get \"#{fresh}\", to: \"x#y\", z: #{either(["1", "nil"], ["\"q\"", ":q"])}",
      "get(*#{either(["[\"#{fresh}\"]", "[\"#{fresh}\"]"])}, to: \"x#y\")", "%w[get post].each { |v| send(v, \"#{fresh}\", to: \"x#y\") if #{pick([condition, "S.on?(v)"])} }", "public_send(#{either([":get", ":put"])}, \"#{fresh}\", to: \"x#y\")"
    ]))
  end

  def several_resources
    emit("resources(*#{either(["%i[#{fresh("a")} #{fresh("a")}]", "[:#{fresh("a")}]"])}, only: :index)")
    emit("resources(*[:#{fresh("b")}, (:#{fresh("b")} if #{condition})].compact, #{options(1).first})")
  end

  def merged_concern
    c = fresh("c")
    emit("concern(:#{c}) { |options| resources :#{fresh("things")}, **options.merge(#{resource_option.delete_prefix("**")}) }")
    emit("concerns :#{c}, only: #{either([":index", ":show"])}")
    emit("resources(:#{fresh("things")}, only: :show) { concerns #{either([":#{c}", "[]"])} }")
  end

  def option_block
    emit("with_options(#{resource_option}) do |o|")
    block do
      emit("o.resources :#{fresh("things")}")
      emit("o.resources(:#{fresh("things")}) { get :#{fresh}, on: :member } #{pick(%w[if unless])} #{condition}")
    end
    emit("end")
  end

  def set_of
    v = fresh("h")
    emit("#{v} = { one: 1 }")
    emit("#{v}[:two] = 2 if #{condition}")
    emit("#{v}.map { |k, n| [k, n] }.each { |k, n| get \"#{fresh}-\#{k}\", to: \"x#y\" }")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}.key?(:two)")
  end

  def counted
    v = fresh("l")
    emit("#{v} = [1]")
    emit("#{v} << 2 if #{condition}")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}.size > 1")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}.include?(2)")
    emit("get \"#{fresh}\", to: \"x#y\" if #{v}.last == 2")
  end

  def any
    emit("get \"#{fresh}\", to: \"x#y\" if %w[u v].#{pick(%w[any? all? none? one?])} { |n| S.on?(n) }")
    emit("get \"#{fresh}\", to: \"x#y\" unless [S.a?, S.b?].#{pick(%w[any? all? none?])}")
    emit("get \"#{fresh}\", to: \"x#y\" if [S.mode].#{pick(["include?(:a)", "first == :b", "== [:a]", "index(:a)"])}")
  end

  def catcher
    emit("catch(:done) do")
    block do
      route
      emit("throw :done if #{condition}")
      route
    end
    emit("end")
    route
  end

  def block_next
    v = fresh("l")
    emit("#{v} = []")
    emit("%w[#{fresh} #{fresh}].each { |n| next if S.on?(n); #{v} << n }")
    emit("#{v}.each { |n| get n, to: \"x#y\" }")
  end

  def mutated
    v = fresh("l")
    emit("#{v} = %w[#{fresh} #{fresh} #{fresh}]")
    emit("#{v}.#{pick(["delete(#{v}.first)", "pop", "shift", "clear", "reverse!", "map!(&:upcase)", "insert(1, \"#{fresh}\")", "reject! { |n| S.on?(n) }", "delete_if { |n| S.on?(n) }"])} if #{condition}")
    emit("#{v}.each { |n| get n, to: \"x#y\" }")
  end

  def list_of_two
    v = fresh("l")
    emit("#{v} = #{condition} ? %w[#{fresh} #{fresh}] : %w[#{fresh}]")
    each_of(v)
  end

  def loop_for
    emit("for n in %w[#{fresh} #{fresh}]")
    block do
      emit("#{pick(%w[next break])} if #{pick([condition, "S.on?(n)"])}")
      emit("get n, to: \"x#y\"")
    end
    emit("end")
    route
  end

  def until_done
    v = fresh("i")
    emit("#{v} = 0")
    emit("while #{v} < 3")
    block do
      emit("#{v} += 1")
      emit("#{pick(%w[next break])} if #{condition}")
      emit("get \"#{fresh}-\#{#{v}}\", to: \"x#y\"")
    end
    emit("end")
    route
  end
end
