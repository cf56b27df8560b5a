# frozen_string_literal: true

# Rewrites routes files into others that mean the same, and compares the tables that signalbox
# prints of both: `get "posts"` becomes `send(:get, "posts")`, a condition `[(cond)].first`, a
# statement the block of a method that calls itself. What Ruby's syntax says of the file is asked
# of Ruby itself. It is run by scripts/judge/run ruby rewrites.
#
#   ruby rewrites.rb ROUTES APPS ROUNDS SEED
#
# ROUTES is the command; APPS holds applications, whose files stay as they are. Each round rewrites
# many places of a file at once; a difference is narrowed down to the one that makes it. A row that
# only a mark tells apart counts as marked, one that differs without a mark as SILENT.
require "fileutils"
require "json"
require "open3"
require "tmpdir"

# The forms that a node of the syntax can take; … is the node.
FORMS = {
  statement: <<~'LINES', condition: <<~'LINES', string: <<~'LINES', symbol: <<~'LINES', regexp: <<~'LINES', array: <<~'LINES', options: <<~'LINES'
    if true; …; end
    unless false; …; end
    if nil; elsif 1; …; end
    if false; else; …; end
    begin; …; end
    (…)
    begin; …; rescue NameError; raise; end
    begin; …; ensure; nil; end
    begin; raise ArgumentError; rescue ArgumentError; …; end
    begin; raise "x"; rescue => e_; …; end
    begin; 1; rescue; raise; else; …; end
    case 1; when Integer; …; end
    case; when true; …; end
    case [1, { a: 2 }]; in [Integer, { a: }]; …; end
    while true; …; break; end
    until false; …; break; end
    begin; …; end while false
    for q_ in [1] do; …; end
    loop do; …; break; end
    catch(:never_) do; …; end
    catch { |tag_| …; throw tag_ }
    1.times do; …; end
    1.upto(1) { … }
    1.downto(1) { … }
    1.step(1) { … }
    (1..1).step(1) { … }
    [1].each { |_x| … }
    [1].map { … }
    [1].all? { …; true }
    [1].reverse_each { … }
    [1].cycle(1) { … }
    [1].each_entry { … }
    [1].each.with_index(1) { |a_, i_| … }
    [1].each_with_object([]) { |a_, o_| … }
    [1].inject(0) { |a_, b_| …; 0 }
    [1].lazy.map { |x_| …; x_ }.to_a
    [[1, 2]].each { |a_, b_| … }
    [[1, [2, 3]]].each { |a_, (b_, c_)| … }
    [3, 4].each_slice(2) { |(a_, b_)| … }
    [2, 1].sort_by { |x_| x_ }.first.times { … }
    %w[a].each_with_index { |a_, i_| … }
    Array.new(1) { … }
    Array(1..1).each(&->(_i) { … })
    { a: 1 }.each { |(k_, v_)| … }
    { a: 1 }.each_pair do |k_, v_|; …; end
    { a: 1 }.each_with_index { |(k_, v_), i_| … }
    { a: 1 }.any? { |k_, v_| …; true }
    { a: 1 }.delete(:zz_) { |k_| … }
    {}.fetch(:a) { … }
    Hash.new { |h_, k_| …; 1 }[:a]
    "a".each_char { … }
    "a".upto("a") { … }
    "ab".scan(/ab/) { … }
    "ab".sub(/b/) { …; "b" }
    1.then { … }
    tap { … }
    yield_self { … }
    instance_exec { … }
    instance_eval do; …; end
    public_send(:instance_exec, 1) { |one_| … }
    send(:instance_exec, *[]) { … }
    with_options({}) do |_o|; …; end
    concern(:zz_1) { … }; concerns :zz_1
    proc { … }.()
    ->() { … }.call
    -> { -> { … } }.call.call
    ->(a_, b_) { … }.curry[1][2]
    lambda do |a_ = 1, *b_, k_: 2, **o_, &c_|; …; end.call(3, 4, k_: 5)
    (proc { |x_| x_.() } << proc { |y_| y_ }).call(-> { … })
    zz_2 = proc { … }; instance_exec(&zz_2)
    zz_3 = lambda { |m_| … }; zz_3[self]
    @zz_4 = proc { … }; @zz_4.call
    $zz_5 = proc { … }; $zz_5.call
    { go: -> { … } }[:go].call
    [-> { … }].each(&:call)
    method(:instance_exec).to_proc.call(&proc { … })
    method(:instance_exec).unbind.bind(self).call { … }
    define_singleton_method(:zz_6) { … }; zz_6
    define_singleton_method(:zz_7) { |&b| b.() }; zz_7 { … }
    singleton_class.define_method(:zz_8) { … }; zz_8
    Struct.new(:a).new(1).then { |s_| … }
    Class.new { def self.run_(m, &b) = m.instance_exec(&b) }.run_(self) { … }
    Module.new { define_method(:go_) { |m_, &b| m_.instance_exec(&b) }; module_function :go_ }.go_(self) { … }
    def zz_9; yield; end; zz_9 do; …; end
    def zz_10(&b) = instance_exec(&b); zz_10 do; …; end
    def self.zz_11(&b); b.call; end; zz_11 { … }
  LINES
    (…)
    !!(…)
    !(!(…))
    not(not(…))
    (…) && true
    (…) || false
    nil || (…)
    [(…)].first
    [(…)].all?
    [(…)].any?
    ({ a: (…) })[:a]
    ->{ … }.call
    instance_exec { … }
    begin; …; end
    (…) ? true : false
    (true if (…))
    (…).itself
    (…).then { |v_| v_ }
    (…).tap { }
    [(…), 1].then { |a_, _b| a_ }
    proc { |x_| x_ }.call((…))
  LINES
    ….itself
    ….dup
    ….freeze
    (+…)
    (-…)
    ….to_sym.to_s
    "#{…}"
    ("" + …)
    ("%s" % …)
    format("%s", …)
    String.new(…)
    […].first
    […].join
    […].sum("")
    [*…].last
    [[…, 1]].to_h.keys.first
    ({ k: … }).fetch(:k)
    ….then { |s_| s_ }
    (… if true)
    (s_ = …; s_)
    ….concat("")
    ….sub(/\z/, "")
    ….gsub(/(x)/) { $1 }
    ….tr("", "")
    ….chars.join
    ….each_char.to_a.inject("", :+)
    ….split(/(?=.)/).join
    ….reverse.reverse
    ….slice(0..)
    ….center(0)
    ….delete_prefix("")
    ….partition(/\z/).first
    ….bytes.pack("c*").force_encoding("UTF-8")
    ….unpack1("a*").force_encoding("UTF-8")
    ….encode("UTF-8")
  LINES
    (…)
    ….itself
    ….to_s.to_sym
    ….name.to_sym
    ….id2name.intern
    […].first
    [*…].last
    ….then { |s_| s_ }
    ….to_proc && …
    ….succ && …
    (… unless false)
    ({ … => 1 }).keys.first
    :"#{…}"
    %W[#{…}].first && …
  LINES
    (…)
    ….itself
    ….dup
    […].first
    Regexp.new(…)
    Regexp.new(….source, ….options)
  LINES
    [*…]
    (… + [])
    ([] + …)
    Array(…)
    ….dup
    ….to_a
    ….freeze
    ….each { }
    ….map { |x_| x_ }
    ….map { _1 }
    ….map(&:itself)
    ….select { true }
    ….flat_map { |x_| [x_] }
    ….each_with_object([]) { |x_, a_| a_ << x_ }
    ….inject([]) { |a_, x_| a_ + [x_] }
    ….reduce([], :<<)
    ….sum([]) { |x_| [x_] }
    ….partition { true }.first
    ….each_with_index.map { |x_, i_| x_ }
    ….sort_by.with_index { |x_, i_| i_ }
    ….zip(…).map(&:first)
    ….lazy.map { |x_| x_ }.to_a
    ….each_slice(2).to_a.flatten(1)
    ….each_cons(1).map(&:first)
    ….cycle(1).to_a
    ….rotate(1).rotate(-1)
    ….reverse_each.to_a.reverse
    ….dup.push(1).tap(&:pop)
    ….first(….size)
    ….values_at(*(0...….size))
    [*….first(1), *….drop(1)]
  LINES
    **{ … }
    **({ … })
    **{ … }.dup
    **{}.merge(…)
    **{ … }.merge({})
    **Hash[{ … }]
    **{ … }.to_a.to_h
    **{ … }.then { |h_| h_ }
    **{ … }.transform_values { |v_| v_ }
    **({ … } || {})
    **(true ? { … } : {})
    **{ … }, **{}
  LINES
}.transform_values { |text| text.lines(chomp: true) }

CALLS = %w[send(:W,\  public_send(:W,\  __send__(:W,\  send("W",\  self.W( itself.W( then{_1}.W( method(:W).call( method(:W).to_proc.call(
           method(:W).unbind.bind(self).call( method(:W).unbind.bind_call(self,\ ].freeze

# A routes file and the places that can be rewritten.
class RoutesFile
  Edit = Struct.new(:from, :to, :text, :form)
  ASSIGNS = %i[LASGN DASGN DASGN_CURR IASGN GASGN CVASGN MASGN CDECL OP_ASGN1 OP_ASGN2 OP_ASGN_AND OP_ASGN_OR].freeze
  LEAVES = %i[BREAK NEXT RETURN REDO RETRY YIELD SUPER ZSUPER DEFN DEFS CLASS MODULE ALIAS].freeze
  PARTS = %i[DSTR DSYM DREGX DXSTR].freeze # of which a literal is no node of its own

  attr_reader :source

  def initialize(source)
    @source = source.b
    @lines = source.each_line.reduce([0]) { |starts, line| starts << starts.last + line.bytesize }
    @root = RubyVM::AbstractSyntaxTree.parse(source)
  end

  # Up to so many edits that don't overlap.
  def edits(random, most)
    places = []
    collect(@root, false, nil, places)
    places.uniq { |kind, node| [kind, span(node)] }.shuffle(random: random).each_with_object([]) do |(kind, node), chosen|
      break chosen if chosen.size == most

      edit = edit(kind, node, random)
      next if edit.nil? || chosen.any? { |other| other.from < edit.to && edit.from < other.to }

      chosen << edit if parses?(apply([edit]))
    end
  end

  def apply(edits)
    edits.sort_by { |edit| -edit.from }.reduce(source.dup) { |text, edit| text.tap { |t| t[edit.from...edit.to] = edit.text } }.force_encoding("UTF-8")
  end

  private

  def parses?(text)
    errors = $stderr
    $stderr = File.open(File::NULL, "w")
    RubyVM::InstructionSequence.compile(text)
  rescue SyntaxError
    false
  ensure
    $stderr = errors
  end

  def span(node) = [@lines[node.first_lineno - 1] + node.first_column, @lines[node.last_lineno - 1] + node.last_column]
  def text(node) = source[Range.new(*span(node), true)]
  def below(node) = node.children.grep(RubyVM::AbstractSyntaxTree::Node)
  def has?(node, types) = types.include?(node.type) || below(node).any? { |child| has?(child, types) }

  # Places within the block of draw: [kind, node].
  def collect(node, drawn, parent, places)
    case node.type
    when :DEFN, :DEFS, :CLASS, :MODULE, :SCLASS then return
    when :ITER
      call, scope = node.children
      drawn ||= call.children.include?(:draw)
      body = scope&.children&.last
      statements(body).each { |statement| places << [:statement, statement] if drawn } if body.is_a?(RubyVM::AbstractSyntaxTree::Node)
    when :IF, :UNLESS then places << [:condition, node.children[0]] if drawn
    when :STR then places << [:string, node] if drawn && !PARTS.include?(parent&.type)
    when :LIT
      kind = { Symbol => :symbol, Regexp => :regexp }[node.children[0].class]
      places << [kind, node] if drawn && kind && !PARTS.include?(parent&.type)
    when :LIST then places << [:array, node] if drawn && text(node).start_with?("[", "%w", "%i")
    when :HASH then places << [:options, node] if drawn && text(node).match?(/\A\w+: /)
    end
    below(node).each { |child| collect(child, drawn, node, places) }
  end

  def statements(body) = body.type == :BLOCK ? below(body) : [body]

  def edit(kind, node, random)
    from, to = span(node)
    text = source[from...to]
    return if text.empty? || text.match?(/<<[~-]?["'`]?[A-Z]/) || !rewritable?(kind, node, text, to)
    return call(node, from, to, random) if kind == :statement && random.rand < 0.35

    form = FORMS.fetch(kind).sample(random: random)
    form = form.gsub("; …", "\n…").gsub("…;", "…\n").gsub("{ … }", "{\n…\n}").gsub("| …", "|\n…") if kind == :statement
    Edit.new(from, to, form.split("…", -1).map(&:b).join(text), form)
  end

  def rewritable?(kind, node, text, to)
    label = source[to] == ":" && source[to + 1] != ":"
    case kind
    when :statement then calls?(node) && !has?(node, ASSIGNS + LEAVES)
    when :condition then !text.include?("\n") && !has?(node, ASSIGNS + %i[MATCH MATCH2 MATCH3 DREGX DOT2 DOT3 FLIP2 FLIP3])
    when :string then text.match?(/\A(["'])[ -~]*\1\z/n) && !label && !source[to..].match?(/\A\s*["']/n) # or the next is a part of it
    when :symbol then text.match?(/\A:[a-z_]\w*\z/) && !label
    when :regexp then text.start_with?("/") && text.end_with?("/")
    when :array then text.end_with?("]", ")") && !label
    else true
    end
  end

  def calls?(node) = %i[FCALL VCALL].include?((node.type == :ITER ? node.children[0] : node).type)

  # A word is called in another way: send(:get, "posts").
  def call(node, from, to, random)
    _, to = span(node.children[0]) if node.type == :ITER
    word = source[from...to][/\A[a-z_]\w*[?!]?/] or return
    arguments = source[from + word.size...to].strip
    return if arguments.start_with?("(") || %w[raise require load].include?(word)

    form = CALLS.sample(random: random)
    head = form.gsub("W", word)
    Edit.new(from, to, "#{arguments.empty? ? head.delete_suffix(", ") : head}#{arguments})".b, form)
  end
end

# Compares the tables of an application's rewritten files.
class Comparison
  def initialize(routes, folder, tally)
    @routes, @folder, @tally = routes, folder, tally
    @path = File.join(folder, "config/routes.rb")
    @file = RoutesFile.new(File.read(@path))
    @rows, @warnings = table
  end

  def run(random)
    return if @rows.nil? || @file.source.include?("__LINE__")

    pending = [@file.edits(random, 60)]
    while (edits = pending.shift)
      next if edits.empty?

      verdict, told = judge(edits)
      if verdict == :equal || edits.one?
        @tally[verdict] += edits.size
        puts "#{verdict} #{File.basename(@folder)}: #{edits[0].form.lines.map(&:strip).join(" ")}\n  #{edits[0].text.dup.force_encoding("UTF-8").strip.lines.first(3).join("  ")} #{told}" unless verdict == :equal
      else
        pending << edits[...edits.size / 2] << edits[edits.size / 2..]
      end
    end
  end

  private

  def judge(edits)
    replace(@file.apply(edits))
    rows, warnings = table
    return [:refused, warnings.last] if rows.nil?
    return [warnings.size > @warnings.size ? :warned : :equal, warnings.last] if rows == @rows

    marked = (rows - @rows).all? { |row| row["conditional"].any? } && (rows - @rows).any?
    [marked || warnings.size > @warnings.size ? :marked : :SILENT, warnings.last]
  ensure
    replace(@file.source)
  end

  def replace(text)
    FileUtils.rm(@path)
    File.write(@path, text)
  end

  # Rows without places, and what is printed beside them.
  def table
    out, warnings, = Open3.capture3(@routes, "--json", chdir: @folder)
    rows = JSON.parse(out).map do |row|
      placeless(row.except("source", "column").merge("guards" => row["guards"].map { |guard| guard["kind"] }))
    end
    [rows, warnings.lines]
  rescue JSON::ParserError
    [nil, warnings.lines]
  end

  def placeless(value)
    case value
    when Hash then value.except("source", "line", "column").transform_values { |inner| placeless(inner) }
    when Array then value.map { |inner| placeless(inner) }
    when String then value.gsub(%r{[\w/.]*\.rb:\d+(:\d+)?}, "routes.rb")
    else value
    end
  end
end

# Copies an application, by links where the file system has them: the routes file is written anew.
def copy(from, to)
  FileUtils.cp_lr(from, to)
rescue SystemCallError
  FileUtils.rm_rf(to)
  FileUtils.cp_r(from, to)
end

$stdout.sync = true
routes, applications, rounds, seed = ARGV
random, tally = Random.new(Integer(seed)), Hash.new(0)
Dir.mktmpdir do |copies|
  Dir[File.join(File.expand_path(applications), "*/config/routes.rb")].sort.each do |path|
    folder = File.join(copies, path.split("/")[-3])
    copy(File.realpath(File.expand_path("../..", path)), folder)
    comparison = Comparison.new(routes, folder, tally)
    Integer(rounds).times { comparison.run(random) }
    FileUtils.rm_rf(folder)
  rescue SyntaxError => e
    warn "#{path}: #{e.message.lines.first}"
  end
end
puts tally.map { |verdict, count| "#{count} #{verdict}" }.join(", ")
exit tally[:SILENT].zero?
