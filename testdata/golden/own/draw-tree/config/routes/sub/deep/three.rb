get "three/:id", to: "three#show", id: /\d/, as: (:three unless has_named_route?(:three))
