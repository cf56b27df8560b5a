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
end
