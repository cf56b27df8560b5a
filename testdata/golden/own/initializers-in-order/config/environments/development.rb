ENV["SIGNALBOX_I"] += "-environment"
ENV["SIGNALBOX_EARLY"] ||= "environment"
