# The routes of Blacklight 5.1.0, which one word draws.
# oracle: gems blacklight blacklight-marc hydra-batch-edit
Rails.application.routes.draw do
  blacklight_for :catalog, :dashboard
  scope("other", as: "other") { Blacklight.add_routes(self, only: [:bookmarks, :export], resources: [:things], constraints: { id: /\d+/ }) }
  namespace(:third) { blacklight_for :books, except: [:saved_searches, :bookmarks, :export] }
  Blacklight::Marc.add_routes(self)
  Hydra::BatchEdit.add_routes(self)
end
