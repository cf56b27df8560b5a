# frozen_string_literal: true
# Writes TOPIC.jsonl beside each TOPIC.rb: what Ruby gives for every line. The topics are
# the files beside this one and those of dsl/stdlib/testdata.
#
#   scripts/judge/run ruby lines [FILE...]
#
# ActiveSupport must be 8.1. Ruby may be 3.1 or later; inspect and messages are put into the
# words of Ruby 3.4, and lines whose result differs in more than words don't belong into a
# topic. Topics of a gem are left alone where it is older than that of a new application.
# Blank lines and lines with # in front are left out. Every line runs in a process of its own.

require "base64"
require "cgi"
require "digest"
require "erb"
require "ipaddr"
require "logger"
require "openssl"
require "securerandom"
require "time"
require "uri"
require "set"
require "json"
require "timeout"
require "bigdecimal"
require "pathname"
unless Thread.respond_to?(:each_caller_location)
  def Thread.each_caller_location(*) = caller_locations(2).each { |l| yield l }
end
unless Class.method_defined?(:attached_object)
  class Class
    def attached_object = ObjectSpace.each_object(self).find { |o| o.singleton_class.equal?(self) }
  end
end
$VERBOSE = nil
require "active_support"
require "active_support/all"
require "active_support/security_utils"
require "rack"
abort "ActiveSupport 8.1 is needed, this is #{ActiveSupport.version}" unless ActiveSupport.version.to_s.start_with?("8.1.")

# The topics of gems, with the versions that they need and those that there are.
GEMS = { "rack" => ["3.2", Rack::RELEASE], "uri" => ["1.1", URI::VERSION], "ipaddr" => ["1.2.9", IPAddr::VERSION] }.freeze

# Hash#inspect and to_s of Ruby 3.4.
module Inspect34
  def inspect
    return "{}" if empty?
    seen = (Thread.current[:inspect34] ||= [])
    return "{...}" if seen.any? { |h| h.equal?(self) }
    seen.push(self)
    begin
      "{#{map { |k, v| Inspect34.key(k) + v.inspect }.join(", ")}}"
    ensure
      seen.pop
    end
  end

  def to_s = inspect

  def self.key(k)
    return "#{k.inspect} => " unless Symbol === k
    s = k.inspect
    s =~ /\A:[A-Za-z_]\w*[?!]?\z/ || s.start_with?(':"') ? "#{s[1..]}: " : "#{k.to_s.inspect}: "
  end
end
Hash.prepend(Inspect34)

module Core34
  module_function

  def inspect(v)
    s = v.inspect
    raise "no text that is the same in every run: #{s}" if s =~ /0x[0-9a-f]{8}/
    s
  end

  def describe(o)
    case o
    when nil then "nil"
    when true then "true"
    when false then "false"
    when Class then "class #{o.name}"
    when Module then "module #{o.name}"
    else o.equal?(TOPLEVEL_BINDING.receiver) ? "main" : "an instance of #{o.class}"
    end
  end

  def message(e)
    m = e.message.dup
    m = m.sub(/\n*Did you mean\?.*/m, "")
    case e
    when FrozenError
      m = m.sub(/\A(can't modify frozen [^:]+): .*/m) { "#{$1}: #{inspect(e.receiver)}" } if m.include?(": ")
    when KeyError
      m = m.sub(/\Akey not found: .*/m) { "key not found: #{inspect(e.key)}" }
    when NameError
      m = m.gsub(/`([^'`\n]*)'/) { "'#{$1}'" }
      m = m.sub(/\A(undefined (?:local variable or )?method '[^']*' for |(?:private|protected) method '[^']*' called for ).*/m) { "#{$1}#{describe(e.receiver)}" }
    end
    m = m.gsub(/`([^'`\n]*)'/) { "'#{$1}'" } unless e.class.name.start_with?("Rack::")
    raise "no message that is the same in every run: #{m}" if m =~ /0x[0-9a-f]{8}/
    m
  end

  def row(expr)
    value = Timeout.timeout(10) { TOPLEVEL_BINDING.dup.eval(expr) }
    { "expr" => expr, "value" => inspect(value) }
  rescue SyntaxError => e
    raise "not Ruby: #{e.message}"
  rescue Exception => e
    raise if RuntimeError === e && e.backtrace.first.to_s.start_with?(__FILE__)
    { "expr" => expr, "error" => e.class.name, "message" => message(e) }
  end

  # apart runs a line in a process of its own, so that what it defines is gone
  # with it.
  def apart(expr)
    rd, wr = IO.pipe
    pid = fork do
      rd.close
      $stdout.reopen(File::NULL)
      $stderr.reopen(File::NULL)
      line = begin
        JSON.generate(row(expr))
      rescue Exception => e
        "!#{e.class}: #{e.message}"
      end
      wr.write(line)
      wr.close
      exit!(0)
    end
    wr.close
    line = rd.read
    Process.wait(pid)
    line
  end

  def topic(file)
    name = File.basename(file, ".rb")
    stamp = { "ruby" => RUBY_VERSION, "activesupport" => ActiveSupport.version.to_s }
    if (least, version = GEMS[name])
      return $stderr.puts("#{file}: left alone: #{name} #{least} is needed, this is #{version}") if Gem::Version.new(version) < Gem::Version.new(least)
      stamp[name] = version
    end
    rows, bad = [], 0
    File.readlines(file, chomp: true).each_with_index do |expr, i|
      next if expr.strip.empty? || expr.start_with?("#")
      line = apart(expr)
      if line.start_with?("!") || line.empty?
        $stderr.puts "#{file}:#{i + 1}: #{expr}\n\t#{line}"
        bad += 1
      else
        rows << line
      end
    end
    stamp = JSON.generate(stamp.merge("from" => "#{name}.rb"))
    File.write(file.sub(/\.rb\z/, ".jsonl"), ([stamp] + rows).join("\n") + "\n")
    puts "#{name}.rb: #{rows.size} lines#{", #{bad} left out" if bad > 0}"
    bad == 0
  end
end

topics = ARGV.empty? ? Dir[File.join(__dir__, "*.rb"), File.join(__dir__, "../../stdlib/testdata/*.rb")].sort - [__FILE__] : ARGV
exit topics.map { |file| Core34.topic(file) }.all?
