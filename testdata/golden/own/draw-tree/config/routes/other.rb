def self.helper_word(x) = "helped_#{x}"
get helper_word(1), to: "others#one"
draw "sub/deep/three"
