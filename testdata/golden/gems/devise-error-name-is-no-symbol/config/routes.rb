# devise_for wants names.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for 5
end
