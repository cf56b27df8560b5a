# Methods that a condition undefines, hides or adds, with another one behind them.
Rails.application.routes.draw do
  parent = Class.new { def x = "parent"; def y = "y" }
  undefined = Class.new(parent) { undef_method :x if S.a? }
  get "undefined", to: "x#y" unless undefined.new.respond_to?(:x)
  get "inherited", to: "x#y" if undefined.method_defined?(:x)
  get "asked", to: "x#y" if undefined.new.instance_eval { defined?(x) }
  get "listed", to: "x#y" if undefined.instance_methods.include?(:x)
  (get undefined.new.x, to: "x#y") rescue get "rescued", to: "x#y"

  hidden = Class.new(parent) { private :x unless S.a? }
  get "hidden", to: "x#y" unless hidden.new.respond_to?(:x)
  get "private", to: "x#y" if hidden.private_method_defined?(:x)
  get "sent", to: "x#y" if hidden.new.send(:x) == "parent"
  (get "h#{hidden.new.x}", to: "x#y") rescue get "refused", to: "x#y"

  added = Class.new(parent)
  added.class_eval { def x = "added" } if S.a?
  added.class_eval { def x = "#{super} twice" } if S.b?
  get "listed_too", to: "x#y" if added.instance_methods.include?(:x)
  get "own", to: "x#y" if added.method_defined?(:x, false)
  get "a", to: "x#y" if added.new.x == "added"
  get "b", to: "x#y" if added.new.x == "parent twice"
  get "p", to: "x#y" if added.new.x == "parent"

  aliased = Class.new(parent) { alias_method :y, :x if S.a? }
  get "alias", to: "x#y" if aliased.new.y == "parent"
  both = Class.new(parent)
  both.class_eval { def x = "both" } if S.a?
  both.class_eval { private :x } if S.b?
  get "both_private", to: "x#y" if both.private_method_defined?(:x)
  get "both_own", to: "x#y" if both.new.send(:x) == "both"

  lone = Class.new
  S.a? ? lone.define_method(:z) { "z" } : lone.define_method(:w) { "w" }
  get "z", to: "x#y" if lone.new.respond_to?(:z)
  get "w", to: "x#y" if lone.method_defined?(:w)
  (get lone.new.z, to: "x#y") rescue get "no_z", to: "x#y"
  S.b? ? (lone.undef_method(:z) if S.a?) : lone.define_method(:z) { "new" }
  get "z2", to: "x#y" if lone.new.respond_to?(:z)

  (get hidden.new.public_send(:x), to: "x#y") rescue get "not_sent", to: "x#y"
  get "tried", to: "x#y" if hidden.new.try(:x) == "parent"
  (get hidden.new.public_method(:x).call, to: "x#y") rescue get "no_public_method", to: "x#y"
  (get "m#{undefined.new.method(:x).call}", to: "x#y") rescue get "no_method", to: "x#y"
  (get "i#{undefined.instance_method(:x).name}", to: "x#y") rescue get "no_instance_method", to: "x#y"
  below = Class.new(undefined)
  (below.class_eval { alias_method :w, :x }; get "w#{below.new.w}", to: "x#y") rescue get "not_aliased", to: "x#y"
  (below.class_eval { private :x }; get "private2", to: "x#y") rescue get "not_private", to: "x#y"
  below.class_eval { undef x } rescue get "not_undefined", to: "x#y"

  removed = Class.new(parent)
  removed.class_eval { def x = "removed" } if S.b?
  (removed.class_eval { remove_method :x }; get "removed", to: "x#y") rescue get "not_removed", to: "x#y"
  get "r#{removed.new.x}", to: "x#y"
  removed.class_eval { undef_method :y } if S.a?
  (removed.class_eval { remove_method :y }) rescue get "none_removed", to: "x#y"
  (get "r#{removed.new.y}", to: "x#y") rescue get "no_y", to: "x#y"

  before = Module.new
  before.module_eval { def x = "before" } if S.a?
  before.module_eval { private def y = "before" } if S.b?
  prepended = Class.new(parent) { prepend before; def v = "v" }
  get "listed_v", to: "x#y" if prepended.instance_methods.include?(:v)
  get "listed_y", to: "x#y" if prepended.instance_methods.include?(:y)
  get "private_y", to: "x#y" if prepended.private_instance_methods.include?(:y)

  wider = Class.new(parent)
  wider.class_eval { def x(a, b = 1, *c) = "wider" } if S.a?
  get "arity", to: "x#y" if wider.instance_method(:x).arity == -2
  get "owner", to: "x#y" if wider.new.method(:x).owner == wider
  get "parameters", to: "x#y" if wider.new.method(:x).parameters.empty?
  get "super_method", to: "x#y" if wider.new.method(:x).super_method
  get "block", to: "x#y" if [1].map(&wider.new.method(:x)) == ["wider"] rescue get "no_block", to: "x#y"
  wider.class_eval { alias z x }
  parent.class_eval { def x = "anew" }
  get "early", to: "x#y" if (wider.new.z rescue nil) == "parent"
  get "late", to: "x#y" if (wider.new.x rescue nil) == "anew"

  above = Class.new
  inner = Class.new(above) { def z = defined?(super) ? "above" : "alone" }
  above.define_method(:z) { "z" } if S.a?
  get "above", to: "x#y" if inner.new.z == "above"
  get "receiver", to: "x#y" if defined?(above.new.z)
  object = above.new
  above.class_eval do
    def to_ary = ["to", "ary"]
    def to_a = ["to", "a", "a"]
    def to_hash = { to: "x#y" }
    def to_proc = proc { |v| "#{v}proc" }
    def respond_to_missing?(name, all = false) = name == :missed
    def method_missing(name, *) = name == :missed ? "missed" : super
    def ! = true
    def each = yield("each")
    def coerce(_) = [1, 1]
  end if S.b?
  first, second = object
  get "to_ary", to: "x#y" if second
  [object].each { |_, last| get "divided", to: "x#y" if last }
  get "to_a", to: "x#y" if [*object].size == 3
  get("to_hash", **object) rescue get "no_hash", to: "x#y"
  get "to_proc", to: "x#y" if ([1].map(&object) == ["1proc"] rescue false)
  get "answered", to: "x#y" if object.respond_to?(:missed)
  (get object.missed, to: "x#y") rescue get "not_missed", to: "x#y"
  get "not", to: "x#y" if !object
  (for v in object do get v, to: "x#y" end) rescue get "no_each", to: "x#y"
end
