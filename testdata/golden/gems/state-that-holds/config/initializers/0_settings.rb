module Settings
  def self.on? = true
  def self.off? = !on?
end
