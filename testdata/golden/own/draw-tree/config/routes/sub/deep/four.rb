direct(:four_home) { "https://four.example" }
get "four", to: "four#show", constraints: ->(req) { req.params[:four] }
:four_result
