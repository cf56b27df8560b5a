# uncountable takes no regexp: the initializer fails.
Rails.application.routes.draw do
  resources :staff
end
