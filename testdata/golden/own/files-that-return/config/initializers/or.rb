Rails.env.production? || return
ENV["SIGNALBOX_R_OR"] = "behind"
