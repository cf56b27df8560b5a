# Two models with callbacks at different paths.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :members
  devise_for :members, as: :other, path: "others"
end
