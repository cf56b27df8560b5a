shades = { dark: 1, light: 2 }
shades.each do |shade, level|
  get shade, to: "colors#show", level: level
end
get "where", to: "colors##{defined?(prefix) ? "leaked" : "clean"}"
