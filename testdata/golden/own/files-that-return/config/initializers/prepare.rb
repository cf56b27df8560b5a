Rails.application.config.to_prepare do
  ENV["SIGNALBOX_R_PREPARE"] = "before"
  next if Rails.env.development?
  ENV["SIGNALBOX_R_PREPARE"] = "behind"
end
