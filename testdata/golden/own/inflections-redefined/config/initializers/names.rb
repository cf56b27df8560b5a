class String
  alias_method :rails_singularize, :singularize

  def singularize(locale = :en) = start_with?("fish") ? "a_#{self}" : rails_singularize(locale)
end

module Kinds
  def pluralize(word, count = nil, locale = :en)
    word.to_s == "ox" ? "oxes" : super(word, locale)
  end
end

module ActiveSupport::Inflector
  extend Kinds
end

module Counted
  def plural(rule, replacement, callback = nil)
    super(rule, replacement)
    @plurals.first << callback unless callback.nil?
  end
end

class ActiveSupport::Inflector::Inflections
  prepend Counted

  def pair(one, many) = irregular(one, many)
end

ActiveSupport::Inflector::Inflections.instance(:en).plural(/\A(cat)\z/, '\1z', ->(n) { n })
ActiveSupport::Inflector.inflections(:en) { |inflect| inflect.pair "box", "boxen" if inflect.plurals.any? }
