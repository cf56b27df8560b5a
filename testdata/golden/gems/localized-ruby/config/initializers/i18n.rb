I18n.available_locales = [:en, :de, :fr]
