# The callable concerns of Blacklight 7.0.1.
# oracle: gems blacklight blacklight_range_limit

Rails.application.routes.draw do
  mount Blacklight::Engine => "/"
  root to: "catalog#index"
  concern :searchable, Blacklight::Routes::Searchable.new
  concern :exportable, Blacklight::Routes::Exportable.new

  resource :catalog, only: [], as: "catalog", path: "/catalog", controller: "catalog" do
    concerns :searchable
  end
  resources :solr_documents, only: [:show], path: "/catalog", controller: "catalog" do
    concerns :exportable
  end
  resources :bookmarks do
    concerns :exportable
    collection { delete "clear" }
  end

  concern :range_searchable, BlacklightRangeLimit::Routes::RangeSearchable.new
  resource(:archive, only: [], controller: "archive") { concerns :range_searchable }
end
