# Devise: Mapper#devise_for and its groups of routes, Mapping, Models#devise, the settings and modules of Devise.
#
# module: Devise
# newest: 5.0.3
# settings: Devise
# needs: omniauth
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

module Devise
  # That of the application may stand in lib/devise/models.
  module Models; end

  # Its modules with the groups of routes that they bring. Devise: lib/devise/modules.rb
  OWN = {
    database_authenticatable: :session, rememberable: nil, omniauthable: :omniauth_callback, recoverable: :password, registerable: :registration,
    validatable: nil, confirmable: :confirmation, lockable: :unlock, timeoutable: nil, trackable: nil
  }
  SECURITY = {
    password_expirable: :password_expired, secure_validatable: nil, password_archivable: nil, session_limitable: nil, session_non_transferable: nil,
    expirable: nil, security_questionable: nil, paranoid_verification: :verification_code
  }

  # Those that gems of Gemfile.lock add, in the order of a sorted Gemfile, which requires them. That of
  # devise_security_extension is devise-security as it was called before.
  GEMS = {
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
    "devise-security" => SECURITY,
    "devise-two-factor" => { two_factor_authenticatable: :session, two_factor_backupable: :session },
    "devise_invitable" => { invitable: :invitation },
    "devise_lastseenable" => { lastseenable: nil },
    "devise_masquerade" => { masqueradable: :masquerade },
    "devise_security_extension" => SECURITY,
    "devise_uid" => { uid: nil },
    "devise_zxcvbn" => { zxcvbnable: nil },
    "two_factor_authentication" => { two_factor_authenticatable: :two_factor_authentication }
  }.select { |gem, _| Signalbox.gem?(gem) }

  MAPPINGS = Hash.new { |_, name| Signalbox.unknown("Devise.mappings[:#{name}]") }

  def self.mappings = MAPPINGS
  def self.five? = Signalbox.since?("devise", "5")

  # Where Devise::ALL has a module, in what an initializer may change under a condition.
  def self.module?(name)
    found = false
    Signalbox.possible(modules) { |known, _| found = true if known == name }
    found
  end

  # What files say besides settings.
  class Setup
    def initialize(settings)
      @settings = settings
    end

    def omniauth(provider, *args)
      options = Signalbox.hash?(args.last) ? args.last : {}
      Signalbox.possible([Signalbox.or(options[:name], provider)]) do |name, on|
        add_provider(Signalbox.certain?(name) ? name.to_sym : Signalbox.unknown(name)) if on
      end
    end

    def add_module(name, options = {})
      Signalbox.sides(name, options.slice(:route, :insert_at)) do |known, own|
        next if Signalbox.unknown?(known, "unknown Devise module %b: its routes are missing; set it to its name", wants: :text)

        add(known.to_sym, group(known.to_sym, own[:route]), Signalbox.sure(own[:insert_at], -1) || -1)
      end
    end

    private

    def add_provider(name)
      @settings[:omniauth_providers] << name unless Signalbox.certain?(name) && @settings[:omniauth_providers].include?(name)
    end

    def add(name, group, at)
      @settings[:modules].insert(at, name)
      @settings[:groups][name] = group if group
    end

    def group(name, route)
      case route
      when Hash then route.keys.first
      when true then name
      else route || nil
      end
    end
  end

  # What the `devise` lines of a class say: each adds true and its modules, false for one that only
  # the application knows. Devise: Models#devise.
  class Lines
    OPTIONS = %i[omniauth_providers unlock_strategy]

    def initialize(said, _class)
      @said = said
    end

    def devise(*given)
      @said[:lines] << true
      Signalbox.possible(given) do |value, on|
        next unless on

        if Signalbox.hash?(value)
          options(value)
        elsif !settled?
          @said[:lines] << use(value)
        end
      end
    end

    private

    # Whether the settings say the modules.
    def settled? = Signalbox.given?(modules[:setting])

    # The options that routes depend on.
    def options(given)
      known = Signalbox.known(given, "unknown options %b of `devise`: routes that depend on them are missing; set the modules", **modules)
      @said[:lines] << false if known.size < given.size
      known.each { |key, value| @said[:options][key] = value if OPTIONS.include?(key) }
    end

    def use(value)
      return false if Signalbox.unknown?(value, "unknown modules %b of `devise`: their routes are missing; set the list", at: value, **modules)

      Model.check(value.to_sym)
    end

    def modules = Model.setting(@said[:name])
  end

  # A model with the modules that its lines use, each with its condition and the line.
  class Model
    ASSUMED = %i[database_authenticatable registerable recoverable rememberable validatable]
    EXAMPLES = { omniauth_providers: { wants: :list }, unlock_strategy: { wants: :text } }

    def self.setting(name, modules = ASSUMED) = { setting: "#{name}.devise_modules", wants: :list, example: "[#{modules.join(", ")}]" }

    # The module that every model has may be named, and has no routes.
    def self.check(name)
      return name if name == :authenticatable || Devise.module?(name)

      setting = "Devise::ROUTES[:#{name}]"
      return name if Signalbox.given?(setting) || Signalbox.const?("Devise::Models::#{name.to_s.classify}")

      near = Signalbox.nearest(name, Signalbox.names(Devise.modules))
      Signalbox.warn("unknown devise module :#{name}: its routes, if any, are missing; #{near ? "did you mean `:#{near}`?" : "set the group of its routes"}",
                     setting: setting, wants: :text, example: "session, or ~ for none")
      name
    end

    # Where no route is drawn, a model counts only for omniauth_callbacks.
    def initialize(name, options)
      @name = name.delete_prefix("::")
      @drawn = !(options.key?(:only) ? [*options[:only]].empty? : Signalbox.sure(options[:skip], nil) == :all)
      callbacks = options[:controllers][:omniauth_callbacks]
      @said = { options: {} }
      @uses = []
      read(callbacks ? [:omniauthable, *ASSUMED] : ASSUMED) if @drawn || callbacks
    end

    def omniauthable? = has?(:omniauthable) || @open

    # What the model says of an option; nil if that of the initializers holds.
    def option(name)
      expression = "#{@name}.#{name}"
      if Signalbox.given?(expression)
        given = Signalbox.given(expression)
        return given.is_a?(Array) ? given.map(&:to_sym) : given && given.to_sym
      end
      value = @said[:options][name]
      Signalbox.unknown?(value, "unknown #{name} %b: routes of devise that depend on it are missing; set it",
                         setting: expression, at: value, **EXAMPLES[name])
      value
    end

    # Runs its block for the groups of routes of the modules, each once. Devise: Mapping#default_used_route.
    def each_group(options)
      return unless @drawn

      only = options.key?(:only)
      modules = []
      Signalbox.possible(Devise.modules) { |name, on| modules << name if has?(name) && on }
      Signalbox.sides(modules, Devise.groups, names(only ? options[:only] : options[:skip])) do |all, groups, named|
        Signalbox.assuming(@assumed) do
          drawn = groups.values.to_h { |group| [group, false] }
          @uses.sort_by { |name, _, line| [line, all.index(name) || -1] }.each do |name, on, _|
            group = groups.fetch(name) { Signalbox.given("Devise::ROUTES[:#{name}]") }&.to_sym
            next if group.nil? || named.include?(group) != only

            if on
              yield group unless drawn[group]
              drawn[group] = true
            end
          end
        end
      end
    end

    def each_provider(own)
      named, open = [], false
      Signalbox.possible(own) { |name, on| Signalbox.certain?(name) ? named << [name.to_sym, on, true] : open = true }
      named += known_providers(open, named.map(&:first)) if own.nil? || open
      named.each do |name, on, listed|
        if on
          yield name if listed
        end
      end
    end

    private

    def has?(name) = @uses.any? { |used, _| used == name }

    def read(assumed)
      [{}, { below: "app/models" }].each do |folder|
        said = Signalbox.declared(@name, Lines, { name: @name, lines: [], options: { omniauth_providers: nil, unlock_strategy: nil } }, **folder)
        @absent = said.nil?
        @said = said || @said
        take(said ? said[:lines] : [])
        return if @known
      end
      assume(assumed)
    end

    def take(lines)
      setting = Model.setting(@name)[:setting]
      settled = Signalbox.given?(setting)
      lines = [true, *Signalbox.given(setting)].map { |name| name == true || Model.check(name.to_sym) } if settled
      @uses, @open, line = [], false, 0
      Signalbox.possible(lines) do |name, on|
        case name
        when true then line += 1
        when false then @open = true
        else @uses << [name, on, line]
        end
      end
      @known = !@uses.empty? || line > 0 && !@open
    end

    def assume(names)
      @assumed = true
      what = @open ? "unknown modules in the `devise` lines of #{@name}" : "missing `devise` line of #{@name} in app/models"
      Signalbox.warn("#{what}: the table assumes #{names.join(", ")}; set the modules", **Model.setting(@name, names))
      @uses = names.map { |name| [name, Signalbox.unknown("#{@name}.devise_modules.include?(:#{name})"), 0] }
    end

    # The names of only: or skip:.
    def names(list)
      found = []
      Signalbox.possible(list) do |name, on|
        unknown = Signalbox.unknown?(name, "unknown controllers %b: the rows are listed without them; set the list", wants: :list, example: "[sessions, passwords]", at: name)
        found << Signalbox.plain(name).singularize.to_sym if !unknown && on
      end
      found
    end

    # The providers of the initializers besides those that a model names; if it has others, some of these.
    def known_providers(open, named)
      expression = "#{@name}.omniauth_providers"
      known, any = [], false
      Signalbox.possible(Devise.omniauth_providers) do |name, on|
        any = true
        next if Signalbox.unknown?(name, "unknown provider %b of config.omniauth: its routes are missing; set the list of providers",
                                   setting: "Devise.omniauth_providers", wants: :list, example: "[github]", at: name)

        known << [name.to_sym, on, !open || Signalbox.unknown("#{expression}.include?(:#{name})")]
      end
      tell_providers(expression, any, known.map(&:first)) unless open
      known.reject { |name, _| named.include?(name) }
    end

    def tell_providers(expression, any, known)
      if @absent && !known.empty?
        Signalbox.warn("unknown OmniAuth providers of #{@name}: the table assumes those of the initializers; set the list",
                       setting: expression, wants: :list, example: "[#{known.join(", ")}]")
      elsif known.empty? && (any || !Signalbox.initializers_call?("omniauth"))
        Signalbox.warn("missing OmniAuth providers of #{@name}: no initializer names one, so their routes are missing; set the list",
                       setting: expression, wants: :list, example: "[github]")
      end
    end
  end

  # A name of devise_for. Devise: Mapping
  class Mapping
    attr_reader :scoped_path, :singular, :class_name, :path, :fullpath, :controllers, :path_names, :sign_out_via
    alias name singular

    def initialize(name, options)
      as, singular, class_name, folder = options.values_at(:as, :singular, :class_name, :module).map { |value| Signalbox.plain(value) }
      @scoped_path = as ? "#{as}/#{name}" : name.to_s
      @singular = (singular || @scoped_path.tr("/", "_").singularize).to_sym
      @class_name = class_name || name.to_s.classify
      @path = Signalbox.path(options[:path]) || name.to_s
      @fullpath = "/#{Signalbox.path(options[:path_prefix])}/#{@path}".squeeze("/")
      @sign_out_via = Signalbox.or(options[:sign_out_via], Devise.sign_out_via)
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

  # [name, group, insert_at] of each, in the order in which Devise.add_module gets them.
  modules = OWN.map { |name, group| [name, group, -1] } + GEMS.flat_map do |gem, own|
    own.map do |name, group|
      first = gem == "devise-two-factor" && name == :two_factor_authenticatable && Signalbox.since?(gem, "5.1")
      [name, group, first ? 0 : -1]
    end
  end
  Signalbox.settings Setup, sign_out_via: [:symbol, :delete], omniauth_path_prefix: [:text, nil], unlock_strategy: [:symbol, :both],
                            saml_route_helper_prefix: [:text, nil], default_scope: [:symbol, nil], omniauth_providers: [:any, []],
                            modules: [:any, modules.each_with_object([]) { |(name, _, at), all| all.insert(at, name) }],
                            groups: [:any, modules.to_h { |name, group, _| [name, group] }.compact]
  Signalbox.load("Devise", "lib/devise", saying: "add_module")
end

class ActionDispatch::Routing::Mapper
  DEVISE_GROUPS = %i[session password confirmation unlock registration omniauth_callback invitation cas_authenticatable
                     saml_authenticatable password_expired verification_code two_factor_authentication masquerade]
  # The options that paths and names are made of.
  DEVISE_TEXTS = %i[path as path_prefix singular class_name module]

  def gem_devise_for(*names)
    options = devise_options(Signalbox.hash?(names.last) ? names.pop : {})
    names.each do |name|
      name = Signalbox.symbol(name, "unknown model %b of devise_for: its routes are missing; set it to a symbol")
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
    options[:options][:format] = false if options[:format] == false && !Devise.five?
    options
  end

  def devise_resource(name, options)
    mapping = Devise::Mapping.new(name, options)
    Devise.mappings[mapping.name] = mapping
    Devise.default_scope ||= mapping.name
    model = Devise::Model.new(mapping.class_name, options)
    if options[:controllers][:omniauth_callbacks] && !model.omniauthable?
      raise ArgumentError, "Mapping omniauth_callbacks on a resource that is not omniauthable\n" \
                           "Please add `devise :omniauthable` to the `#{mapping.class_name}` model"
    end
    scope = { as: mapping.name, path: mapping.fullpath, module: nil, **options.slice(:constraints, :defaults, :options) }
    scope[:format] = options[:format] if options.key?(:format) && Devise.five?
    Signalbox.scope(**scope) do
      model.each_group(options) { |group| devise_group(group, mapping, model) }
    end
  end

  # The application may draw a group itself: `devise_NAME` of a module that it adds.
  def devise_group(group, mapping, model)
    if Signalbox.word?("devise_#{group}", declared: true)
      send("devise_#{group}", mapping, mapping.controllers)
    elsif DEVISE_GROUPS.include?(group)
      gem, modules = Devise::GEMS.find { |_, added| added.value?(group) && !Devise::OWN.value?(group) }
      Signalbox.note(gem, "adds the routes of :#{modules.key(group)}") if gem
      send("gem_devise_#{group}", mapping, mapping.controllers, model)
    elsif Signalbox.word?("devise_#{group}")
      send("devise_#{group}", mapping, mapping.controllers)
    else
      Signalbox.warn("missing method devise_#{group}: the routes of its Devise module are missing; define it in a file listed under words:")
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
      (own.nil? ? Devise.unlock_strategy : own).then do |strategy|
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
      Devise.omniauth_path_prefix.then do |prefix|
        Signalbox.scope(path: "") { devise_providers(prefix || "/#{mapping.fullpath}/auth".squeeze("/"), controllers, model, own) }
      end
    end
  end

  def devise_providers(prefix, controllers, model, own)
    Signalbox.sides([OmniAuth.config.path_prefix]) do |(before)|
      if before && before != prefix
        raise "Wrong OmniAuth configuration. If you are getting this exception, it means that either:\n\n" \
              "1) You are manually setting OmniAuth.config.path_prefix and it doesn't match the Devise one\n" \
              "2) You are setting :omniauthable in more than one model\n" \
              "3) You changed your Devise routes/OmniAuth setting and haven't restarted your server"
      end
      OmniAuth.config.path_prefix = prefix
    end
    controller = Signalbox.plain(controllers[:omniauth_callbacks])
    authorize = Devise.five? ? OmniAuth.config.allowed_request_methods : [:get, :post]
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
      match :destroy, path: mapping.path_names[:sign_out], as: "destroy", via: Devise.sign_out_via
    end
  end

  # devise_saml_authenticatable: Mapper#devise_saml_authenticatable
  def gem_devise_saml_authenticatable(mapping, controllers, _model)
    Devise.saml_route_helper_prefix.then do |prefix|
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
