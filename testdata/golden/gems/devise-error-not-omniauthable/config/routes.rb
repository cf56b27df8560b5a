# Callbacks of a model that is not omniauthable.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, controllers: { omniauth_callbacks: "x" }
end
