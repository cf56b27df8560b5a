class ActionDispatch::Routing::Mapper
  def required(x) = get("never/#{x}", to: "a#b")
end
