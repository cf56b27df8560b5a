Apipie.configure do |config|
  config.app_name = "Shop"
  config.doc_base_url = "/docs/#{Rails.env}"
  config.api_base_url = "/api"
end
