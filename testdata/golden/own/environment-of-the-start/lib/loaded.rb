class Loaded
  def initialize(value) = @value = value
  def set! = ENV["SIGNALBOX_LOADED"] = @value
end
Loaded.new("loaded").set!
