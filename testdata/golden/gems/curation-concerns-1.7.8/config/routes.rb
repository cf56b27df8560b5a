# The kinds of works that curation_concerns 1.7.8 registers.
# oracle: gems curation_concerns
Rails.application.routes.draw do
  concern(:exportable) { get :export }
  mount CurationConcerns::Engine, at: "/"
  curation_concerns_basic_routes do
    concerns :exportable
  end
  curation_concerns_collections
  curation_concerns_embargo_management
end
