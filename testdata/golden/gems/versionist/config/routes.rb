# Versions of an API by header, path and parameter.
# oracle: gems versionist
Rails.application.routes.draw do
  api_version(module: "V1", path: { value: "/api/v1" }) do
    resources :posts, only: %i[index show]
    get "ping", to: "status#ping"
  end
  api_version(module: "Api::V2", header: { name: "Accept", value: "application/vnd.shop+json; version=2" }, defaults: { format: :json }) do
    resources :posts, only: :index
  end
  api_version(module: "Api::V21", header: { name: "Accept", value: "application/vnd.shop+json; version=2.1" }) do
    resources :posts, only: :index, as: :newer
  end
  api_version(:module => "V3", :parameter => { :name => "version", :value => "3.0" }) do
    resources :posts, only: :index
  end
  api_version(module: "v4", path: { value: "v4" }, header: { name: "X-Api", value: "v4" }, default: true) do
    get "now", to: "time#now", as: nil
  end
end
