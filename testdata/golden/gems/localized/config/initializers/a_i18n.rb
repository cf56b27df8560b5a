I18n.available_locales = [:en, :fr, :"pt-BR"]
