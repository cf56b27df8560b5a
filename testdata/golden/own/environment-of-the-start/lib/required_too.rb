module Required
  def self.text = "too"
end
