# Hashes in braces, from which words delete: both sides of a condition see them whole.
Rails.application.routes.draw do
  sc = { only: :show, module: "m" }
  if S.a?
    scope("s1", sc) { resources :posts }
  else
    scope("s2", sc) { resources :posts }
  end

  ns = { as: "adm" }
  if S.b?
    namespace(:n1, ns) { get "z", to: "x#z" }
  else
    namespace(:n2, ns) { get "z", to: "x#z" }
  end

  con = {}
  if S.c?
    resources :photos, id: /\d+/, only: :show, constraints: con
  else
    resources :tags, only: :show, constraints: con
  end

  opts = { to: "a#b", as: "one" }
  if S.d?
    get "d1", opts
  else
    get "d2", opts
  end
end
