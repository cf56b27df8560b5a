Hyrax.config do |config|
  config.register_curation_concern :book
  config.register_curation_concern :"shelf/map"
end
