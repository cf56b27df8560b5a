Rails.application.routes.draw do
  namespace :admin
    resources :posts
  end
  unles x
    get "q", to: "a#b"
  else
    get "r", to: "a#b"
  end
  csae y
  when 1
    get "r", to: "a#b"
  end
  scope "x",
        module: "b"
    get "z"
  end
end
