I18n.available_locales = [:en, :fr, :"pt-BR"]
I18n.default_locale = :fr
