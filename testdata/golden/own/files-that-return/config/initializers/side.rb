if Rails.env.production?
  ENV["SIGNALBOX_R_SIDE"] = "production"
else
  ENV["SIGNALBOX_R_SIDE"] = "other"
  return
end
ENV["SIGNALBOX_R_SIDE"] += "-behind"
