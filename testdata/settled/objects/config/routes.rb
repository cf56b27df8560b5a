Rails.application.routes.draw do
  Post.kinds.each do |kind|
    resources kind.route_key, only: :index, controller: kind.controller_path do
      get :archive, on: :collection if kind.archived?
      kind.tabs.each { |tab| get tab, on: :member }
    end
  end
  Page::MOVED.each { |from, to| get from, to: redirect(to) }
  Settings.plugins.each_value { |plugin| mount plugin.engine, at: plugin.path if plugin.enabled }
  namespace(Settings.admin.name) { get Settings.admin.start, to: "admin#start" }
  get :stats, to: "a#b" if Settings.features["stats"]
  Gate.open { get :inside, to: "a#b" }
  Site.find_each { |site| get "sites/#{site.slug}", to: "sites#show", as: site.slug }
end
