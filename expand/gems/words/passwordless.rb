# Passwordless: RouterHelpers#passwordless_for, as of 0.5.
#
# module: Passwordless
# newest: 1.8.1
# since: 0.5
# word: passwordless_for
#   Maps signing in by a link or a code.
#   passwordless_for :users

class ActionDispatch::Routing::Mapper
  if Gem::Version.new(Passwordless::VERSION) >= Gem::Version.new("1")
    def gem_passwordless_for(resource, at: :na, as: :na, controller: "passwordless/sessions")
      at = "/#{resource}" if at == :na
      if Gem::Version.new(Passwordless::VERSION) >= Gem::Version.new("1.1")
        as = resource.to_s if as == :na
        as = "#{as}_" unless !as || as.to_s.end_with?("_")
      elsif as == :na
        as = "#{resource}_"
      end

      scope(defaults: { authenticatable: resource.to_s.singularize, resource: resource }) do
        get "#{at}/sign_in", to: "#{controller}#new", as: :"#{as}sign_in"
        post "#{at}/sign_in", to: "#{controller}#create"
        get "#{at}/sign_in/:id", to: "#{controller}#show", as: :"verify_#{as}sign_in"
        get "#{at}/sign_in/:id/:token", to: "#{controller}#confirm", as: :"confirm_#{as}sign_in"
        patch "#{at}/sign_in/:id", to: "#{controller}#update"
        match "#{at}/sign_out", to: "#{controller}#destroy", via: %i[get delete], as: :"#{as}sign_out"
      end
    end
  else
    def gem_passwordless_for(resource, at: nil, as: nil)
      mount Passwordless::Engine, at: at || resource.to_s, as: as || resource.to_s, defaults: { authenticatable: resource.to_s.singularize }
    end
  end
end
