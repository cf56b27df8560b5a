# The resource around, as parent_resource gives it.
# oracle: api_only
def crumbs(on)
  r = parent_resource
  get "c/#{r.name}/#{r.plural}/#{r.singular}/#{r.collection_name}/#{r.controller}/#{r.actions.join("-")}/#{r.available_actions.size}", on: on, to: "crumbs#show", as: nil,
    defaults: { param: r.param, nested: r.nested_param, scope: r.nested_scope, member: r.member_scope, path: r.path, single: r.singleton?, shallow: r.shallow? }
end

Rails.application.routes.draw do
  get "none", to: "none#show" if parent_resource.nil?
  resources(:posts) { crumbs(:collection) }
  resources(:people, only: [:show, "index"], param: :slug, path: "folk", as: :human, controller: "humans") do
    crumbs(:member)
    get :trash, on: :collection if parent_resource.actions.include?(:destroy)
    resource(:profile, except: :destroy) { crumbs(nil) }
  end
  resource(:fleet, controller: "ships", as: "armada") { crumbs(:member) }
  resource(:staff, path: "s", as: "crew") { crumbs(:member) }
  scope(only: [:show, :edit, :search]) { resources(:books, shallow: true) { crumbs(:collection) } }
  scope(except: %i[index new]) do
    resource(:cart) { crumbs(:member) }
    resources(:sheep) { crumbs(:new) }
  end
end
