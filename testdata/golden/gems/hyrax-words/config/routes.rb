# The private words of hyrax, which routes files call as well.
# oracle: gems hyrax
Rails.application.routes.draw do
  concern(:exportable) { get :export }
  namespace :hyrax, path: :concern do
    concerns_to_route.each do |name|
      namespaced_resources name, only: [:show] do
        member { get :stats }
        concerns :exportable
      end
    end
  end
  namespaced_resources("hyrax/images", only: [:index])
  namespaced_resources("shelf/hyrax/maps", { except: [:index, :new] }) { get :zoom }
  namespaced_resources "plain"
  get "kinds/#{concerns_to_route.join("-")}", to: "kinds#index" if concerns_to_route.any?
  curation_concerns_basic_routes
end
