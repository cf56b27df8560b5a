class Gate
  @host = "here"

  class << self
    attr_accessor :host, :port
  end

  self.port = "80"
end
