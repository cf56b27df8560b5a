# a dash in a controller name
Rails.application.routes.draw do
  namespace :admin do
    resources "line-items", as: :line_items
  end
end
