# a path that gives a controller but no action
Rails.application.routes.draw do
  controller :pages do
    get "a.b.c"
  end
end
