# jsonapi_resources with camelized routes: relationships from app/resources, blocks, options.
# oracle: gems jsonapi-resources
Rails.application.routes.draw do
  namespace :api do
    namespace :v1 do
      jsonapi_resources :blog_posts
      jsonapi_resources :comments, only: [:index, :show]
      jsonapi_resources :people, except: [:destroy] do
        jsonapi_relationships only: [:show]
        get :extra
      end
      jsonapi_resources :tags do
      end
      jsonapi_resources :blog_posts, as: :second, controller: "others" do
        jsonapi_links :comments, except: [:destroy]
        jsonapi_link :author, only: :show
        jsonapi_related_resources :comments, controller: "mine"
        jsonapi_related_resource :author
        jsonapi_resources(:tags) { }
      end
    end
  end
  jsonapi_resources :plains, constraints: { id: /\d+/ }
  jsonapi_resource :account
end
