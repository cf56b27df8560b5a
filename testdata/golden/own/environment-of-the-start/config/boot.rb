ENV["BUNDLE_GEMFILE"] ||= File.expand_path("../Gemfile", __dir__)
ENV["SIGNALBOX_BOOT"] = "boot"
