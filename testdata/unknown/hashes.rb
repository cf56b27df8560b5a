# Pairs that are there only if a condition holds, merged over pairs of the same key.
Rails.application.routes.draw do
  own = S.a? ? { v: 2, w: 3 } : { w: 4 }
  get "splat", to: "x#y", defaults: { v: 1, **own }
  get "merge", to: "x#y", defaults: { v: 1 }.merge(own)
  get "keywords", to: "x#y", defaults: { v: 1 }.merge(**own)
  get "block", to: "x#y", defaults: { v: 1, w: 1 }.merge(own) { |_, old, new| old + new }
  get "reverse", to: "x#y", defaults: own.reverse_merge(v: 1)
  get "deep", to: "x#y", defaults: { v: 1 }.deep_merge(own)

  changed = { v: 1 }
  changed.update(own)
  changed[:u] = 5 if S.b?
  get "update", to: "x#y", defaults: changed
  get "both", to: "x#y", defaults: (S.b? ? { v: 7 } : {}).merge(own)
  get "folded", to: "x#y", defaults: (S.b? ? { v: 7 } : {}).merge(own) { |_, old, new| old + new }

  takes = ->(v: 0, **rest) { { v: v, **rest } }
  get "called", to: "x#y", defaults: takes.call(**{ v: 1, **own })
  scope(defaults: { v: 1 }) { scope(defaults: own) { get "scoped", to: "x#y" } }
end
