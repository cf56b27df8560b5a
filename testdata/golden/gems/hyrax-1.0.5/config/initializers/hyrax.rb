Hyrax.config do |config|
  config.register_curation_concern :book
  config.register_curation_concern :moving_image, :book
  config.register_curation_concern "hyrax/paper" if Rails.env.development?
  config.register_curation_concern :secret if Rails.env.production?
  config.max_days_between_fixity_checks = 7
end
