# Writes NAME.jsonl beside each NAME.rb: what Ruby makes of every program in it.
# Programs are separated by lines "#---"; the value of the last expression counts.
#
#   RAILS_DIR=unpacked-rails-8.1 ruby -W0 gen.rb
require "logger"
require "set"
require "json"
dir = ENV.fetch("RAILS_DIR") { abort "set RAILS_DIR to an unpacked rails/rails tree" }
$LOAD_PATH.unshift File.join(dir, "activesupport/lib")
require "active_support"
require "active_support/all"

# Ruby 3.4's inspect of hashes, under older Rubies too.
class Hash
  def inspect
    return "{}" if empty?
    "{" + map { |k, v|
      key = if k.is_a?(Symbol)
        s = k.inspect
        s.start_with?(':"') ? "#{s[1..]}: " : (s =~ /\A:[[:alpha:]_]\w*[?!]?\z/ ? "#{s[1..]}: " : "#{k.to_s.inspect}: ")
      else
        "#{k.inspect} => "
      end
      key + v.inspect
    }.join(", ") + "}"
  end
  alias to_s inspect
end

# Messages as Ruby 3.4 words them.
def message34(m)
  m = m.sub(/\n*Did you mean\?.*/m, "").gsub(/`([^'`\n]*)'/) { "'#{$1}'" }
  m = m.gsub(/:0x[0-9a-f]+[^>]*/, "").gsub(/#<Object>/, "an instance of Object")
  m = m.sub(/undefined method ('[^']*') for nil:NilClass/, 'undefined method \1 for nil')
  m = m.sub(/(undefined|private|protected) method ('[^']*')( called)? for (true|false):\w+/, '\1 method \2\3 for \4')
  m = m.sub(/(undefined|private|protected) method ('[^']*')( called)? for ([A-Z][\w:]*):(Class|Module)/) { "#{$1} method #{$2}#{$3} for #{$5.downcase} #{$4}" }
  m = m.sub(/(undefined|private|protected) method ('[^']*')( called)? for .*:([A-Z][\w:]*)\z/m, '\1 method \2\3 for an instance of \4')
  m.sub(/(undefined|private) method ('[^']*')( called)? for #<([A-Z][\w:]*)>\z/, '\1 method \2\3 for an instance of \4')
end
class NoMethodError
  def message = message34(super)
end

def run(src)
  r, w = IO.pipe
  pid = fork do
    r.close
    $stdout.reopen("/dev/null")
    out = begin
      v = TOPLEVEL_BINDING.dup.eval(src, "routes.rb")
      { value: v.inspect }
    rescue Exception => e
      { error: e.class.name, message: message34(e.message) }
    end
    w.write JSON.generate({ expr: src }.merge(out))
    w.close
    exit!(0)
  end
  w.close
  s = r.read
  Process.wait(pid)
  s
end

Dir[File.join(__dir__, "*.rb")].sort.each do |f|
  next if f == __FILE__ || File.basename(f) == "gen.rb"
  rows = File.read(f).split(/^#---\n/).map { |src| run(src) }
  File.write(f.sub(/\.rb\z/, ".jsonl"), [JSON.generate(ruby: RUBY_VERSION, activesupport: ActiveSupport::VERSION::STRING), *rows].join("\n") + "\n")
  puts "#{File.basename(f)}: #{rows.size}"
end
