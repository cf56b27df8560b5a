# ApiGuard: Mapper#api_guard_routes and api_guard_scope, as of 0.4.
#
# module: ApiGuard
# newest: 0.6.0
# since: 0.4
# word: api_guard_routes
#   Maps token authentication of a model.
#   api_guard_routes for: "users"
# word: api_guard_scope
#   Sets the ApiGuard scope of the routes inside.
#   api_guard_scope("users") { post "login", to: "logins#create" }

class ActionDispatch::Routing::Mapper
  def gem_api_guard_routes(options = {})
    options = options.dup
    users = options.delete(:for).to_s || "users"
    parts = options[:only] || %i[registration authentication tokens passwords] - (options[:except] || [])
    controllers = options.delete(:controller) || {}
    options[:as] ||= users.singularize
    options[:path] ||= users

    api_guard_scope(users) do |mapped|
      scope(options) do
        parts.each { |part| api_guard_part(part, mapped, controllers[part] || "api_guard/#{part}") }
      end
    end
  end

  def gem_api_guard_scope(users)
    constraints(->(_request) { true }) { yield users.to_s.classify.constantize }
  end

  def api_guard_part(part, model, controller)
    case part
    when :registration
      post "sign_up" => "#{controller}#create"
      delete "delete" => "#{controller}#destroy"
    when :authentication
      post "sign_in" => "#{controller}#create"
      delete "sign_out" => "#{controller}#destroy"
    when :passwords
      patch "passwords" => "#{controller}#update"
    when :tokens
      post "tokens" => "#{controller}#create" if model.refresh_token_association
    end
  end
end
