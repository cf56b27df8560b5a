Devise.setup do |config|
  config.sign_out_via = :post
  config.omniauth :github, "id", "secret"
  config.omniauth :google_oauth2, "id", "secret", name: "google"
end
