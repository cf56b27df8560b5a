I18n.default_locale = :de unless Rails.env.production?
if Rails.env.production?
  I18n.default_locale = :en
  I18n.available_locales = %i[en]
elsif Rails.env.test? || ENV["LOCALES"]
  I18n.available_locales = %i[en fr]
else
  I18n.available_locales = [:de, :"pt-BR", :en]
end
