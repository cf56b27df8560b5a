# frozen_string_literal: true

# Compares the tables of engines, and of applications with engines in their
# repository, with those of Rails. It is run by scripts/judge/run rails applications --engines.
require "json"
require_relative "limited"
require_relative "sources"

# A folder: the sections that Rails draws, those that signalbox prints.
class EngineComparison
  LIMIT = 120 # seconds that either may take
  JUDGE = ["ruby", "-W0", "--disable=error_highlight", "--disable=did_you_mean", File.join(__dir__, "engine_tables.rb")].freeze
  # Rows that --framework also adds.
  FRAMEWORK = %r{\A(active_storage/|action_mailbox/|turbo/native|rails/conductor|#<Propshaft)}
  DOUBTS = /: warning: |--framework/

  attr_reader :name, :refusal

  def initialize(folder, name)
    @folder = folder
    @name = name
  end

  def expected
    return @expected if defined?(@expected)

    out, told, status = run(*JUDGE, @folder)
    @refusal = told.lines.last.to_s.strip unless status
    @expected = status ? JSON.parse(out).to_h { |section| [section["title"], section["rows"].map { |row| key(row) }] } : nil
  end

  # Sections of `routes --expanded`; an engine's table that stands alone has no title.
  def ours
    return @ours if defined?(@ours)

    out, @notes, status = run(ENV.fetch("ROUTES"), "-f", @folder, "--expanded", "--framework")
    @ours = status ? named(sections(out)) : nil
  end

  def rows = expected.sum { |_, rows| rows.size }
  def exact = expected.sum { |title, rows| common(rows, ours.to_h[title] || []) }
  def missing = rows - exact
  def beyond = ours.to_h.sum { |_, rows| rows.size } - exact

  # Rows that differ where a warning, a condition or a note tells of doubt.
  def told = @notes.match?(DOUBTS) ? missing : 0
  def differing = missing - told

  private

  def run(*command)
    Limited.capture3(*command, seconds: LIMIT).then { |out, told, status| [out, told, status.success?] }
  rescue Timeout::Error => e
    ["", e.message, false]
  end

  # A Rack object is one, whatever it is made of.
  def key(row) = row.first(3) << row.last.sub(/\A#<.*>(?= \{|\z)/, "#<>")

  def sections(text)
    title = "application"
    text.each_line(chomp: true).each_with_object(Hash.new { |hash, key| hash[key] = [] }) do |line, found|
      if (name = line[/\A\[ Routes for (.*) \]\z/, 1])
        found[title = name]
      elsif (value = line[/\A(?:Prefix|Verb|URI|Controller#Action) +\| (.*)\z/, 1])
        line.start_with?("Prefix") ? found[title] << [value] : found[title].last << value
      end
    end.transform_values { |rows| rows.reject { |row| row.last.match?(FRAMEWORK) }.map { |row| key(row) } }
  end

  def named(found)
    own = found["application"]
    return found unless expected && own && expected["application"].empty?

    likely = expected.max_by { |_, rows| (rows.map(&:last) & own.map(&:last)).size }.first
    found.to_h { |title, rows| [rows.equal?(own) ? likely : title, rows] }
  end

  # The size of the longest common subsequence.
  def common(rows, others)
    places = others.each_index.group_by { |index| others[index] }
    ends = []
    rows.each do |row|
      places.fetch(row, []).reverse_each do |place|
        ends[ends.bsearch_index { |last| last >= place } || ends.size] = place
      end
    end
    ends.size
  end
end

# The folders of engines below each application, and the application itself if it holds engines.
class EngineReport
  HEAD = "| repository | folders | rows expected | exact | told | differing | beyond | refused by Rails' run |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
  FILE = File.expand_path("../../../docs/fidelity.md", __dir__)
  MARKS = /(<!-- engines -->\n).*?(<!-- \/engines -->)/m
  CLASS = /^\s*class\s+[\w:]+\s*<\s*(::)?(\w+::)*\w*Engine\b/

  def initialize(apps, sources)
    @sources = sources
    @all = apps.flat_map { |app| folders(app).map { |folder| EngineComparison.new(folder, folder.delete_prefix("#{File.dirname(app)}/")) } }
  end

  def print = @all.each { |engine| puts line(engine) }

  def write
    lines = @all.group_by { |engine| engine.name[%r{\A[^/]+}] }.filter_map { |name, engines| group(name, engines) }
    File.write(FILE, File.read(FILE).sub(MARKS) { "#{$1}#{sums}#{HEAD}#{lines.join("\n")}\n#{$2}" })
  end

  private

  def folders(app)
    files = Dir[File.join(app, "**/lib/**/*.rb")].reject { |file| file.match?(%r{/(spec|test|generators|templates|node_modules)/}) }
    engines = files.select { |file| File.read(file).scrub.match?(CLASS) }.map { |file| file[%r{\A.*?(?=/lib/)}] }
    (engines.any? && File.exist?(File.join(app, "config/routes.rb")) ? [app] : []) | engines.uniq.sort
  end

  def sums
    drawn = @all.select { |engine| engine.expected && engine.ours && engine.rows.positive? }
    parts = %i[exact told differing].map { |part| "#{drawn.sum(&part)} #{part}" }
    "#{drawn.size} folders with routes (#{drawn.sum(&:rows)} rows: #{parts.join(", ")}).\n\n"
  end

  def line(engine)
    return "#{engine.name}: refused: #{engine.refusal}" if engine.expected.nil?
    return "#{engine.name}: #{engine.rows} rows, error" if engine.ours.nil?

    "#{engine.name}: #{engine.rows} rows, #{engine.exact} exact, #{engine.told} told, #{engine.differing} differing, #{engine.beyond} beyond"
  end

  def group(name, engines)
    drawn = engines.select { |engine| engine.expected && engine.ours && engine.rows.positive? }
    refused = engines.count { |engine| engine.expected.nil? && engine.ours }
    return if drawn.empty?

    sums = %i[rows exact told differing beyond].map { |part| drawn.sum(&part) }
    "| #{@sources.name(name)} | #{drawn.size} | #{sums.join(" | ")} | #{refused} |"
  end
end

apps = Dir[File.join(ARGV.first, "*/")].sort.map { |folder| folder.chomp("/") }.select { |folder| File.basename(folder).include?(ENV["ONLY"].to_s) }
report = EngineReport.new(apps, Sources.new(ARGV.first))
ARGV.include?("--write") ? report.write : report.print
