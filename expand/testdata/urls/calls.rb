# Writes calls.jsonl: what helpers of real Rails return for the routes beside it.
#   RAILS_DIR=unpacked-rails-8.1 ruby -W0 calls.rb > calls.jsonl
#
# on       bare: url_helpers without any option; defaults: with default_url_options; request: as in a controller that
#          answers a request
# table    the routes: app and blog of config/routes.rb, optional and defaults of the files of these names
# call     path, url: the helper `name`; path_for, url_for: polymorphic_path/url, or url_for of a hash
# args     {"record": "Post", "id": 1}, {"class": "Post"} and {"sym": "admin"} stand for what JSON has not
require_relative "../../../scripts/judge/rails/boot"
require "rails/engine"
$LOAD_PATH.unshift File.join(ENV.fetch("RAILS_DIR"), "activemodel/lib")
require "active_model"
require "json"

%w[Post Comment Basket Cart Profile Sheep BlogPost Widget Posts].each do |name|
  Object.const_set(name, Class.new {
    extend ActiveModel::Naming
    include ActiveModel::Conversion
    attr_accessor :id
    define_singleton_method(:name) { name }
    def self.to_s = name
    def initialize(id) = @id = id
    def persisted? = !id.nil?
    def to_param = id&.to_s
    def inspect = "#<#{self.class.name} id: #{id.inspect}>"
  })
end

class App
  def routes = @routes ||= ActionDispatch::Routing::RouteSet.new
end
Rails.application = App.new
Kernel.load File.join(__dir__, "config/routes.rb")
SETS = { "app" => Rails.application.routes, "blog" => Blog::Engine.routes }
%w[optional defaults].each do |name|
  Rails.application = App.new
  Kernel.load File.join(__dir__, "config/#{name}.rb")
  SETS[name] = Rails.application.routes
end
Rails.application = Class.new(App) { define_method(:routes) { SETS["app"] } }.new

def host(set, on, defaults, request)
  o = Object.new
  o.singleton_class.include set.url_helpers
  o.define_singleton_method(:default_url_options) { defaults }
  o.define_singleton_method(:url_options) { on == "request" ? request.merge(defaults) : defaults }
  o
end

def value(v)
  case v
  when Array then v.map { |x| value(x) }
  when Hash
    return Object.const_get(v["record"]).new(v["id"]) if v["record"]
    return Object.const_get(v["class"]) if v["class"]
    return v["sym"].to_sym if v["sym"]
    v
  else v
  end
end

def shown(e)
  text = e.message.split("\n").first.gsub(/:(\w+|"[^"]*")=>/, '\1: ').gsub(/"=>/, '" => ').gsub("`", "'")
  e.is_a?(NoMethodError) ? text[/\Aundefined method '[^']*'/] : text
end

def ask(q)
  defaults = (q["defaults"] || {}).transform_keys(&:to_sym)
  defaults[:path_params] = defaults[:path_params].transform_keys(&:to_sym) if defaults[:path_params]
  request = (q["request"] || {}).transform_keys(&:to_sym)
  request[:_recall] = (q["recall"] || {}).transform_keys(&:to_sym)
  o = host(SETS[q["table"]], q["on"], defaults, request)
  args = q["args"].map { |v| value(v) }
  params = (q["params"] || {}).transform_keys(&:to_sym)
  params[:path_params] = params[:path_params].transform_keys(&:to_sym) if params[:path_params]
  result =
    case q["call"]
    when "path", "url" then o.public_send("#{q["name"]}_#{q["call"]}", *args, *(params.empty? ? [] : [params]))
    else
      if args.empty?
        o.url_for(q["call"] == "path_for" ? params.merge(only_path: true) : params)
      else
        params[:action] = params[:action].to_sym if params[:action]
        o.public_send(q["call"] == "path_for" ? :polymorphic_path : :polymorphic_url, args.one? ? args[0] : args, params)
      end
    end
  q.merge("result" => result)
rescue SystemStackError, StandardError => e
  q.merge("error" => e.class.name, "message" => shown(e))
end

srand 7
VALUES = [1, 7, "x", "a b", "a/b", "ü", "", nil, true, false, 1.5, ["a", "b"], "2024", "de", "1-a", "x.y", { "record" => "Post", "id" => 3 }, { "record" => "Post", "id" => nil }]
OPTIONS = {
  anchor: ["top", "a b/?#"], host: ["h.example", "h.example:8080", "https://s.example", "1.2.3.4", "a.b.c.example.co.uk"], protocol: ["https", false, "//"],
  port: [443, 80, "8080"], subdomain: ["s", false, nil], domain: ["d.example"], tld_length: [2], trailing_slash: [true], only_path: [true],
  script_name: ["/app", "/app/"], user: ["u:x"], password: ["p@"], params: [{ "z" => 1 }], format: ["json", nil], q: [nil, "a b", ["a", "b c"], { "c" => { "d" => [1, nil] } }, []],
  _x: ["é"], locale: ["en", "xx"], page: [2], tenant: ["t"], id: [5], x: ["1", "hx"], month: [3], lang: ["en", "de"],
}
CONTEXTS = [
  { "on" => "bare" }, { "on" => "bare" },
  { "on" => "defaults", "defaults" => { "host" => "www.example.com" } },
  { "on" => "defaults", "defaults" => { "host" => "x.example", "protocol" => "https", "locale" => "de", "tenant" => "acme" } },
  { "on" => "request", "request" => { "host" => "req.example", "port" => 3000, "protocol" => "http://" }, "recall" => { "controller" => "posts", "action" => "show", "id" => "9" } },
  { "on" => "request", "request" => { "host" => "req.example", "protocol" => "https://", "script_name" => "/app" }, "recall" => { "controller" => "admin/posts", "action" => "index", "locale" => "en" } },
  { "on" => "request", "defaults" => { "locale" => "en" }, "request" => { "host" => "req.example" }, "recall" => { "controller" => "archive", "action" => "show", "year" => "2024", "month" => "5", "day" => "6" } },
]
RECORDS = %w[Post Comment Basket Cart Profile Sheep BlogPost Widget Posts].flat_map { |n| [{ "record" => n, "id" => 4 }, { "record" => n, "id" => nil }, { "class" => n }] }

def options(n) = Array.new(n) { OPTIONS.keys.sample }.to_h { |k| [k.to_s, OPTIONS[k].sample] }

def helper_call
  table = rand < 0.8 ? "app" : "blog"
  set = SETS[table]
  name = set.named_routes.helper_names.map { |n| n.delete_suffix("_path").delete_suffix("_url") }.uniq.sample
  route = set.named_routes[name]
  n = route ? [route.required_parts.size, route.required_parts.size, rand(4)].sample : rand(2)
  args = Array.new(n) { rand < 0.7 ? [1, "x", "2024", "a b"].sample : VALUES.sample }
  { "table" => table, "call" => %w[path path url].sample, "name" => name, "args" => args, "params" => rand < 0.5 ? {} : options(1 + rand(3)) }
end

def hash_call
  route = SETS["app"].routes.to_a.sample
  params = rand < 0.5 ? {} : options(1 + rand(2))
  route.parts.each { |p| params[p.to_s] = VALUES.sample(random: Random.new(rand(9))) if rand < 0.6 }
  params["controller"] = route.defaults[:controller] if route.defaults[:controller] && rand < 0.7
  params["controller"] = ["/posts", "posts", "deep/things", "home"].sample if rand < 0.2
  params["action"] = route.defaults[:action] if route.defaults[:action] && rand < 0.7
  params["action"] = "show" if params.empty?
  { "table" => "app", "call" => %w[path_for url_for].sample, "args" => [], "params" => params }
end

def record_call
  args = [RECORDS.sample]
  args.unshift({ "record" => "Post", "id" => 2 }) if rand < 0.3
  args.unshift({ "sym" => "admin" }) if rand < 0.4
  args = [{ "sym" => %w[profile basket posts nothing].sample }] if rand < 0.1
  args = [[nil], [nil, nil], ["admin", { "record" => "Post", "id" => 2 }]].sample if rand < 0.04
  params = rand < 0.5 ? {} : options(1 + rand(2))
  params["action"] = %w[edit new preview].sample if rand < 0.4
  { "table" => "app", "call" => %w[path_for url_for].sample, "args" => args, "params" => params }
end

asked = Array.new(1400) { [method(:helper_call), method(:helper_call), method(:hash_call), method(:record_call)].sample.call.merge(CONTEXTS.sample) }
# What chance hardly meets.
host = { "on" => "defaults", "defaults" => { "host" => "www.example.com" } }
[
  ["url", "again", [3], {}],
  ["path", "nest", [], { "x" => "1", "y" => false }],
  ["path", "nest", [], { "x" => "1", "y" => "2" }],
  ["path", "left", [], {}],
  ["path", "left", [], { "b" => "2" }],
  ["path", "left", ["1", "x1"], {}],
  ["path", "pages", [], { "path_params" => { "locale" => "de" } }],
  ["path", "posts", [], { "path_params" => { "locale" => "de" } }],
  ["path", "posts", [], { "locale" => "en", "path_params" => { "locale" => "de", "x" => 1 } }],
  ["path", "archive", ["2024"], { "path_params" => { "month" => 5 } }],
  ["path", "post_comment", [1], { "path_params" => { "post_id" => 5 } }],
  ["url", "posts", [], { "host" => "h.example:8080", "port" => 81 }],
  ["url", "posts", [], { "host" => "h.example:8080", "port" => nil }],
  ["url", "posts", [], { "host" => "https://h.example:443", "protocol" => "http" }],
  ["url", "posts", [], { "protocol" => "//", "port" => 80 }],
  ["url", "posts", [], { "protocol" => false, "port" => 443 }],
  ["url", "posts", [], { "protocol" => "a:b" }],
  ["url", "posts", [], { "subdomain" => "a.b", "tld_length" => 0 }],
  ["url", "posts", [], { "domain" => "d.example", "tld_length" => 9 }],
].each { |call, name, args, params| asked << { "table" => "app", "call" => call, "name" => name, "args" => args, "params" => params }.merge(host) }
%w[admin/deep/ admin/deep/x admin/deep a/b/c/d].each do |now|
  %w[things deep/things /things x/y/z].each do |controller|
    asked << { "table" => "app", "call" => "path_for", "args" => [], "params" => { "controller" => controller, "action" => "show", "id" => 1 },
               "on" => "request", "request" => { "host" => "h.example" }, "recall" => { "controller" => now, "action" => "index" } }
  end
end
# Positional arguments beside optional parts: too few, enough, too many, with and without options.
positional = [
  { "on" => "bare" }, { "on" => "defaults", "defaults" => { "host" => "www.example.com" } }, { "on" => "defaults", "defaults" => { "locale" => "de" } },
  { "on" => "defaults", "defaults" => { "path_params" => { "locale" => "de", "a" => "pa" } } },
  { "on" => "request", "request" => { "host" => "req.example" }, "recall" => {} },
  { "on" => "request", "request" => { "host" => "req.example" }, "recall" => { "controller" => "posts", "action" => "show", "locale" => "en", "id" => "9", "a" => "ra", "b" => "rb" } },
  { "on" => "request", "request" => { "host" => "req.example", "locale" => "it" }, "recall" => { "controller" => "x", "action" => "y", "a" => "ra" } },
]
given = [{}, {}, {}, { "q" => 1 }, { "format" => "json" }, { "locale" => "en" }, { "locale" => nil }, { "id" => 7 }, { "b" => "ob" },
         { "path_params" => { "locale" => "de" } }, { "path_params" => { "a" => "pa", "id" => 5 }, "q" => 2 }, { "trailing_slash" => true }, { "anchor" => "top" }]
%w[optional defaults].each do |table|
  SETS[table].named_routes.names.each do |name|
    5.times do |n|
      positional.each do |context|
        given.sample(2).uniq.each do |params|
          args = Array.new(n) { [1, "x", "en", "a b", 1, nil].sample }
          args = args.map { |v| v.nil? && rand < 0.7 ? 2 : v }
          asked << { "table" => table, "call" => %w[path path url].sample, "name" => name.to_s, "args" => args, "params" => params }.merge(context)
        end
      end
    end
  end
end
# Records and other values beside optional parts in front.
post, fresh = { "record" => "Post", "id" => 3 }, { "record" => "Post", "id" => nil }
%w[post edit_post post_comment post_comments mid tail pair deep two user plan need hosted].each do |name|
  [[post], [fresh], [post, 7], ["en", post], ["en", post, post], [1.5], [true], [["a", "b"]], [{ "record" => "Post", "id" => 3 }, "json"], [1, 2, 3, 4, 5]].each_with_index do |args, i|
    [{}, { "locale" => "de" }, { "format" => "json" }].each_with_index do |params, n|
      positional.values_at(0, 1, 4).each do |context|
        asked << { "table" => "optional", "call" => %w[path url][(i + n) % 2], "name" => name, "args" => args, "params" => params }.merge(context)
      end
    end
  end
end
asked.uniq.each { |q| puts JSON.generate(ask(q)) }
