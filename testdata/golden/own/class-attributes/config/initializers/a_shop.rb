require_relative "../../lib/shop"
require_relative "../../lib/account"
require_relative "../../lib/settings"
require_relative "../../lib/gate"

Shop.tier = "gold"
Shop.joined << "b"
Shop.chosen = Rails.env.production? ? "production" : "other"

Shop.setup do |config|
  config.plans += %w[medium]
  config.plans << "large"
  config.limits[:path] = "high"
end

Account.beta = true if Rails.env.development?
