require Rails.root.join("lib/required")
ENV["SIGNALBOX_R_REQUIRED"] += "-behind"
