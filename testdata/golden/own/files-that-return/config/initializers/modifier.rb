ENV["SIGNALBOX_R_MODIFIER"] = "before"; return if Rails.env.development?; ENV["SIGNALBOX_R_MODIFIER"] = "behind"
