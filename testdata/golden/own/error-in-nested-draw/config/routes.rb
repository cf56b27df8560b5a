# An error two drawn files deep, within a namespace: the innermost file and line count.
Rails.application.routes.draw do
  namespace :admin do
    draw "admin/all"
  end
end
