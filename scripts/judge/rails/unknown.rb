# frozen_string_literal: true

# Compares what signalbox makes of conditions that only the application knows
# with what real Rails draws for each of their answers. It is run by
# scripts/judge/run rails unknown.
#
#   ruby -W0 unknown.rb compare ROUTES COUNT SEED DIR   cases of DIR, then COUNT generated files
#   ruby -W0 unknown.rb write DIR                       writes combinations.json of each case of DIR
#   ruby -W0 unknown.rb check ROUTES FILE...            compares files
require_relative "boot"
require_relative "application_files"
require_relative "stand_ins"
require_relative "answers"
require_relative "unknown_files"
require_relative "settled"
require "open3"
require "tempfile"

# The answers of the application in one run: `S.a?` is asked for by that text.
class World
  DOMAINS = { "mode" => [:a, :b, "c"] }.freeze
  MOST = 600 # runs of one file

  attr_reader :values, :asked

  def initialize(values)
    @values = values
    @asked = {}
  end

  def answer(receiver, name, arguments)
    text = "#{receiver}.#{name}"
    text += "(#{arguments.map(&:inspect).join(", ")})" if arguments.any?
    ask(text, DOMAINS[name.to_s])
  end

  def ask(text, domain = nil)
    return @values[text] if @values.key?(text)

    domain ||= [false, true]
    @asked[text] ||= domain
    domain.first
  end

  # All worlds that a block tells apart; it gives the questions of one.
  def self.each
    open = [{}]
    seen = 0
    until open.empty?
      values = open.pop
      asked = yield(values)
      return if (seen += 1) > MOST

      chosen = values.dup
      asked.each do |text, domain|
        domain.drop(1).each { |value| open << chosen.merge(text => value) }
        chosen[text] = domain.first
      end
    end
  end

  class << self
    attr_accessor :now
  end
end

# A constant of the application: its predicates and modes are the world's.
class Constant
  def initialize(name) = @name = name

  def method_missing(name, *arguments, &block)
    return block.call if block # a method that decides whether to run its block does
    return true unless name.end_with?("?") || World::DOMAINS.key?(name.to_s)

    World.now.answer(@name, name, arguments)
  end

  def respond_to_missing?(name, *) = !%i[to_ary to_hash to_str call matches? to_proc].include?(name)
  def inspect = @name
end

# Runs one file in one world, in a process of its own.
class Run
  CONSTANTS = %w[S Settings Feature].freeze

  def initialize(file, values)
    @file = file
    @values = values
  end

  # What Rails draws, and the conditions that hold.
  def result(conditions = [])
    reader, writer = IO.pipe.each(&:binmode)
    pid = fork do
      reader.close
      writer.write(Marshal.dump(answer(conditions)))
      writer.close
      exit!(0)
    end
    writer.close
    told = Marshal.load(reader.read)
    Process.wait(pid)
    told
  end

  private

  def answer(conditions)
    World.now = World.new(@values)
    CONSTANTS.each { |name| Object.const_set(name, Constant.new(name)) }
    text = File.read(@file)
    text.scan(/defined\?\((Gem\w*)\)/).flatten.uniq.each { |name| Object.const_set(name, Module.new) if World.now.ask("defined?(#{name})") }
    rows = draw(text)
    asked = World.now.asked.dup
    { rows: rows, asked: asked, holds: conditions.map { |list| list.map { |condition| holds(condition) } } }
  rescue StandardError => e
    { error: "#{e.class}: #{e.message}", asked: World.now.asked }
  end

  def draw(text)
    Rails.application = StandIns::Application.new(File.dirname(@file), false)
    eval(text, TOPLEVEL_BINDING.dup, @file)
    Rails.application.routes.routes.map do |route|
      row = Answers.row(route, 0)
      row.values_at("name", "verb", "path", "reqs").map { |part| part.to_s }
    end
  end

  def holds(condition)
    eval(condition, TOPLEVEL_BINDING.dup) ? true : false
  rescue StandardError, SyntaxError
    nil # a text that stands for more than it says
  end
end

# What signalbox makes of a file.
class Ours
  attr_reader :rows, :conditions, :told, :error

  def initialize(routes, file)
    out, @told, status = Open3.capture3(routes, "-f", file, "--json")
    @error = @told unless status.success?
    all = @error ? [] : JSON.parse(out)
    @rows = all.map { |row| row.values_at("name", "verb", "path", "reqs").map(&:to_s) }
    @conditions = all.map { |row| row["conditional"] || [] }
  end
end

# One file and all worlds.
class Comparison
  def initialize(routes, file)
    @ours = Ours.new(routes, file)
    @file = file
  end

  # The first difference, nil if there is none.
  def difference
    return "refused: #{@ours.error}" if @ours.error

    drawn = 0
    last = nil
    World.each do |values|
      result = Run.new(@file, values).result(@ours.conditions)
      last = result[:error]
      next result[:asked] if last

      drawn += 1
      said = compare(result)
      return "where #{values.merge(result[:asked].transform_values(&:first)).inspect}:\n#{said}" if said
      result[:asked]
    end
    "Rails draws it in no world: #{last}" if drawn.zero?
  end

  private

  def compare(result)
    kept = @ours.rows.zip(result[:holds]).filter_map do |row, holds|
      next if holds.include?(false)

      [row, holds.include?(nil)]
    end
    return if matches?(kept, result[:rows])

    "Rails:\n#{list(result[:rows])}ours:\n#{list(kept.map(&:first))}"
  end

  def list(rows) = rows.map { |row| "  #{row.join("  ")}\n" }.join

  # Rows whose condition can't be told may be there or not.
  def matches?(kept, rows)
    reach = [0]
    kept.each do |row, may|
      reach = reach.flat_map { |i| [(i + 1 if rows[i] == row), (i if may)].compact }.uniq
    end
    reach.include?(rows.size)
  end
end

def write(folder)
  Dir[File.join(folder, "*.rb")].sort.each do |file|
    all = []
    World.each do |values|
      result = Run.new(file, values).result
      asked = result[:asked]
      all << { "values" => values.merge(asked.transform_values(&:first)), "rows" => result[:rows] } unless result[:error]
      asked
    end
    abort "#{file}: Rails draws it in no world" if all.empty?
    rows = all.map { |one| JSON.generate(Answers.encode(one)) }
    File.write(file.sub(/\.rb\z/, ".json"), "[\n#{rows.join(",\n")}\n]\n")
    puts "#{file}: #{all.size} combinations"
  end
end

# Writes rails.json of each application beside DIR's, in settled.
def write_settled(folder)
  Dir[File.join(folder, "*/")].sort.each do |application|
    rows = Settled.new(application).rows
    File.write(File.join(application, "rails.json"), "[\n#{rows.map { |row| JSON.generate(row) }.join(",\n")}\n]\n")
    puts "#{application}: #{rows.size} rows"
  end
end

# Compares each with what signalbox lists: the number that differ.
def check_settled(routes, folder)
  Dir[File.join(folder, "*/")].count do |application|
    ours = Ours.new(routes, application)
    rows = Settled.new(application).rows
    same = ours.rows == rows && ours.conditions.flatten.empty? && ours.told.empty?
    puts "#{application}:\n#{ours.told}Rails:\n#{rows.map { |row| "  #{row}\n" }.join}ours:\n#{ours.rows.map { |row| "  #{row}\n" }.join}" unless same
    !same
  end
end

def check(routes, files)
  bad = files.reject do |file|
    said = Comparison.new(routes, file).difference
    puts "#{file}: #{said}" if said
    said.nil?
  end
  bad.size
end

# Generated files; the smallest that differs is printed.
def generate(routes, count, seed)
  bad = 0
  count.times do |i|
    text = UnknownFiles.new(seed + i).text
    Tempfile.create(["routes", ".rb"]) do |file|
      File.write(file.path, text)
      said = Comparison.new(routes, file.path).difference
      next unless said

      bad += 1
      puts "seed #{seed + i}:\n#{text}#{said}\n\n"
    end
  end
  bad
end

$stdout.sync = true
case ARGV.shift
when "compare"
  routes, count, seed, folder = ARGV
  bad = check(routes, Dir[File.join(folder, "*.rb")].sort) + generate(routes, Integer(count), Integer(seed))
  bad += check_settled(routes, File.join(folder, "../settled"))
  puts "#{count} generated files and #{Dir[File.join(folder, "*.rb")].size} cases, #{bad} differ from Rails #{Rails.version}"
  exit 1 if bad.positive?
when "write"
  write(ARGV.first)
  write_settled(File.join(ARGV.first, "../settled"))
when "check" then exit 1 if check(ARGV.shift, ARGV).positive?
else abort File.read(__FILE__)[/^# Compares.*?(?=^require)/m].gsub(/^# ?/, "")
end
