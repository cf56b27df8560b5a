# The locale of I18n while the program has set one itself, as the only element of a list.
module I18n
  class << self
    def locale = $signalbox_locale ? $signalbox_locale.first : Primitive.undecided

    private

    def set(locale)
      locale = locale.to_sym if !Primitive.unknown?(locale) && locale.is_a?(String)
      $signalbox_locale = [locale]
    end
  end

  opaque def self.locale=(locale)
    set(locale)
  end

  opaque def self.with_locale(locale = nil)
    before = $signalbox_locale
    set(locale) if Primitive.unknown?(locale) || locale
    yield locale
  ensure
    $signalbox_locale = before
  end
end
