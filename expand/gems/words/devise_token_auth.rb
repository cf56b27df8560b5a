# Devise Token Auth: Mapper#mount_devise_token_auth_for, as of 1.1.
#
# module: DeviseTokenAuth
# newest: 1.3.0
# settings: DeviseTokenAuth
# word: mount_devise_token_auth_for
#   Maps token authentication of a model.
#   mount_devise_token_auth_for "User", at: "auth"

module DeviseTokenAuth
  CONTROLLERS = %i[sessions registrations passwords confirmations token_validations omniauth_callbacks unlocks]

  def self.since?(version) = Signalbox.since?("devise_token_auth", version)
end

Signalbox.settings omniauth_prefix: [:text, "/omniauth"], redirect_whitelist: [:any, nil]

class ActionDispatch::Routing::Mapper
  def gem_mount_devise_token_auth_for(resource, opts)
    Signalbox.sides(resource, opts) { |name, options| token_auth(Signalbox.plain(name), options) }
  end

  def token_auth(resource, opts)
    skip = Array(opts[:skip])
    given = (opts[:controllers] || {}).dup
    controllers = DeviseTokenAuth::CONTROLLERS.to_h { |name| [name, given.delete(name) || "devise_token_auth/#{name}"] }
    own = DeviseTokenAuth.since?("1.1.5") ? given : {}
    own = own.merge(controllers.except(:token_validations, :omniauth_callbacks)).except(*skip)
    name = (DeviseTokenAuth.since?("1.1.5") && opts[:as]) || resource.pluralize.underscore.tr("/", "_")
    devise_for name, class_name: resource, module: :devise, path: opts[:at], controllers: own, skip: [*skip, :omniauth_callbacks]

    path = "#{@scope[:path]}/#{opts[:at]}"
    namespace_name = @scope[:as]
    Signalbox.fresh_scope do
      unless skip.include?(:token_validations) && DeviseTokenAuth.since?("1.1.1")
        get "#{path}/validate_token", controller: controllers[:token_validations].to_s, action: "validate_token"
      end
      token_omniauth(path, controllers[:omniauth_callbacks], resource, namespace_name) if !skip.include?(:omniauth_callbacks) && token_omniauth?
    end
  end

  def token_omniauth? = Signalbox.gem?("omniauth").then { |there| there.nil? ? Signalbox.unknown("defined?(OmniAuth)") : there }

  def token_omniauth(path, controller, resource, namespace_name)
    via = DeviseTokenAuth.since?("1.2.2") ? [:get, :post] : [:get]
    match "#{path}/failure", controller: controller, action: "omniauth_failure", via: via
    match "#{path}/:provider/callback", controller: controller, action: "omniauth_success", via: via

    DeviseTokenAuth.config.omniauth_prefix.then do |prefix|
      match "#{prefix}/:provider/callback", controller: controller, action: "redirect_callbacks", via: [:get, :post]
      match "#{prefix}/failure", controller: controller, action: "omniauth_failure", via: [:get, :post]
      later = DeviseTokenAuth.since?("1.2.1")
      target = redirect(token_redirect(resource, namespace_name, prefix), status: later ? 307 : 301)
      match "#{path}/:provider", to: target, via: later ? [:get, :post] : [:get]
    end
  end

  # If the application allows only certain places to come back to, only the gem knows them.
  def token_redirect(resource, namespace_name, prefix)
    return Signalbox.unknown("DeviseTokenAuth::Redirect.new") if DeviseTokenAuth.config.redirect_whitelist

    lambda do |params, request|
      found = CGI.parse(request.env["QUERY_STRING"]).merge("resource_class" => [resource])
      found["namespace_name"] = [namespace_name] if namespace_name
      "#{prefix}/#{params[:provider]}?#{found.transform_values(&:first).to_param}"
    end
  end
end
