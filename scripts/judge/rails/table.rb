# frozen_string_literal: true

# Prints what real Rails makes of a routes file, and writes the expectations of
# the cases in testdata/golden. It is run by scripts/judge/run rails tables.
#
#   ruby -W0 table.rb print TARGET [--expanded | --json] [-c CONTROLLER] [-g PATTERN]
#   ruby -W0 table.rb write DIR...
#   ruby -W0 table.rb answer TARGET <QUESTIONS
#
# QUESTIONS are JSON lines as in requests.jsonl or paths.jsonl; each gets a line with what Rails answers. TARGET is a routes file or an application's directory. Each DIR holds folders
# of cases (config/routes.rb in each), or single files that Rails must refuse.
require_relative "boot"
require_relative "stand_ins"
require_relative "application_files"
require_relative "answers"
require_relative "gems"
require_relative "framework"
require_relative "booted"
require "active_model/type"
require "active_support/cache"
require "fileutils"
require "optparse"
require "timeout"
require "tmpdir"

# An application whose routes file is drawn by Rails.
class Application
  attr_reader :root, :file

  def initialize(target)
    target = File.realpath(target)
    @file = File.directory?(target) ? File.join(target, "config/routes.rb") : target
    folder = File.dirname(@file)
    @root = File.basename(folder) == "config" ? File.dirname(folder) : folder
  end

  # Draws the routes; with gaps, what only the application knows is made up.
  def draw(gaps: true)
    if Booted.wanted?(head)
      record_sources
      return Booted.new(root).draw
    end

    Rails.application = StandIns::Application.new(root, api_only?)
    home = Pathname.new(root)
    Rails.define_singleton_method(:root) { home }
    StandIns.install! if gaps
    record_sources
    StandIns.drawing = true
    real? ? look_around : load_gems
    Rails.application.routes.disable_clear_and_finalize = true if real? # as Rails' reloader does
    framework ? framework.draw { evaluate } : evaluate
    drawn.tap { |set| set.finalize! if real? }
  ensure
    StandIns.drawing = false
  end

  # The gems whose own words the file uses; `# oracle: gems devise` says so.
  def gems = head[/^# oracle: gems (.+)/, 1].to_s.split(/[ ,]+/)

  # The routes of the framework, if the file asks for them.
  def framework = @framework ||= (Framework.new(root) if Framework.wanted?(head))

  # The place that is expected of a syntax error, from `# at: PLACE`.
  def place = head[/^# at: (\S+)/, 1]

  private

  # Tells that a real application is drawn (TABLE_REAL=1): its gems are missing, its
  # files are looked into, and what Rails 8.1 refuses and earlier ones drew is drawn:
  # unknown actions in only: and except:, several paths.
  def real? = ENV["TABLE_REAL"] == "1"

  def load_gems
    GemWords.load(gems, root) if gems.any?
    Dir[File.join(root, "config/initializers/**/*.rb")].sort.each { |initializer| Kernel.load(initializer) }
  end

  # Of a real application only the initializers that routes depend on are run.
  def look_around
    Dir.chdir(root)
    Rails.application.routes.draw_paths.concat(Packs.folders(root).map { |pack| File.join(pack, "config/routes") })
    ActionDispatch::Routing::Mapper::Resources::Resource.prepend(KnownActions)
    ActionDispatch::Routing::Mapper.prepend(SeveralPaths)
    ActionDispatch::Routing::Redirect.prepend(PlacelessRedirect)
    Rails.define_singleton_method(:logger) { StandIns::Value.new("Rails.logger") }
    Rails.cache = ActiveSupport::Cache::NullStore.new # settings that are kept there and in the database have their defaults
    ActionDispatch::Routing::RouteSet.prepend(Module.new { def draw_paths = super.presence || Rails.application.routes.draw_paths }) # an engine's
    Time.singleton_class.prepend(Module.new { def zone = super || LocalZone })
    names = GemWords.of(root)
    GemWords.load_real(names, root)
    ApplicationFiles.install!(root)
    ApplicationFiles.settings
    run_words_of_gems
    settings = Regexp.union(*names.filter_map { |name| GemWords::SETTINGS[name] })
    ApplicationFiles.initializing do
      Dir[File.join(root, "config/initializers/**/*.rb")].sort.each do |file|
        text = File.read(file).scrub
        ApplicationFiles.run(file) if text.match?(/inflect|Routing::Mapper|I18n\.\w+_locale/) || asked_settings.any? { |name| text.match?(/config\.#{name}\b/) }
        ApplicationFiles.initialize_by(file) if text.match?(settings)
      end
    end
    GemWords.complete
  end

  # Runs what gems in the application's repository give the mapper.
  def run_words_of_gems
    gemfile = File.join(root, "Gemfile")
    return unless File.exist?(gemfile)

    folders = Booted::LenientGemfile.new(gemfile).within(root).map(&:last)
    files = folders.flat_map { |folder| Dir[File.join(folder, "lib/**/*.rb")].sort }
    files.each { |file| ApplicationFiles.run(file) if File.read(file).scrub.match?(/Routing::Mapper/) }
  rescue StandardError, ScriptError => e
    $stderr.puts "#{gemfile}: #{e.message.lines.first}"
  end

  # The settings of the application that its routes ask for by name.
  def asked_settings
    @asked_settings ||= Dir[file, File.join(root, "config/routes/**/*.rb")].flat_map do |name|
      File.read(name).scrub.scan(/\b(?:Rails\.application\.config|Rails\.configuration)\.(?!x\b)(\w+)/).flatten
    end.uniq
  end

  def head = @head ||= File.foreach(file).first(12).join.scrub

  def api_only?
    settings = File.join(root, "config/application.rb")
    File.exist?(settings) && File.read(settings).match?(/^\s*config\.api_only\s*=\s*true/)
  end

  # Lets Rails note the place of every declaration, as it does in development.
  def record_sources
    prefix = "#{root}/"
    mapper = ActionDispatch::Routing::Mapper
    mapper.route_source_locations = true
    mapper.backtrace_cleaner = Class.new do
      define_method(:clean_frame) { |frame, *| frame.to_s.start_with?(prefix) ? frame.to_s.delete_prefix(prefix) : nil }
    end.new
  end

  # A file without a block of its own is drawn by another one, or as a whole.
  def evaluate
    text = File.read(file)
    shown = text.scrub
    if RUBY_VERSION < "3.4" && shown.match?(/\{\s*\w+ it\b/)
      eval(text.gsub(/(\{\s*\w+ )it\b/, '\1_1'), TOPLEVEL_BINDING, file)
    elsif shown.match?(/\.draw\b|routes\.(append|prepend)\b/)
      Kernel.load(file)
    else
      path = file
      Rails.application.routes.draw { instance_eval(text, path) }
    end
  end

  # The routes of the application, or of the one engine that the file draws.
  def drawn
    set = Rails.application.routes
    return set if set.routes.any?

    engines = (StandIns.engines + Rails::Engine.subclasses).uniq.select { |engine| !engine.abstract_railtie? && engine.routes.routes.any? }
    engines.one? ? engines.first.routes : set
  end
end

# Leaves unknown actions of only: and except: out, as Rails up to 7.2 does.
module KnownActions
  def initialize(entities, api_only, shallow, only: nil, except: nil, **options)
    super(entities, api_only, shallow, only: known(only), except: known(except), **options)
  end

  private

  def known(actions)
    actions && Array(actions).select { |action| self.class.default_actions(false).include?(action.to_sym) }
  end
end

# The zone of an application that sets none: that of the machine.
module LocalZone
  def self.today = Date.today
  def self.method_missing(...) = Time.public_send(...)
  def self.respond_to_missing?(...) = Time.respond_to?(...)
end

# Maps each of several paths, as Rails up to 8.0 does.
module SeveralPaths
  %i[match get post put patch delete options].each do |word|
    define_method(word) do |*paths, **options, &block|
      last = paths.extract_options!
      next super(*paths, *[last].reject(&:empty?), **options, &block) if paths.size < 2

      paths.each { |path| super(path, **last, **options, &block) }
    end
  end
end

# A redirect made without the place in the file that Rails 8.1 gives it.
module PlacelessRedirect
  def initialize(status, block, source_location = nil) = super
end

# An exception told as Ruby 3.4 would, without the paths of this machine.
class Failure
  def initialize(error, root)
    @error = error
    @root = root
  end

  def to_s(place = nil)
    "class: #{@error.class}\nat: #{place || at}\nmessage: #{message}\n"
  end

  def at
    if @error.is_a?(SyntaxError) && @error.message =~ %r{#{Regexp.escape(@root)}/([^:\s]+):(\d+):}
      return "#{$1}:#{$2}"
    end

    @error.backtrace.to_a.filter_map { |line| line[%r{\A#{Regexp.escape(@root)}/(\S+?\.rb:\d+)}, 1] }.first
  end

  def message
    return "(syntax error; wording is free)" if @error.is_a?(SyntaxError)

    text = @error.message.gsub("#{@root}/", "").gsub(@root, ".")
    text = text.gsub(/`([^'`\n]*)'/, "'\\1'") if @error.is_a?(NameError)
    text = text.gsub(/#<Object:0x\h+[^>]*>/, "an instance of Object")
               .sub("for nil:NilClass", "for nil")
               .sub(/undefined method ('[^']*') for .*?:([A-Z]\w*(?:::[A-Z]\w*)*)(\n|\z)/, 'undefined method \1 for an instance of \2\3')
    text = text.sub(/(undefined method '[^']*' for) #<([A-Z][\w:]*) .*>/m, '\1 an instance of \2')
    Answers.without_addresses(text.sub(/\n*Did you mean\?.*/m, "")).strip
  end
end

# One folder of testdata/golden.
class GoldenCase
  def initialize(folder)
    @folder = File.realpath(folder)
    @app = Application.new(@folder)
  end

  def write
    missing = GemWords.missing(@app.gems)
    return "left alone, GEMS_DIR has no #{missing.join(" and ")}" if missing.any?
    return "left alone, GEMS_DIR lacks trees of Gemfile.lock" if @app.framework&.missing?
    return write_error if File.exist?(path("error.txt"))

    @set = @app.draw
    write_rows
    write_tables
    Answers.observe(@set)
    answer("requests.jsonl", %w[method path host headers body]) { |asked| Answers.request(@set, asked) }
    answer("paths.jsonl", %w[name kind args params]) { |asked| Answers.helper(@set, asked) }
    "#{@set.routes.to_a.size} routes"
  end

  private

  def path(name) = File.join(@folder, name)

  def write_error
    @app.draw(gaps: false)
    File.write(path("error.txt"), "NO ERROR\n")
    "NO ERROR"
  rescue Exception => e # rubocop:disable Lint/RescueException: a syntax error is none of StandardError
    File.write(path("error.txt"), Failure.new(e, @folder).to_s(@app.place))
    "error: #{e.class}"
  end

  def write_rows
    rows = @set.routes.each_with_index.map { |route, index| JSON.generate(Answers.row(route, index)) }
    File.write(path("routes.json"), "[\n#{rows.join(",\n")}\n]\n")
  end

  # expanded.txt is only kept up where it is.
  def write_tables
    File.write(path("routes.txt"), Table.new(@set).sheet)
    File.write(path("expanded.txt"), Table.new(@set).expanded) if File.exist?(path("expanded.txt"))
  end

  # Answers the inputs of a file of JSON lines.
  def answer(name, inputs)
    return unless File.exist?(path(name))

    rows = File.readlines(path(name)).map do |line|
      asked = JSON.parse(line).slice(*inputs)
      JSON.generate(asked.merge("expect" => yield(asked)))
    end
    File.write(path(name), rows.join("\n") + "\n")
  end
end

# The text that `rails routes` prints.
class Table
  def initialize(set) = @set = set

  def sheet(**filter) = print(ActionDispatch::Routing::ConsoleFormatter::Sheet.new, filter)

  # Without source locations, which Rails only shows in development.
  def expanded(**filter)
    @set.routes.each { |route| route.instance_variable_set(:@source_location, nil) }
    print(ActionDispatch::Routing::ConsoleFormatter::Expanded.new(width: 80), filter)
  end

  private

  def print(formatter, filter)
    ActionDispatch::Routing::RoutesInspector.new(@set.routes).format(formatter, filter).sub(/\n*\z/, "\n")
  end
end

# A file that Rails must refuse, as the routes file of an application
# that has nothing else; FILE.txt tells how.
class RefusedFile
  def initialize(file) = @file = file

  def write
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p(File.join(folder, "config"))
      FileUtils.cp(@file, File.join(folder, "config/routes.rb"))
      text = told_by(Application.new(folder))
      File.write(@file.sub(/\.rb\z/, ".txt"), text)
      text.lines.first.chomp
    end
  end

  private

  def told_by(app)
    app.draw(gaps: false)
    "NO ERROR\n"
  rescue Exception => e # rubocop:disable Lint/RescueException: a syntax error is none of StandardError
    Failure.new(e, app.root).to_s(app.place && "config/routes.rb:#{app.place}")
  end
end

# Each case is written by a process of its own, for what it defines.
def apart
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    ENV.replace(ENV.slice("RAILS_ENV", "GEMS_DIR"))
    writer.write(yield)
  rescue StandardError, ScriptError => e
    writer.write("FAILED: #{e.full_message(highlight: false)}")
  ensure
    writer.close
    exit!(0)
  end
  writer.close
  reader.read.tap { Process.wait(pid) }
end

# The cases of a folder, each with its name.
def cases(folder)
  folders = Dir[File.join(folder, "*/config/routes.rb")].map { |file| File.dirname(file, 2) }
  all = folders.to_h { |name| [name, GoldenCase] }
  Dir[File.join(folder, "*.rb")].each { |name| all[name] = RefusedFile }
  all.select { |name, _| name.include?(ENV["ONLY"].to_s) }.sort
end

def write(folders)
  told = folders.flat_map { |folder| cases(folder) }.map do |name, kind|
    apart { kind.new(name).write }.tap { |text| puts "#{name}: #{text}" }
  end
  exit 1 if told.any? { |text| text.start_with?("FAILED", "NO ERROR") }
end

def print(arguments)
  filter = {}
  form = "sheet"
  rest = OptionParser.new do |o|
    o.on("-E", "--expanded") { form = "expanded" }
    o.on("--json") { form = "json" }
    o.on("-c", "--controller NAME") { |name| filter[:controller] = name }
    o.on("-g", "--grep PATTERN") { |pattern| filter[:grep] = pattern }
  end.parse(arguments)
  abort "usage: table.rb print TARGET [--expanded | --json] [-c CONTROLLER] [-g PATTERN]" unless rest.one?

  set = unheard { Application.new(rest.first).draw }
  puts form == "json" ? rows(set) : Table.new(set).public_send(form, **filter)
end

# Files of applications may print, too: that is no part of the table.
def unheard
  out = $stdout
  $stdout = $stderr
  yield
ensure
  $stdout = out
end

# The seconds that Rails has for an answer; Ruby 3.1 tries the requirements of some for hours.
PATIENCE = 20
TooSlow = Class.new(Exception) # rubocop:disable Lint/InheritException: answers rescue all of StandardError

# Answers requests and calls of helpers as they come; the status of those that take too long is 0.
def answer(arguments)
  abort "usage: table.rb answer TARGET <QUESTIONS" unless arguments.one?

  set = Application.new(arguments.first).draw
  Answers.observe(set)
  $stdin.each_line do |line|
    asked = JSON.parse(line)
    puts JSON.generate(Timeout.timeout(PATIENCE, TooSlow) { asked["params"] ? Answers.helper(set, asked) : Answers.request(set, asked) })
  rescue TooSlow
    puts JSON.generate("status" => 0)
  end
end

def rows(set)
  all = set.routes.each_with_index.map { |route, index| JSON.generate(Answers.row(route, index)) }
  "[\n#{all.join(",\n")}\n]"
end

$stdout.sync = true
case ARGV.shift
when "print" then print(ARGV)
when "write" then write(ARGV)
when "answer" then answer(ARGV)
when "version" then puts "Rails #{Rails.version}"
else abort File.read(__FILE__)[/^# Prints.*?(?=^require)/m].gsub(/^# ?/, "")
end
