ENV["SIGNALBOX_R_UNLESS"] = "before"
return unless Rails.env.production?
ENV["SIGNALBOX_R_UNLESS"] = "behind"
