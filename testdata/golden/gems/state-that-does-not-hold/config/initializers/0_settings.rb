module Settings
  def self.on? = false
  def self.off? = !on?
end
