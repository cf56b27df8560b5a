get "sub_one", to: "sub/one#show"
draw "sub/deep/three"
