# Metaprogramming: Mapper extended by modules, class_eval, instance_exec, define_method, method_missing, Object.const_get/set, send, method hooks, ObjectSpace-free tricks.
module RouteWords
  def pages(*names, controller: "pages", **options)
    names.each { |n| get n.to_s.dasherize, to: "#{controller}##{n}", as: n, **options }
  end

  def api_version(number, default: false, &block)
    namespace "v#{number}", defaults: { version: number }, &block
    scope(module: "v#{number}", as: "latest", &block) if default
  end

  def crud(name, **opts, &block)
    resources(name, **{ except: %i[new edit] }.merge(opts)) do
      instance_exec(&block) if block
      collection { get :search }
    end
  end

  def in_scope? = true
end

class ActionDispatch::Routing::Mapper
  include RouteWords

  def legacy(path, to:)
    get(path, to: redirect(to), as: nil)
  end
end

module WithPrepended
  def resources(*names, **opts, &blk)
    opts[:path] = "pre-#{names.first}" if opts.delete(:prefixed)
    super(*names, **opts, &blk)
  end
end
ActionDispatch::Routing::Mapper.prepend(WithPrepended)

class Builder
  def self.build(mapper, &block) = new(mapper).instance_eval(&block)

  def initialize(mapper)
    @mapper = mapper
    @stack = []
  end

  def under(name)
    @stack.push(name)
    yield self
  ensure
    @stack.pop
  end

  def method_missing(name, *args, **opts)
    return super unless name.end_with?("_page")
    path = [*@stack, name.to_s.delete_suffix("_page"), *args].join("/")
    @mapper.get(path, to: "built##{@stack.last || "top"}", as: nil, **opts)
    self
  end

  def respond_to_missing?(name, include_private = false) = name.end_with?("_page") || super
end

%w[Alpha Beta].each_with_index do |name, i|
  Object.const_set("#{name}Gate", Class.new do
    define_method(:matches?) { |req| req.params["gate"].to_s == i.to_s }
    define_singleton_method(:index) { i }
  end)
end

class Tracker
  @subs = []
  class << self
    attr_reader :subs
    def inherited(k)
      super
      Tracker.subs << k.name
    end
  end
end
class OneTracker < Tracker; end
class TwoTracker < Tracker; end

class String
  def shout_path = upcase.tr(" ", "-")
end

class Integer
  def pages_each
    return enum_for(:pages_each) unless block_given?
    1.upto(self) { |i| yield i }
  end
end

Rails.application.routes.draw do
  extend(Module.new do
    def only_here(x) = get("only_here/#{x}", to: "meta#only_here")
  end)
  pages :about_us, :terms
  pages :inner, controller: "inner", defaults: { a: 1 }
  scope("sc", as: "sc") { pages :scoped if in_scope? }
  api_version(2) { resources :things, only: :index }
  api_version(3, default: true) do
    resources :things, only: :show
  end
  crud :widgets
  crud :gadgets, only: :index do
    get :spin, on: :member
  end
  legacy "old-thing", to: "/things"
  resources :prefs, only: :index, prefixed: true
  only_here 1
  Builder.build(self) do
    home_page
    under("docs") do |b|
      b.intro_page
      b.under("deep") { |c| c.more_page(1, 2).last_page(x: 3) }
    end
    after_page
  end
  get "gate", to: "meta#beta", constraints: BetaGate.new
  get "gate", to: "meta#alpha", constraints: Object.const_get("AlphaGate").new, as: nil
  get "idx/#{AlphaGate.index}#{BetaGate.index}", to: "meta#index"
  get "subs/#{Tracker.subs.join("-").underscore}", to: "meta#subs"
  get "loud words".shout_path, to: "meta#loud"
  2.pages_each { |i| get "pg/#{i}", to: "meta#pg" }
  get "pgs/#{3.pages_each.to_a.sum}", to: "meta#pgs"
  klass = Class.new { class_eval { def zap = "zapped" }; attr_accessor :val }
  obj = klass.new
  obj.public_send(:val=, "v1")
  get "#{obj.zap}/#{obj.val}/#{klass.method_defined?(:zap)}/#{obj.respond_to?(:val)}/#{klass.instance_method(:zap).name}", to: "meta#klass"
  klass.class_eval { remove_method :zap }
  klass.send(:define_method, :zip) { |x = "zi"| x + val }
  klass.alias_method(:zop, :zip) rescue klass.send(:alias_method, :zop, :zip)
  get "#{obj.zip}/#{obj.zop("q")}/#{obj.respond_to?(:zap)}", to: "meta#klass2"
  obj.instance_variable_set(:@hid, "hidden")
  get "iv/#{obj.instance_variables.join.delete("@")}/#{obj.instance_variable_get(:@hid)}/#{obj.instance_variable_defined?(:@no)}", to: "meta#iv"
  obj.singleton_class.define_method(:solo) { "solo" }
  obj.define_singleton_method(:duo) { |*| "duo" }
  obj.extend(Comparable)
  get "#{obj.solo}/#{obj.duo(1)}/#{obj.is_a?(Comparable)}/#{obj.singleton_methods.sort.join("-")}", to: "meta#solo"
  instance_exec("ie") { |p| get "#{p}/x", to: "meta#ie" }
  instance_eval { get "iev", to: "meta#iev" }
  instance_eval "get 'strung', to: 'meta#strung'"
  eval "get 'evaled', to: 'meta#evaled'"
  tap { |m| m.get "tapped", to: "meta#tapped" }
  self.then { |m| m.post "thened", to: "meta#thened" }
  get "const/#{Object.const_defined?(:AlphaGate)}/#{RouteWords.instance_methods.sort.first}/#{Math::PI.floor}/#{Float::INFINITY > 1}", to: "meta#const"
  $counter = ($counter || 0) + 1
  @mapper_ivar = "mi"
  get "glob/#{$counter}/#{@mapper_ivar}", to: "meta#glob"
  get "self/#{self.class.name.demodulize.underscore}/#{is_a?(RouteWords)}/#{method(:pages).owner.name.underscore}", to: "meta#self"
  ObjectHolder = Struct.new(:m) { def draw = m.get("held", to: "meta#held") }
  ObjectHolder.new(self).draw
  Rails.application.routes.url_helpers
  get "ver/#{Rails.version.to_i}/#{Rails::VERSION::MAJOR}/#{RUBY_ENGINE}", to: "meta#ver"
end
