# an app's explicit name used twice
Rails.application.routes.draw do
  app = ->(_env) { [200, {}, []] }
  scope "a", as: "z" do
    mount app, at: "b", as: "c"
  end
  mount app, at: "d", as: :z_c
end
