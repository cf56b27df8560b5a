# too few arguments for a helper method
Rails.application.routes.draw do
  def pair(a, b, c = nil, *rest) = get("#{a}/#{b}", to: "x#y")
  pair "a", "b"
  pair "a"
end
