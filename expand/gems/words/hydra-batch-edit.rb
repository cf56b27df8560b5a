# Hydra::BatchEdit.add_routes, as of 1.0.2.
#
# module: Hydra::BatchEdit
# newest: 2.1.0
# since: 1.0.2
# routes: Hydra::BatchEdit

module Hydra
  module BatchEdit
    def self.add_routes(router, _options = {})
      router.instance_exec do
        resources :batch_edits, only: [:index] do
          member { delete :destroy }
          collection do
            get :index
            get :edit
            put :update
            delete :clear
            put :state
            put :all
          end
        end
        match "batch_edits/:id" => "batch_edits#add", via: :put
        match "batch_edits" => "batch_edits#destroy_collection", via: :delete
      end
    end
  end
end
