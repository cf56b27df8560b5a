module Shop
  mattr_accessor :locale, default: "en"
  mattr_accessor :tier
  self.tier = "free"
  mattr_reader :joined, default: +"a"
  cattr_accessor(:chosen) { "none" }
  mattr_accessor :plans, default: %w[small]
  mattr_accessor :limits, default: { path: "low" }

  def self.setup
    yield self
  end

  module Cart
    mattr_accessor :path, default: "cart"
  end
end
