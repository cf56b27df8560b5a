ENV["SIGNALBOX_R_REQUIRED"] = "before"
return if Rails.env.development?
ENV["SIGNALBOX_R_REQUIRED"] = "within"
