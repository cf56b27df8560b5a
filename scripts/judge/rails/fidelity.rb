# frozen_string_literal: true

# Compares tables of real applications with those of real Rails. It is run by
# scripts/judge/run rails applications.
require "json"
require "set"
require_relative "limited"
require_relative "sources"

# One application: what Rails draws, what signalbox prints.
class Comparison
  LIMIT = 120 # seconds that either may take

  attr_reader :name

  def initialize(folder, name)
    @folder = folder
    @name = name
  end

  # Rails' rows, or nil if it refuses the file. The gems in GEMS_DIR draw theirs;
  # where one can't without the application, all do without. Blocks of other gem
  # words are drawn at first; where names clash then, as only the gem knows where
  # they lead, without.
  def expected
    return @expected if defined?(@expected)

    table = ["ruby", "-W0", File.join(__dir__, "table.rb"), "print", @folder, "--json"]
    @expected = rows(*table) || rows(*table, "TABLE_WORDS" => "0")
    @without = @told if @expected.nil? && !ENV["GEMS_DIR"].to_s.empty?
    @expected ||= rows(*table, "GEMS_DIR" => "") || rows(*table, "TABLE_WORDS" => "0", "GEMS_DIR" => "") if @without
    @refusal = @told unless @expected
    @expected
  end

  # Why the gems could not draw theirs, if they could not.
  attr_reader :without

  def ours
    return @ours if defined?(@ours)

    @ours = rows(ENV.fetch("ROUTES"), "-f", @folder, "--json")
  end

  attr_reader :told, :refusal

  def refused? = expected.nil?
  def failed? = ours.nil?

  # Rows that both have, in the order of both.
  def exact = common.count { |row| row["conditional"].empty? }

  # Rails' rows that signalbox prints under a condition.
  def conditional = expected.size - exact - named - differing

  # Rails' rows whose place has one of signalbox's that says to hold a value that
  # only the application knows.
  def named = pairs.count { |_, row| row && row["conditional"].empty? }

  # Rails' rows that signalbox neither has, nor marks or names.
  def differing = pairs.count { |_, row| row.nil? }

  # Rows of words of gems, and of the other side of conditions.
  def beyond = ours.size - common.size - pairs.filter_map(&:last).uniq(&:object_id).size

  def differences = pairs.filter_map { |row, other| key(row) unless other }

  private

  def rows(*command, **env)
    env = { "TABLE_REAL" => "1" }.merge(env.transform_keys(&:to_s))
    out, @err, status = Limited.capture3(env, *command, seconds: LIMIT)
    @told = @err.lines.grep(/\((Errno::\w+|(\w|::)+(Error|Exit))\)$|:\d+:\d+: /).first.to_s.strip unless status.success?
    status.success? ? JSON.parse(out) : nil
  rescue Timeout::Error, JSON::ParserError => e
    @told = e.message
    nil
  end

  # A Rack object is one, whatever it is made of: only the application knows.
  def key(row) = row.values_at("name", "verb", "path") << row["reqs"].sub(/\A#<.*>(?= \{|\z)/, "#<>")

  # Each row of Rails that is not common, with one of signalbox's that stands at
  # its place and is marked or named; nil if there is none.
  def pairs
    @pairs ||= begin
      taken = common.to_set.compare_by_identity
      left = ours.reject { |row| taken.include?(row) || !doubtful?(row) }
      seen = Hash.new(0)
      common.each { |row| seen[key(row)] += 1 }
      expected.reject { |row| (seen[key(row)] -= 1) >= 0 }.map do |row|
        at = left.each_index.select { |i| agrees?(row, left[i]) }.max_by { |i| alike(row, left[i]) }
        [row, at && (each?(left[at]) ? left[at] : left.delete_at(at))]
      end
    end
  end

  # Tells whether a row that is marked or named can stand for one of Rails: it comes
  # from the same line, and what no unknown value is in is the same; of a row that
  # only its line's diagnostic names, path, name or controller is.
  def agrees?(row, other)
    return false unless other.values_at("source", "verb") == row.values_at("source", "verb")
    return true if each?(other)
    return alike(row, other).positive? unless PARTS.any? { |part| open?(other[part]) }

    fits?(other["path"], row["path"]) && fits?(other["reqs"], row["reqs"]) && (open?(other["path"]) || fits?(other["name"], row["name"]))
  end

  PARTS = %w[name path reqs].freeze

  def alike(row, other) = PARTS.count { |part| row[part] == other[part] }

  # Unknown values as tables show them: `:Settings.path` in paths, the text alone
  # elsewhere.
  def open?(text) = texts.any? { |unknown| text.to_s.include?(unknown) }

  def fits?(ours, theirs)
    pattern = texts.sort_by { |text| -text.size }.reduce(Regexp.escape(ours.to_s)) { |all, text| all.gsub(/(,\\ )?:?#{Regexp.escape(Regexp.escape(text))}/) { ".*" } }
    theirs.to_s.match?(/\A#{pattern}\z/m)
  end

  # Tells a row that stands for those of all elements of a list.
  def each?(row) = row.values_at("path", "reqs").any? { |text| text.match?(/\.each(_\w+)?(\(0\)|0)/) }

  def doubtful?(row)
    row["conditional"].any? || row.to_json.include?('{"unknown":') || places.include?(row["declared"] || row["source"]) ||
      texts.any? { |text| row["reqs"].include?(text) || row["path"].include?(text) } || notes.any? { |note| note["message"].start_with?("unknown constraints ") }
  end

  # What is doubtful, place by place, but what only the whole table shows.
  def notes
    @notes ||= begin
      out, = Limited.capture3(ENV.fetch("ROUTES"), "check", "-f", @folder, "--json", seconds: LIMIT)
      JSON.parse(out).select { |note| note["severity"] == "warning" && !%w[conditional shadowed duplicate concern].include?(note["kind"]) }
    end
  rescue Timeout::Error, JSON::ParserError
    @notes = []
  end

  # The unknown values that a diagnostic names.
  def texts = @texts ||= notes.filter_map { |note| note["expression"] if note["kind"] == "unknown" }.uniq - [""]

  # The lines that a diagnostic names.
  def places = @places ||= notes.map { |note| note["source"] }.to_set

  # The longest common subsequence, by the positions of equal rows: each row of
  # Rails takes the next equal one of ours.
  def common
    @common ||= begin
      places = Hash.new { |hash, row| hash[row] = [] }
      ours.each_with_index { |row, index| places[key(row)] << index }
      chosen = longest(expected.map { |row| places[key(row)] })
      chosen.map { |index| ours[index] }
    end
  end

  # Hunt and Szymanski: the longest rising run through the places of each row.
  def longest(places)
    ends = []
    links = []
    places.each do |candidates|
      candidates.reverse_each do |place|
        at = ends.bsearch_index { |link| links[link].first >= place } || ends.size
        links << [place, at.zero? ? nil : ends[at - 1]]
        ends[at] = links.size - 1
      end
    end
    run = []
    link = ends.last
    while link
      run.unshift(links[link].first)
      link = links[link].last
    end
    run
  end
end

# The table in docs/fidelity.md.
class Report
  HEAD = "| application | rows expected | exact | conditional | named | differing | beyond |\n|---|--:|--:|--:|--:|--:|--:|\n"
  FILE = File.expand_path("../../../docs/fidelity.md", __dir__)
  MARKS = /(<!-- applications -->\n).*?(<!-- \/applications -->)/m

  def initialize(folders, sources) = @all = folders.map { |folder| Comparison.new(folder, sources.name(File.basename(folder))) }

  def print
    @all.each do |app|
      puts line(app)
      puts "  the gems refuse: #{app.without}" if app.without && !app.refused?
      app.differences.each { |row| puts "  - #{row.join(" ")}" } if ENV["VERBOSE"] && !app.refused? && !app.failed?
    end
  end

  def write
    text = sums + HEAD + @all.map { |app| line(app) + "\n" }.join
    File.write(FILE, File.read(FILE).sub(MARKS) { $1 + text + $2 })
  end

  private

  def sums
    drawn, refused = @all.reject(&:failed?).partition { |app| !app.refused? }
    parts = %i[exact conditional named differing].map { |part| "#{drawn.sum(&part)} #{part}" }
    both = @all.count { |app| app.failed? && app.refused? }
    "#{@all.size} applications: Rails draws #{drawn.size}, of which #{drawn.count { |app| app.differing.zero? }} have no differing row " \
      "(#{drawn.sum { |app| app.expected.size }} rows: #{parts.join(", ")}); both refuse #{both}; the judge alone refuses #{refused.size}.\n\n"
  end

  def line(app)
    return "| #{app.name} | refused: #{reason(app)} | #{app.failed? ? "refused too" : "#{app.ours.size} rows"} | | | | |" if app.refused?
    return "| #{app.name} | #{app.expected.size} | error: #{app.told.tr("|", "/")} | | | | |" if app.failed?

    "| #{app.name} | #{app.expected.size} | #{app.exact} | #{app.conditional} | #{app.named} | #{app.differing} | #{app.beyond} |"
  end

  # Rails' words, without the places of this machine.
  def reason(app)
    app.refusal.to_s[/in [`'][^'`]*': (.*)/, 1].to_s.gsub(/0x\h+/, "0x...").gsub(%r{/\S*/(?=config/|app/|lib/)}, "").tr("|", "/").delete("`")[0, 110]
  end
end

folders = Dir[File.join(ARGV.first, "*/")].sort.map { |folder| folder.chomp("/") }
folders.select! { |folder| File.basename(folder).include?(ENV["ONLY"].to_s) && File.exist?(File.join(folder, "config/routes.rb")) }
report = Report.new(folders, Sources.new(ARGV.first))
ARGV.include?("--write") ? report.write : report.print
