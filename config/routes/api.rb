# Drawn by `draw :api` in config/routes.rb: the same language, without a block of its own.
namespace :api, defaults: { format: :json } do
  %w[v1 v2].each do |version|
    namespace version do
      resources :issues, only: %i[index show], path: "numbers"
      resource :account, only: [:show, :update] if version == "v2"
    end
  end
end
