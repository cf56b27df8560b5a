require_relative "required_too"
ENV["SIGNALBOX_REQUIRED"] = "required_#{Required.text}"
