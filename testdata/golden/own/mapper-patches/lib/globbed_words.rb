ActionDispatch::Routing::Mapper.class_eval do
  def globbed(x) = get("globbed/#{x}", to: "a#b")
end
