ENV["SIGNALBOX_I"] += "-file"
ENV["SIGNALBOX_FIRST"] ||= "file"
ENV["SIGNALBOX_LATE"] ||= "file"
Shop.tier = "file"
Rails.application.initializer("too late") { ENV["SIGNALBOX_I"] += "-no" }
