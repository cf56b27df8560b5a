# The callable concerns of Blacklight and of the gems around it.
# oracle: gems blacklight blacklight_range_limit blacklight-marc geoblacklight arclight
class Narrow < Blacklight::Routes::Searchable
  def call(mapper, options = {})
    super
    mapper.get "narrow", as: "narrow"
  end
end

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
  concern :narrow, Narrow.new(only: :index)
  concern :gbl_exportable, Geoblacklight::Routes::Exportable.new
  concern :gbl_wms, Geoblacklight::Routes::Wms.new
  concern :gbl_downloadable, Geoblacklight::Routes::Downloadable.new
  concern :marc_viewable, Blacklight::Marc::Routes::MarcViewable.new
  concern :hierarchy, Arclight::Routes::Hierarchy.new
  resource :archive, only: [], controller: "archive" do
    concerns :narrow, :range_searchable
  end
  resources :papers, only: [:show] do
    concerns [:exportable, :marc_viewable, :hierarchy, :gbl_exportable]
  end
  namespace(:wms) { concerns :gbl_wms }
  namespace(:download) { concerns :gbl_downloadable }
end
