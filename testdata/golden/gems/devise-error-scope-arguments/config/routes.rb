# devise_scope wants one name.
# oracle: gems devise
Rails.application.routes.draw do
  devise_scope do
    get "x", to: "x#y"
  end
end
