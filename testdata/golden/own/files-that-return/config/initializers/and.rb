Rails.env.development? and return
ENV["SIGNALBOX_R_AND"] = "behind"
