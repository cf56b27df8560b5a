Rails.application.config.to_prepare do
  Shop.tier = "before"
  next if Rails.env.development?
  Shop.tier = "behind"
end
