# Scaffolds, and those inside of others.
# oracle: gems active_scaffold
Rails.application.routes.draw do
  concern :active_scaffold, ActiveScaffold::Routing::Basic.new(association: true)
  concern :active_scaffold_association, ActiveScaffold::Routing::Association.new
  resources :clubs, concerns: :active_scaffold
  resources(:plain, only: :show) { concerns :active_scaffold, association: false, except: :mark }
  resources(:few) { concerns :active_scaffold_association, only: [:add_existing] }
  namespace :admin do
    resources :teams do
      concerns :active_scaffold
      as_nested_resources :players, :coaches, only: [:index, :new]
      as_scoped_routes :active
    end
  end
end
