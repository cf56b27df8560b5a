module Words
  TEXTS = { title: "words", a: "letter" }.freeze

  class << self
    def method_missing(name, *args)
      return TEXTS.fetch(args.first) if name == :[]

      TEXTS.fetch(name) { super }
    end

    def respond_to_missing?(name, all = false) = TEXTS.key?(name) || super
  end
end
