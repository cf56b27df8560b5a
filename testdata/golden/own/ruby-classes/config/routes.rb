# Classes and modules in the file: inheritance, super, mixins, Struct, Comparable, class methods, constants, accessors, operators, to_s, visibility.
module Naming
  SEP = "-".freeze
  module Inner
    DEPTH = 2
    def self.join(*parts) = parts.join(SEP)
  end

  def slug
    name.downcase.tr(" ", SEP)
  end

  def self.included(base)
    base.extend(ClassMethods)
  end

  module ClassMethods
    def build_all(*names) = names.map { |n| new(n) }
    attr_accessor :registry
  end
end

class Section
  include Comparable
  include Naming
  attr_reader :name
  attr_accessor :weight
  attr_writer :note

  KINDS = %i[basic extra].freeze
  @@count = 0
  @default = "fallback"

  class << self
    attr_reader :default

    def count
      @@count
    end

    private def hidden = :hidden

    def reveal = hidden
  end

  def initialize(name, weight = 0)
    @name = name
    @weight = weight
    @@count += 1
  end

  def <=>(other) = weight <=> other.weight

  def ==(other) = other.is_a?(Section) && name == other.name

  alias_method :eql?, :==

  def hash = name.hash

  def +(other)
    self.class.new("#{name} #{other.name}", weight + other.weight)
  end

  def [](index)
    name[index]
  end

  def []=(key, value)
    instance_variable_set("@#{key}", value)
  end

  def -@ = self.class.new(name.reverse, -weight)

  def call(*args, sep: "_", **opts, &block)
    [name, *args, *opts.keys, (block ? block.call(name) : nil)].compact.join(sep)
  end

  def to_s = "section #{name}"

  def each
    return to_enum(:each) unless block_given?
    name.each_char { |c| yield c }
  end

  def action = protected_action

  protected

  def protected_action = "do_#{slug.tr("-", "_")}"

  private

  def secret; "s"; end
end

class Special < Section
  LEVEL = superclass::KINDS.size + Naming::Inner::DEPTH

  def initialize(name, weight: 5)
    super(name, weight)
  end

  def slug = "special-" + super
  def to_s
    super() + "!"
  end

  def respond_to_missing?(m, priv = false) = m.to_s.start_with?("dyn_") || super

  def method_missing(m, *args)
    return "#{m.to_s.delete_prefix("dyn_")}#{args.first}" if m.to_s.start_with?("dyn_")
    super
  end
end

Point = Struct.new(:x, :y) do
  def label = "p#{x}x#{y}"
  def to_s; "#{x},#{y}"; end
end
Config = Struct.new(:path, :action, :opts, keyword_init: true)
class Tree < Struct.new(:leaf, :children)
  def flatten = [leaf, *Array(children).flat_map(&:flatten)]
end

module Utility
  module_function

  def twice(x) = x * 2
end

module Pure
  extend self
  def thrice(x) = "#{x}" * 3
end

Rails.application.routes.draw do
  sections = Section.build_all("Big News", "Tiny Ads")
  sections.each_with_index { |s, i| s.weight = 10 - i }
  sections.sort.each { |s| get s.slug, to: "sections##{s.action}" }
  get sections.max.slug + "-max", to: "sections#max"
  get (sections[0] + sections[1]).slug, to: "sections#sum", defaults: { weight: (sections[0] + sections[1]).weight }
  get "idx/#{sections[0][0]}/#{(-sections[1]).slug}", to: "sections#idx"
  sections[0][:note] = "noted"
  get "note/#{sections[0].instance_variable_get(:@note)}", to: "sections#note"
  special = Special.new("One", weight: 7)
  get special.slug, to: "special#show", defaults: { s: special.to_s, level: Special::LEVEL, n: Section.count > 3 }
  get "call/#{special.call("a", "b", sep: ".", k: 1) { |n| n.upcase }}", to: "special#call"
  get "call2/#{special.(:z)}", to: "special#call"
  get "dyn/#{special.dyn_foo(3)}/#{special.respond_to?(:dyn_x)}/#{special.respond_to?(:other)}", to: "special#dyn"
  begin
    special.other
  rescue NoMethodError
    get "no-method", to: "special#none"
  end
  begin
    special.secret
  rescue NoMethodError => e
    get "private/#{e.name}", to: "special#private"
  end
  get "default/#{Section.default}/#{Special.default.inspect}/#{Section.reveal}", to: "special#default"
  get "anc/#{Special.ancestors.first(4).join("/").underscore}", to: "special#ancestors"
  get "eq/#{Section.new("a") == Special.new("a")}/#{Special.new("z") > Section.new("y", 2)}", to: "special#eq"
  get "clamp/#{special.clamp(sections[1], sections[0]).name.parameterize}", to: "special#clamp"
  get "each/#{special.each.to_a.reverse.join}/#{special.each.with_index.map { |c, i| "#{c}#{i}" }.join}", to: "special#each"
  pt = Point.new(1, 2)
  get pt.label, to: "points#show", defaults: pt.to_h
  px, py = *pt
  get "pt/#{px}/#{py}/#{pt}/#{pt == Point.new(1, 2)}/#{pt.members.join("-")}/#{pt[:y]}/#{pt.to_a.sum}", to: "points#parts"
  pt.x += 10
  get "pt/#{pt.x}/#{pt.dig(:y)}/#{pt.each_pair.to_a.flatten.join}", to: "points#mutated"
  [Config.new(path: "cfg/a", action: :a, opts: { x: 1 }), Config.new(path: "cfg/b", action: :b)].each do |c|
    get c.path, to: "configs##{c.action}", **(c.opts || {})
  end
  Tree.new("t1", [Tree.new("t2", [Tree.new("t3")]), Tree.new("t4")]).flatten.each { |t| get t, to: "trees##{t}" }
  get "mods/#{Utility.twice(4)}/#{Pure.thrice("ab")}/#{Naming::Inner.join("q", "r")}", to: "mods#show"
  Section.registry = { a: "reg" }
  get "reg/#{Section.registry[:a]}/#{Special.registry.nil?}", to: "mods#registry"
  get "is/#{special.is_a?(Naming)}/#{Special < Section}/#{Section <= Section}/#{(Section <=> Special)}/#{special.instance_of?(Section)}/#{Special.instance_methods(false).include?(:slug)}", to: "mods#is"
  get "frozen/#{Section::KINDS.frozen?}/#{Section::KINDS.dup.push(:more).size}", to: "mods#frozen"
  anon = Class.new(Section) { def slug = "anon-#{super}" }
  get anon.new("Kid").slug, to: "mods#anon"
  single = Object.new
  def single.to_s = "single"
  class << single
    def more(n = 2) = to_s * n
  end
  get "#{single}/#{single.more}", to: "mods#single", as: :single
end
