# The kinds of works that hyrax 2.9.6 registers.
# oracle: gems hyrax
Rails.application.routes.draw do
  concern(:exportable) { get :export }
  mount Hyrax::Engine, at: "/"
  curation_concerns_basic_routes do
    concerns :exportable
  end
  curation_concerns_embargo_management
end
