# How query strings nest, and which are refused with 400.
Rails.application.routes.draw do
  get "p", to: redirect { |_, r| "/v?" + r.query_parameters.to_json.to_query("v") }
  get "all/:id", to: redirect { |_, r| "/v?" + r.params.to_json.to_query("v") }
  get "c", to: "c#asked", constraints: ->(r) { r.params[:a] == "1" }
  get "c", to: "c#other"
  get "h", to: "c#hash", constraints: { query_parameters: ->(q) { q[:x] } }
end
