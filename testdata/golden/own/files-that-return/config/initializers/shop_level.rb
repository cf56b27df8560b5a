Rails.application.config.to_prepare do
  if Rails.env.development?
    Shop.level = "development"
    next
  end
  Shop.level = "other"
end
