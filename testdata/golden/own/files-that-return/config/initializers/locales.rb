I18n.available_locales = %i[en de]
return if Rails.env.development?
I18n.available_locales = %i[en fr]
