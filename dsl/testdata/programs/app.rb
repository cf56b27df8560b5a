# Patterns that routes files use around the routing methods.
PAGES = %w[about help].freeze
out = []
PAGES.each { |page| out << "#{page}##{PAGES.index(page)}" }
out
#---
class DomainConstraint
  def initialize(*domains) = @domains = domains.flatten
  def matches?(request) = @domains.include?(request[:host])
end
DomainConstraint.new(%w[a b]).matches?({ host: "b" })
#---
def draw_pages(*names, prefix: "p", &block)
  names.map { |n| [prefix, n, block ? block.call(n) : nil].compact.join("/") }
end
[draw_pages(:a, :b), draw_pages(:c, prefix: "q") { |n| n.to_s * 2 }]
#---
concern = ->(options = {}) { options.merge(x: 1) }
[concern.call, concern.(y: 2), concern[{ z: 3 }]]
#---
scoped = lambda do |name, **options, &blk|
  [name, options, blk&.call]
end
scoped.call(:admin, as: :a) { 5 }
#---
langs = { en: "English", de: "German" }
langs.map { |code, name| "#{code}-#{name.downcase}" }.join("|")
#---
/#{%w[en de].join("|")}/
#---
/(#{Regexp.union("a.b", /c/i).source})/.source
#---
Regexp.union(%w[en pt-BR]).source
#---
%w[en de].map { |l| Regexp.escape(l + ".") }.join("|")
#---
module Routes
  module Admin
    def self.extended(router) = router.instance_exec { @loaded = :yes }
    def admin_things = [@loaded, self.class]
  end
end
o = Object.new
o.extend(Routes::Admin)
o.admin_things
#---
ALLOWED = Set.new(%w[a b])
[ALLOWED.include?("a"), ALLOWED === "c"]
#---
id = /[^\/]+/
{ id: id, format: /json|xml/ }
#---
[:index, :show] - [:show] + %i[new] | [:new, :edit] & [:edit]
#---
%i[a b].zip([1, 2]).to_h.transform_values { |v| v * 2 }.merge(c: 3) { |*| 0 }
#---
defaults = { format: :json }.freeze
defaults.merge(only: []).except(:format)
#---
ENV["NOPE_NOT_SET"].present? ? 1 : ENV.fetch("NOPE_NOT_SET", "default")
#---
ENV.fetch("NOPE_NOT_SET") { |k| k.downcase }
#---
begin
  ENV.fetch("NOPE_NOT_SET")
rescue KeyError => e
  e.message
end
#---
"Admin::Users".underscore + "/" + "blog_post".camelize + "posts".singularize + "person".pluralize
#---
"a/b-c d".parameterize + "A Title".parameterize(separator: "_")
#---
options = { only: :index }
options[:only] = Array(options[:only]).map(&:to_sym)
options.delete(:nothing)
options.key?(:only) && options
#---
action, controller = "posts#index".split("#").reverse
{ controller: controller, action: action }
#---
"posts#index".partition("#").values_at(0, 2)
#---
["posts", nil, ""].compact_blank
#---
[nil, "", [], {}, " ", 0, false, "a"].map(&:blank?)
#---
[nil, "a", ""].map(&:presence)
#---
5.in?([1, 5]) && "a".in?("cat")
#---
nil.try(:foo).inspect + "ab".try(:upcase) + "x".try(:nope).inspect
#---
obj = Struct.new(:name, :path, keyword_init: true).new(name: "n", path: "/p")
[obj.name, obj.to_h]
#---
h = { a: { b: [1, { c: 2 }] } }
[h.dig(:a, :b, 1, :c), h[:a][:b].last[:c], h.fetch(:z, nil)]
#---
%w[get post].each_with_object({}) { |v, acc| acc[v.to_sym] = v.upcase }
#---
(1..3).each_with_object([]) { |i, a| a.unshift(i) }
#---
1.upto(3).select(&:odd?) + 3.downto(1).to_a + 0.step(6, 3).to_a
#---
[[:b, 2], [:a, 1]].sort_by(&:first).to_h
#---
["b", "a"].sort.each_with_index.to_a
#---
%w[x y z].each_cons(2).map(&:join)
#---
[1, 2, 3, 4].partition(&:even?)
#---
%w[apple avocado banana].group_by { |w| w[0] }
#---
%w[a b a].tally.max_by { |_, n| n }
#---
[1, [2, [3]]].flatten(1)
#---
"%s/%s" % %w[a b]
#---
"abc".then { |s| s.sub("b") { $&.upcase } }
#---
"path/to/file".sub(%r{/[^/]*\z}, "")
#---
"2024-01-02".match?(/\A\d{4}-\d\d-\d\d\z/)
#---
s = +"mutable"
s << " text"
s.freeze
[s, s.frozen?]
#---
x = [1, 2, 3].freeze
y = x.dup << 4
[x, y]
#---
def with_default(a, opts = {}, *rest, key: nil) = [a, opts, rest, key]
[with_default(1), with_default(1, { b: 2 }), with_default(1, key: 3), with_default(1, { b: 2 }, 3, key: 4)]
#---
def positional_hash(h) = h
positional_hash("a" => 1, b: 2)
#---
def last_hash(*args)
  opts = args.extract_options!
  [args, opts]
end
[last_hash(1, a: 2), last_hash(1)]
#---
m = "abc".method(:upcase)
[m.call, %w[a b].map(&"x".method(:+))]
#---
self.to_s + self.class.to_s
#---
self.inspect
#---
def top_helper = :helped
[top_helper, (Object.new.top_helper rescue "private")]
#---
$LOADED = []
$LOADED << 1
$LOADED
#---
require "set"
:ok
#---
__FILE__
#---
__LINE__
#---
[__dir__.class, __method__.inspect]
#---
Hash.new { |h, k| h[k] = [] }.tap { |h| h[:a] << 1 }
#---
Comparable.instance_of?(Module)
#---
1.0 / 3
#---
[1e20, 1e16, 123456789.123, 1e-4, 1e-5, 100.0, 2.5e-10].map(&:to_s)
#---
[1.5.round, 2.5.round, -1.5.round, 1.25.round(1), 1234.round(-2), 1.7.floor, 1.2.ceil, -1.7.to_i]
#---
[10.divmod(3), -10.divmod(3), 10.pow(3), 10.digits, 255.to_s(16), "ff".hex, "0b11".to_i(0), "12abc".to_i]
#---
[1.clamp(2, 3), 5.between?(1, 10), 3.zero?, 0.zero?, 3.pred, 3.succ, -3.abs]
#---
# blank? of a class decides present?, presence and compact_blank.
class Draft
  def initialize(text) = @text = text
  def blank? = @text == "-"
  def empty? = false
end
class Closed
  def empty? = :yes
end
[Draft.new("-").present?, Draft.new("a").present?, Draft.new("-").presence, [Draft.new("-"), Draft.new("a"), Closed.new].compact_blank.size,
  Closed.new.blank?, Closed.new.present?, { a: Draft.new("-") }.compact_blank]
#---
# A copy of a class has what the class defines, and changes on its own.
class Original
  LIMIT = 3
  @@count = 1
  include Comparable
  def size = LIMIT
  def self.count = @@count
end
copy = Original.dup
copy.define_method(:size) { 5 }
copy.const_set(:EXTRA, 1)
[copy.new.size, Original.new.size, copy::LIMIT, Original.constants, copy.constants.sort, copy.count, copy.include?(Comparable)]
