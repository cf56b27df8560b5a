module Shop
  mattr_accessor :tier, :level
end
