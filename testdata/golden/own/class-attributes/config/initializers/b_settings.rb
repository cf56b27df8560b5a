Settings.configure do |c|
  c.name = "given"
  c.on = true
end

module Shop
  Cart.path = "basket"
end

if Rails.env.production?
  Gate.host = "there"
else
  Gate.port = "8080"
end

Shop.joined << "c"
