# The routes of Rails' own engines and of turbo-rails, which a booted application draws: framework.go says when.
#
# newest: 8.1.3

class ActionDispatch::Routing::Mapper
  def rails_since?(version) = Signalbox.since?(Signalbox.gem?("railties") ? "railties" : "rails", version)

  # Propshaft: Railtie. As of 1.3 its server is not listed, and neither is that of Sprockets.
  def gem_framework_assets
    return if !Signalbox.gem?("propshaft") || Signalbox.since?("propshaft", "1.3")
    return framework_propshaft unless Signalbox.since?("propshaft", "0.5")

    Signalbox.framework("assets.server", Rails.env.development? || Rails.env.test?) { |on| framework_propshaft if on }
  end

  def framework_propshaft
    Signalbox.framework("assets.prefix", "/assets") { |prefix| mount Signalbox.shown("Propshaft::Server"), at: prefix, anchor: false, format: false }
  end

  # Rails: Finisher, add_internal_routes
  def gem_framework_info
    get "/rails/info/properties", to: "rails/info#properties", internal: true
    get "/rails/info/routes", to: "rails/info#routes", internal: true
    get "/rails/info/notes", to: "rails/info#notes", internal: true if rails_since?("8")
    get "/rails/info", to: "rails/info#index", internal: true
  end

  # The last route of all.
  def gem_framework_welcome = get("/", to: "rails/welcome#index", internal: true)

  # Rails: ActionMailer::Railtie
  def gem_framework_mailers
    Signalbox.framework("action_mailer.show_previews", Rails.env.development?) do |on|
      next unless on

      get "/rails/mailers", to: "rails/mailers#index", internal: true
      get "/rails/mailers/download/*path", to: "rails/mailers#download", internal: true if rails_since?("7.1")
      get "/rails/mailers/*path", to: "rails/mailers#preview", internal: true
    end
  end

  # Rails: ActionCable::Engine
  def gem_framework_cable
    Signalbox.framework("action_cable.mount_path", "/cable") do |path|
      mount Signalbox.unknown("ActionCable::Server::Base.new"), at: path, internal: true, anchor: rails_since?("7"), format: false if path
    end
  end

  # Rails: activestorage/config/routes.rb
  def gem_framework_storage
    return unless rails_since?("5.2")
    return framework_storage("/rails/active_storage") unless rails_since?("6")
    return framework_storage_below unless rails_since?("6.1")

    Signalbox.framework("active_storage.draw_routes", true) { |on| framework_storage_below if on }
  end

  def framework_storage_below = Signalbox.framework("active_storage.routes_prefix", "/rails/active_storage") { |prefix| framework_storage(prefix) }

  def framework_storage(prefix)
    scope prefix do
      framework_blobs("blobs", "/:signed_id/*filename", "rails_service_blob")
      framework_blobs("representations", "/:signed_blob_id/:variation_key/*filename", "rails_blob_representation")
      get "/disk/:encoded_key/*filename", to: "active_storage/disk#show", as: :rails_disk_service
      put "/disk/:encoded_token", to: "active_storage/disk#update", as: :update_rails_disk_service
      post "/direct_uploads", to: "active_storage/direct_uploads#create", as: :rails_direct_uploads
    end
  end

  # One that redirects, one that sends the file itself, and one without a name for old links.
  def framework_blobs(path, keys, name)
    to = "active_storage/#{path}"
    return get("/#{path}#{keys}", to: "#{to}#show", as: name) unless rails_since?("6.1")

    get "/#{path}/redirect#{keys}", to: "#{to}/redirect#show", as: name
    get "/#{path}/proxy#{keys}", to: "#{to}/proxy#show", as: "#{name}_proxy"
    get "/#{path}#{keys}", to: "#{to}/redirect#show"
  end

  # Rails: actionmailbox/config/routes.rb
  def gem_framework_mailbox
    return unless rails_since?("6")

    scope "/rails/action_mailbox", module: "action_mailbox/ingresses" do
      %w[postmark relay sendgrid].each { |name| post "/#{name}/inbound_emails", to: "#{name}/inbound_emails#create", as: "rails_#{name}_inbound_emails" }
      get "/mandrill/inbound_emails", to: "mandrill/inbound_emails#health_check", as: :rails_mandrill_inbound_health_check
      post "/mandrill/inbound_emails", to: "mandrill/inbound_emails#create", as: :rails_mandrill_inbound_emails
      post "/mailgun/inbound_emails/mime", to: "mailgun/inbound_emails#create", as: :rails_mailgun_inbound_emails
    end
    scope("rails/conductor/action_mailbox/", module: "rails/conductor/action_mailbox") { framework_conductor("rails_conductor_inbound_email") }
  end

  # The part of Action Mailbox for development.
  def framework_conductor(name)
    resources :inbound_emails, as: "#{name}s", **(rails_since?("7.1") ? { only: %i[index new show create] } : {})
    if rails_since?("6.1")
      get "inbound_emails/sources/new", to: "inbound_emails/sources#new", as: "new_#{name}_source"
      post "inbound_emails/sources", to: "inbound_emails/sources#create", as: "#{name}_sources"
    end
    post ":inbound_email_id/reroute", to: "reroutes#create", as: "#{name}_reroute"
    post ":inbound_email_id/incinerate", to: "incinerates#create", as: "#{name}_incinerate" if rails_since?("7")
  end

  # turbo-rails: config/routes.rb
  def gem_framework_turbo
    return unless Signalbox.gem?("turbo-rails")
    return framework_navigation unless Signalbox.since?("turbo-rails", "1.5")

    Signalbox.framework("turbo.draw_routes", true) { |on| framework_navigation if on }
  end

  def framework_navigation
    %w[recede resume refresh].each do |action|
      get "#{action}_historical_location", to: "turbo/native/navigation##{action}", as: "turbo_#{action}_historical_location"
    end
  end
end
