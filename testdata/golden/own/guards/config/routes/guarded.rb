constraints Gate.new(:drawn) do
  get "drawn", to: "a#b"
end
