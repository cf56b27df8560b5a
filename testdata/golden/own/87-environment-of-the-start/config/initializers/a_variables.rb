ENV["SIGNALBOX_INITIALIZER"] = "initializer"
ENV["SIGNALBOX_ORDER"] += "4"
ENV["SIGNALBOX_TWICE"] = "#{ENV["SIGNALBOX_TWICE"]}b"

module Deep
  class Down
    ENV["SIGNALBOX_NESTED"] = "nested"
  end
end
