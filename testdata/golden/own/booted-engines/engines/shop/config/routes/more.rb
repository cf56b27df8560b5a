get "more", to: "more#show"
