# too many values for a struct
Rails.application.routes.draw do
  Row2 = Struct.new(:path)
  get Row2.new("a", "b").path, to: "x#y"
end
