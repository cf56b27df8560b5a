Devise.setup do |config|
  config.mailer_sender = "x@example.org"
  config.omniauth :github, "ID", "SECRET", scope: "user"
  config.omniauth "google_oauth2", "ID", "SECRET", name: "google"
  config.omniauth :saml, name: :sso, idp: "x"
  config.omniauth_path_prefix = "/signin"
  config.sign_out_via = [:get, :delete]
  config.unlock_strategy = :time
end
