# frozen_string_literal: true

# The Ruby side of scripts/judge/run rails speed; it calls the Go side by turns.
#   speed.rb ROUTES GOSPEED APP FILES TABLE
require "ripper"
require_relative "boot"

ROUTES, GOSPEED, APP, FILES, TABLE = ARGV
ROUNDS = 7

def processor_time
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
end

# The processor time of a child process.
def child(*command, out: File::NULL)
  before = Process.times
  system(*command, out: out, exception: true)
  after = Process.times
  (after.cutime + after.cstime) - (before.cutime + before.cstime)
end

def report(name, ours, theirs, peer)
  puts format("%-8s %8.1f ms   %-28s %8.1f ms   ratio %.1f", name, ours * 1000, peer, theirs * 1000, theirs / ours)
end

def go(*arguments) = Float(IO.popen([GOSPEED, *arguments], &:read))

sources = Dir[File.join(FILES, "**/*.rb")].map { |file| File.read(file) }
pairs = Array.new(ROUNDS) do
  start = processor_time
  sources.each { |source| Ripper.sexp(source) }
  [go("parse", FILES), processor_time - start]
end
report("parse", pairs.map(&:first).min, pairs.map(&:last).min, "Ripper.sexp")

app = Struct.new(:routes).new
Rails.define_singleton_method(:application) { app }
code = RubyVM::InstructionSequence.compile_file(File.join(APP, "config/routes.rb"))
pairs = Array.new(ROUNDS) do
  app.routes = ActionDispatch::Routing::RouteSet.new
  GC.start
  start = processor_time
  code.eval
  [go("draw", APP), processor_time - start]
end
report("draw", pairs.map(&:first).min, pairs.map(&:last).min, "RouteSet#draw, Rails #{Rails.version}")

pairs = Array.new(ROUNDS) { [child(ROUTES, "-f", APP), child("ruby", "-W0", TABLE, "print", APP)] }
report("process", pairs.map(&:first).min, pairs.map(&:last).min, "Ruby with Rails' routing code")
