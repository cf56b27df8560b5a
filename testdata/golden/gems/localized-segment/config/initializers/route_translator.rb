RouteTranslator.config do |config|
  config.locale_segment_proc = ->(locale) { "l-#{locale.to_s.upcase}" }
end
