module Settings
  class Config
    attr_accessor :name, :on, :off

    def initialize
      @name = "plain"
      @on = false
    end
  end

  class << self
    def config
      @config ||= Config.new
    end

    def configure
      yield config
    end
  end
end
