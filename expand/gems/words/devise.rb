# Devise: Mapper#devise_for and its groups of routes, Mapping; what models and initializers say is read in Go.
#
# newest: 5.0.3
# word: devise_for
#   Maps what the modules of a model need to sign people in.
#   devise_for :users, controllers: { sessions: "sessions" }
# word: devise_scope
#   Tells whose Devise controllers the routes inside lead to.
#   devise_scope(:user) { get "login", to: "devise/sessions#new" }
# word: as
#   Is another name of devise_scope.
#   as(:user) { get "login", to: "devise/sessions#new" }
# word: authenticate
#   Asks visitors of the routes inside to sign in.
#   authenticate(:admin) { mount Sidekiq::Web => "/jobs" }
# word: authenticated
#   Shows the routes inside only to those who are signed in.
#   authenticated(:user) { root "dashboards#show", as: :user_root }
# word: unauthenticated
#   Shows the routes inside only to those who are not signed in.
#   unauthenticated(:user) { root "landing#show", as: :visitor_root }

module Signalbox
  # What the words of Devise leave for each other.
  DEVISE = { mappings: {}, default_scope: nil, omniauth_path: nil }

  # Its modules with the groups of routes that they bring. Devise: lib/devise/modules.rb
  DEVISE_OWN = {
    database_authenticatable: :session, rememberable: nil, omniauthable: :omniauth_callback, recoverable: :password, registerable: :registration,
    validatable: nil, confirmable: :confirmation, lockable: :unlock, timeoutable: nil, trackable: nil
  }
  DEVISE_SECURITY = {
    password_expirable: :password_expired, secure_validatable: nil, password_archivable: nil, session_limitable: nil, session_non_transferable: nil,
    expirable: nil, security_questionable: nil, paranoid_verification: :verification_code
  }

  # Those that gems of Gemfile.lock add, in the order of a sorted Gemfile, which requires them. That of
  # devise_security_extension is devise-security as it was called before.
  DEVISE_GEMS = {
    "devise-async" => { async: nil },
    "devise-encryptable" => { encryptable: nil },
    "devise-jwt" => { jwt_authenticatable: nil },
    "devise-remote-user" => { remote_user_authenticatable: nil },
    "devise-secure_password" => { password_has_required_content: nil, password_disallows_frequent_reuse: nil, password_disallows_frequent_changes: nil },
    "devise_cas_authenticatable" => { cas_authenticatable: :cas_authenticatable },
    "devise_ldap_authenticatable" => { ldap_authenticatable: :session },
    "devise_pam_authenticatable2" => { pam_authenticatable: :session },
    "devise_saml_authenticatable" => { saml_authenticatable: :saml_authenticatable },
    "devise-pwned_password" => { pwned_password: nil },
    "devise-security" => DEVISE_SECURITY,
    "devise-two-factor" => { two_factor_authenticatable: :session, two_factor_backupable: :session },
    "devise_invitable" => { invitable: :invitation },
    "devise_lastseenable" => { lastseenable: nil },
    "devise_masquerade" => { masqueradable: :masquerade },
    "devise_security_extension" => DEVISE_SECURITY,
    "devise_uid" => { uid: nil },
    "devise_zxcvbn" => { zxcvbnable: nil },
    "two_factor_authentication" => { two_factor_authenticatable: :two_factor_authentication }
  }.select { |gem, _| Signalbox.gem?(gem) }

  # [name, group, insert_at] of each, in the order in which Devise.add_module gets them.
  DEVISE_MODULES = DEVISE_OWN.map { |name, group| [name, group, -1] } + DEVISE_GEMS.flat_map do |gem, modules|
    modules.map do |name, group|
      first = gem == "devise-two-factor" && name == :two_factor_authenticatable && Signalbox.since?(gem, "5.1")
      [name, group, first ? 0 : -1]
    end
  end

  # A name of devise_for. Devise: Mapping
  class DeviseMapping
    attr_reader :scoped_path, :singular, :class_name, :path, :fullpath, :controllers, :path_names, :sign_out_via
    alias name singular

    def initialize(name, options)
      as, singular, class_name, folder = options.values_at(:as, :singular, :class_name, :module).map { |value| Signalbox.plain(value) }
      @scoped_path = as ? "#{as}/#{name}" : name.to_s
      @singular = (singular || @scoped_path.tr("/", "_").singularize).to_sym
      @class_name = class_name || name.to_s.classify
      @path = Signalbox.path(options[:path]) || name.to_s
      @fullpath = "/#{Signalbox.path(options[:path_prefix])}/#{@path}".squeeze("/")
      @sign_out_via = Signalbox.or(options[:sign_out_via], Signalbox.raw_setting("Devise", "sign_out_via"))
      @invitable = !folder && Signalbox.gem?("devise_invitable")
      @controllers = Hash.new { |all, key| all[key] = "#{folder || "devise"}/#{key}" }
      @controllers[:registrations] = "devise_invitable/registrations" if @invitable
      @controllers.merge!(options[:controllers].transform_values { |value| Signalbox.text(value, "") })
      @path_names = Hash.new { |names, key| names[key] = key.to_s }.merge!(registration: "").merge!(options[:path_names])
    end

    def invitable? = @invitable && controllers[:registrations] == "devise_invitable/registrations"

    def method_missing(name, *)
      question = "Devise.mappings[:#{singular}].#{name}"
      Signalbox.given(question) || Signalbox.unknown(question)
    end
  end
end

class ActionDispatch::Routing::Mapper
  DEVISE_GROUPS = %i[session password confirmation unlock registration omniauth_callback invitation cas_authenticatable
                     saml_authenticatable password_expired verification_code two_factor_authentication masquerade]
  # The options that paths and names are made of.
  DEVISE_TEXTS = %i[path as path_prefix singular class_name module]

  def gem_devise_for(*names)
    options = devise_options(Signalbox.hash?(names.last) ? names.pop : {})
    names.each do |name|
      name = Signalbox.symbol(name, "The routes of this devise_for are not in the table.")
      next unless name

      Signalbox.sides(options.slice(*DEVISE_TEXTS)) { |texts| devise_resource(name, options.except(*DEVISE_TEXTS).merge(texts)) }
    end
  end

  def gem_devise_scope(_scope) = Signalbox.scope { yield }
  alias gem_as gem_devise_scope

  # What the scopes around say.
  def devise_options(options)
    options[:as] = Signalbox.or(options[:as], @scope[:as].presence)
    options[:module] = Signalbox.or(options[:module], @scope[:module].presence)
    options[:path_prefix] = Signalbox.or(options[:path_prefix], @scope[:path].presence)
    %i[path_names constraints defaults].each { |key| options[key] = Signalbox.hash(@scope[key]).merge(Signalbox.hash(options[key])) }
    options[:controllers] = Signalbox.hash(options[:controllers])
    options[:options] = @scope[:options] || {}
    options[:options][:format] = false if options[:format] == false && !devise_five?
    options
  end

  def devise_five? = Signalbox.since?("devise", "5")

  def devise_resource(name, options)
    mapping = Signalbox::DeviseMapping.new(name, options)
    Signalbox::DEVISE[:mappings][mapping.name] = mapping.sign_out_via
    Signalbox::DEVISE[:default_scope] ||= mapping.name
    model = Signalbox.devise_model(mapping.class_name, options)
    if options[:controllers][:omniauth_callbacks] && !model.omniauthable?
      raise ArgumentError, "Mapping omniauth_callbacks on a resource that is not omniauthable\n" \
                           "Please add `devise :omniauthable` to the `#{mapping.class_name}` model"
    end
    scope = { as: mapping.name, path: mapping.fullpath, module: nil, **options.slice(:constraints, :defaults, :options) }
    scope[:format] = options[:format] if options.key?(:format) && devise_five?
    Signalbox.scope(**scope) do
      model.each_group(options) { |group| devise_group(group, mapping, model) }
    end
  end

  # The application may draw a group itself: `devise_NAME` of a module that it adds.
  def devise_group(group, mapping, model)
    if Signalbox.word?("devise_#{group}", models: true)
      send("devise_#{group}", mapping, mapping.controllers)
    elsif DEVISE_GROUPS.include?(group)
      gem, modules = Signalbox::DEVISE_GEMS.find { |_, added| added.value?(group) && !Signalbox::DEVISE_OWN.value?(group) }
      Signalbox.note(gem, "adds the routes of :#{modules.key(group)}") if gem
      send("gem_devise_#{group}", mapping, mapping.controllers, model)
    elsif Signalbox.word?("devise_#{group}")
      send("devise_#{group}", mapping, mapping.controllers)
    else
      Signalbox.warn("no file that is read defines devise_#{group}, which draws routes of a Devise module", "They are not in the table.")
    end
  end

  def gem_devise_session(mapping, controllers, _model)
    resource :session, only: [], controller: controllers[:sessions], path: "" do
      get :new, path: mapping.path_names[:sign_in], as: "new"
      post :create, path: mapping.path_names[:sign_in]
      match :destroy, path: mapping.path_names[:sign_out], as: "destroy", via: mapping.sign_out_via
    end
  end

  def gem_devise_password(mapping, controllers, _model)
    resource :password, only: [:new, :create, :edit, :update], path: mapping.path_names[:password], controller: controllers[:passwords]
  end

  def gem_devise_confirmation(mapping, controllers, _model)
    resource :confirmation, only: [:new, :create, :show], path: mapping.path_names[:confirmation], controller: controllers[:confirmations]
  end

  def gem_devise_unlock(mapping, controllers, model)
    Signalbox.sure(model.option(:unlock_strategy), :unknown).then do |own|
      (own.nil? ? Signalbox.setting("Devise", "unlock_strategy") : own).then do |strategy|
        if strategy == :email || strategy == :both
          resource :unlock, only: [:new, :create, :show], path: mapping.path_names[:unlock], controller: controllers[:unlocks]
        end
      end
    end
  end

  def gem_devise_registration(mapping, controllers, _model)
    Signalbox.note("devise_invitable", "gives registrations its own controller") if mapping.invitable?
    names = { new: mapping.path_names[:sign_up], edit: mapping.path_names[:edit], cancel: mapping.path_names[:cancel] }
    resource :registration, only: [:new, :create, :edit, :update, :destroy], path: mapping.path_names[:registration],
                            path_names: names, controller: controllers[:registrations] do
      get :cancel
    end
  end

  def gem_devise_omniauth_callback(mapping, controllers, model)
    if Signalbox.certain?(mapping.fullpath) && mapping.fullpath =~ /:[a-zA-Z_]/
      raise <<~ERROR
        Devise does not support scoping OmniAuth callbacks under a dynamic segment
        and you have set #{mapping.fullpath.inspect}. You can work around by passing
        `skip: :omniauth_callbacks` to the `devise_for` call and extract omniauth
        options to another `devise_for` call outside the scope. Here is an example:

            devise_for :users, only: :omniauth_callbacks, controllers: {omniauth_callbacks: 'users/omniauth_callbacks'}

            scope '/(:locale)', locale: /ru|en/ do
              devise_for :users, skip: :omniauth_callbacks
            end
      ERROR
    end
    model.option(:omniauth_providers).then do |own|
      Signalbox.setting("Devise", "omniauth_path_prefix").then do |prefix|
        Signalbox.scope(path: "") { devise_providers(prefix || "/#{mapping.fullpath}/auth".squeeze("/"), controllers, model, own) }
      end
    end
  end

  def devise_providers(prefix, controllers, model, own)
    Signalbox.sides([Signalbox::DEVISE[:omniauth_path]]) do |(before)|
      if before && before != prefix
        raise "Wrong OmniAuth configuration. If you are getting this exception, it means that either:\n\n" \
              "1) You are manually setting OmniAuth.config.path_prefix and it doesn't match the Devise one\n" \
              "2) You are setting :omniauthable in more than one model\n" \
              "3) You changed your Devise routes/OmniAuth setting and haven't restarted your server"
      end
      Signalbox::DEVISE[:omniauth_path] = prefix
    end
    controller = Signalbox.plain(controllers[:omniauth_callbacks])
    authorize = devise_five? ? Signalbox.setting("OmniAuth", "allowed_request_methods") : [:get, :post]
    model.each_provider(own) do |provider|
      match "#{prefix}/#{provider}", to: "#{controller}#passthru", as: "#{provider}_omniauth_authorize", via: authorize
      match "#{prefix}/#{provider}/callback", to: "#{controller}##{provider}", as: "#{provider}_omniauth_callback", via: [:get, :post]
    end
  end

  # devise_invitable: Mapper#devise_invitation
  def gem_devise_invitation(mapping, controllers, _model)
    resource :invitation, only: [:new, :create, :update], path: mapping.path_names[:invitation], controller: controllers[:invitations] do
      get :edit, path: mapping.path_names[:accept], as: :accept
      get :destroy, path: mapping.path_names[:remove], as: :remove
    end
  end

  # devise_cas_authenticatable: Mapper#devise_cas_authenticatable
  def gem_devise_cas_authenticatable(mapping, controllers, _model)
    sessions = Signalbox.plain(controllers[:cas_sessions])
    get "service", to: "#{sessions}#service", as: "service"
    post "service", to: "#{sessions}#single_sign_out", as: "single_sign_out" unless Signalbox.since?("devise_cas_authenticatable", "2")
    resource :session, only: [], controller: controllers[:cas_sessions], path: "" do
      get :new, path: mapping.path_names[:sign_in], as: "new"
      get :unregistered
      post :create, path: mapping.path_names[:sign_in]
      match :destroy, path: mapping.path_names[:sign_out], as: "destroy", via: Signalbox.raw_setting("Devise", "sign_out_via")
    end
  end

  # devise_saml_authenticatable: Mapper#devise_saml_authenticatable
  def gem_devise_saml_authenticatable(mapping, controllers, _model)
    Signalbox.setting("Devise", "saml_route_helper_prefix").then do |prefix|
      suffix = prefix ? "_#{prefix}" : ""
      resource :session, only: [], controller: controllers[:saml_sessions], path: "" do
        get :new, path: "saml/sign_in", as: "new#{suffix}"
        post :create, path: "saml/auth", **(prefix ? { as: prefix } : {})
        match :destroy, path: mapping.path_names[:sign_out], as: "destroy#{suffix}", via: mapping.sign_out_via
        get :metadata, path: "saml/metadata"
        match :idp_sign_out, path: "saml/idp_sign_out", via: [:get, :post], **(prefix ? { as: "idp_destroy#{suffix}" } : {})
      end
    end
  end

  # devise-security: Mapper#devise_password_expired and devise_verification_code
  def gem_devise_password_expired(mapping, controllers, _model)
    resource :password_expired, only: [:show, :update], path: mapping.path_names[:password_expired], controller: controllers[:password_expired]
  end

  def gem_devise_verification_code(mapping, controllers, _model)
    resource :paranoid_verification_code, only: [:show, :update], path: mapping.path_names[:verification_code],
                                          controller: controllers[:paranoid_verification_code]
  end

  # two_factor_authentication: Mapper#devise_two_factor_authentication
  def gem_devise_two_factor_authentication(mapping, controllers, _model)
    resource :two_factor_authentication, only: [:show, :update], path: mapping.path_names[:two_factor_authentication],
                                         controller: controllers[:two_factor_authentication] do
      collection { get "resend_code" } if Signalbox.since?("two_factor_authentication", "2")
    end
  end

  # devise_masquerade: Routes#devise_masquerade
  def gem_devise_masquerade(mapping, controllers, _model)
    later = Signalbox.since?("devise_masquerade", "1.3.1")
    resources :masquerade, only: later ? [] : [:show], path: mapping.path_names[:masquerade], controller: controllers[:masquerades] do
      collection do
        get :show if later
        get :back
      end
    end
  end
end
