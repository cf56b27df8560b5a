class Shop
  class Configuration
    attr_accessor :locale

    def initialize
      @locale = "en"
    end
  end

  FLAVOURS = %w[sweet sour].freeze

  class << self
    attr_accessor :plans
    alias_method :tiers, :plans

    def configuration
      @configuration ||= Configuration.new
    end
    alias_method :config, :configuration
    alias conf config

    def configure
      yield configuration
    end

    def all_flavours = FLAVOURS
    alias_method :flavours, :all_flavours
    private :all_flavours
  end

  singleton_class.send(:alias_method, :tastes, :flavours)
end
