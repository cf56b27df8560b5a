get "a", to: "a#b"
draw "deep/second"
