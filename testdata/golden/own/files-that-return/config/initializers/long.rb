if Rails.env.development?
  ENV["SIGNALBOX_R_LONG"] = "before"
  return
end
ENV["SIGNALBOX_R_LONG"] = "behind"
