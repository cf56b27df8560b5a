# Versions before 1.3 name neither parameters nor the default.
# oracle: gems versionist
Rails.application.routes.draw do
  api_version(module: "v2", parameter: { name: "version", value: "2" }) do
    resources :posts, only: :index
  end
  api_version(module: "v3", path: { value: "v3" }, default: true) do
    resources :notes, only: :index
  end
end
