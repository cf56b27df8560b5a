ENV["SIGNALBOX_INITIALIZER"] = "initializer"
ENV["SIGNALBOX_ORDER"] += "4"
ENV["SIGNALBOX_TWICE"] = "#{ENV["SIGNALBOX_TWICE"]}b"

module Deep
  class Down
    ENV["SIGNALBOX_NESTED"] = "nested"
  end
end
Object::ENV["SIGNALBOX_OBJECT"] = "object"
begin
  ::ENV["a=b"] = "no"
rescue SystemCallError
  ::ENV["SIGNALBOX_TOP"] = "top"
end
