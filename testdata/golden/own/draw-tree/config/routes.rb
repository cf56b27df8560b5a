# draw: symbols, strings, subdirectories, draws inside drawn files, within scopes and resources, twice, from loops; helpers and locals are per file.
prefix = "outer"

Rails.application.routes.draw do
  draw :plain
  draw "sub/one"
  draw(:"sub/two")
  namespace :admin do
    draw :plain
    draw "sub/one"
  end
  resources :users, only: :show do
    draw "sub/nested"
  end
  %w[red green].each { |name| scope(name, as: name) { draw :colors } }
  scope shallow: true do
    draw :res
  end
  concern :drawn do
    draw "sub/nested"
  end
  resources :pets, only: [], concerns: :drawn
  draw "../routes/other"
  get "#{prefix}/done", to: "done#show"
end
