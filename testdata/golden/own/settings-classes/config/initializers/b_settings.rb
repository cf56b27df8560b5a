Shop.configure { |config| config.locale = "de" }
Shop.config.locale += "_AT"
Shop.plans = %w[free paid]
