# frozen_string_literal: true

# Compares tables of real applications with those of real Rails. It is run by
# scripts/fidelity.
require "json"
require "open3"
require "timeout"

# One application: what Rails draws, what signalbox prints.
class Comparison
  LIMIT = 60 # seconds that either may take

  def initialize(folder)
    @folder = folder
  end

  def name = File.basename(@folder)

  # Rails' rows, or nil if it refuses the file.
  def expected = @expected ||= rows("ruby", "-W0", File.join(__dir__, "table.rb"), "print", @folder, "--json")

  def ours = @ours ||= rows(ENV.fetch("ROUTES"), "-f", @folder, "--json")

  def refused? = expected.nil?
  def failed? = ours.nil?

  # The rows of both, in the order of both, by the longest common run.
  def exact = @exact ||= common.count { |row| row["conditional"].to_a.empty? }

  def conditional = ours.count { |row| row["conditional"].to_a.any? }

  # Rows of Rails that signalbox has neither as they are nor under a condition.
  def unresolved = expected.size - common.size

  # Rows that only the words of gems, or the other side of a condition, bring.
  def beyond = ours.size - common.size

  def told = @told.to_s

  def differences
    shown = common.map { |row| key(row) }
    expected.map { |row| key(row) }.reject { |row| shown.include?(row) }
  end

  private

  def rows(*command)
    out, err, status = Timeout.timeout(LIMIT) { Open3.capture3({ "TABLE_REAL" => "1" }, *command) }
    @told = err.lines.first.to_s.strip unless status.success?
    status.success? ? JSON.parse(out) : nil
  rescue Timeout::Error, JSON::ParserError => e
    @told = e.message
    nil
  end

  def key(row) = row.values_at("name", "verb", "path", "reqs")

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
  HEAD = "| application | rows expected | exact | conditional | unresolved | beyond |\n|---|--:|--:|--:|--:|--:|\n"
  FILE = File.expand_path("../../docs/fidelity.md", __dir__)
  MARKS = /(<!-- applications -->\n).*?(<!-- \/applications -->)/m

  def initialize(folders) = @all = folders.map { |folder| Comparison.new(folder) }

  def print
    @all.each do |app|
      puts line(app)
      app.differences.each { |row| puts "  - #{row.join(" ")}" } if ENV["VERBOSE"] && !app.refused? && !app.failed?
    end
  end

  def write
    text = HEAD + @all.map { |app| line(app) + "\n" }.join
    File.write(FILE, File.read(FILE).sub(MARKS) { $1 + text + $2 })
  end

  private

  def line(app)
    return "| #{app.name} | refused by Rails | #{app.failed? ? "refused" : "#{app.ours.size} rows"} | | | |" if app.refused?
    return "| #{app.name} | #{app.expected.size} | error: #{app.told.tr("|", "/")} | | | |" if app.failed?

    "| #{app.name} | #{app.expected.size} | #{app.exact} | #{app.conditional} | #{app.unresolved} | #{app.beyond} |"
  end
end

folders = Dir[File.join(ARGV.first, "*/")].sort.map { |folder| folder.chomp("/") }
folders.select! { |folder| File.basename(folder).include?(ENV["ONLY"].to_s) && File.exist?(File.join(folder, "config/routes.rb")) }
report = Report.new(folders)
ARGV.include?("--write") ? report.write : report.print
