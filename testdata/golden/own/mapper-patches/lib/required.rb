module Required
  def required(x) = get("required/#{x}", to: "a#b")
end
ActionDispatch::Routing::Mapper.prepend Required
