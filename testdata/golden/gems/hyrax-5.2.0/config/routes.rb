# The kinds of works that hyrax 5.2.0 registers.
# oracle: gems hyrax
Rails.application.routes.draw do
  concern(:exportable) { get :export }
  mount Hyrax::Engine, at: "/"
  curation_concerns_basic_routes do
    concerns :exportable
  end
end
