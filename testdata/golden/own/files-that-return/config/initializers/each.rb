%w[a b].each { |name| return if name == "b" && Rails.env.development? }
ENV["SIGNALBOX_R_EACH"] = "behind"
