local = Rails.env.local?
return if local
ENV["SIGNALBOX_R_VARIABLE"] = "behind"
