class ActionDispatch::Routing::Mapper
  def shop_routes = get("shop_routes/before", to: "mapper#shop")
end
return if Rails.env.development?
class ActionDispatch::Routing::Mapper
  def shop_routes = get("shop_routes/behind", to: "mapper#shop")
end
