# unknown member of a struct
Rails.application.routes.draw do
  Row = Struct.new(:path, :to)
  row = Row.new("a", "b#c")
  get row[:paths], to: row.to
end
