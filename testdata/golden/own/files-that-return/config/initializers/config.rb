Rails.application.config.x.tier = "before"
Rails.application.config.tier = "before"
return if Rails.env.development?
Rails.application.config.x.tier = "behind"
Rails.application.config.tier = "behind"
