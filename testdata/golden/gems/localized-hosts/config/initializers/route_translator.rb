RouteTranslator.config do |config|
  config.host_locales = { "*.fr" => :fr, "*.br" => :"pt-BR", "*.com" => :en }
end
