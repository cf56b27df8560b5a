class StoreRailtie < Rails::Railtie
  initializer("railtie") { ENV["SIGNALBOX_I"] = "#{ENV["SIGNALBOX_I"]}-railtie" }
  initializer("railtie first", before: "railtie") { ENV["SIGNALBOX_I"] = "#{ENV["SIGNALBOX_I"]}-first" }
end

module Shop
  mattr_accessor :tier, :level
end
