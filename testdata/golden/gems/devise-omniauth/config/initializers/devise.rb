Devise.setup do |config|
  config.mailer_sender = "x@example.org"
  config.omniauth :github, "ID", "SECRET", scope: "user"
  config.omniauth "google_oauth2", "ID", "SECRET", name: "google"
  config.omniauth :saml, name: :sso, idp: "x"
end
