I18n.available_locales = %w[pt-BR en]
I18n.default_locale = "pt-BR"
RouteTranslator.config do |config|
  config.locale_param_key = "pt-BR"
  config.hide_locale = true
end
