# ActiveSupport's string, number, hash and object methods in route files.
Rails.application.routes.draw do
  r = ->(*parts) { get ["as", *parts].map(&:to_s).join("/"), to: "as#show", as: nil }
  %w[user_status person line_item admin/news_post HTMLPage octopus datum].each do |w|
    r[w.pluralize, w.singularize, w.camelize, w.camelize(:lower), w.underscore, w.classify, w.tableize, w.dasherize, w.humanize.parameterize, w.titleize.parameterize, w.foreign_key, w.demodulize, w.deconstantize.inspect.length, w.parameterize, w.parameterize(separator: "_")]
  end
  r["Admin::Users".underscore, "Admin::Users".demodulize, "Admin::Users".deconstantize, "Admin::UsersController".delete_suffix("Controller").underscore, "post".pluralize(1), "post".pluralize(2), "post".pluralize(0), "XMLHttpRequest".underscore, "über cool!".parameterize, "Ünïcode Straße".parameterize, "a  b--c".parameterize, "Keep Case".parameterize(preserve_case: true), "trailing-".parameterize, "x_y z".parameterize]
  r["author_id".humanize(capitalize: false).tr(" ", "-"), "_id".humanize.length, "employee salary".titleize.delete(" "), "man from the boondocks".titlecase.delete(" "), "raw_scaled_scorers".tableize, "egg_and_ham".classify, "posts".classify, "calculus".classify, "ssl_error".camelcase, "a/b_c".camelize, "first name".parameterize.underscore, "first-name".underscore.to_sym.inspect]
  r["".blank?, "  ".blank?, "a".present?, nil.blank?, [].blank?, {}.present?, 0.blank?, false.blank?, true.present?, "x".presence, "".presence.inspect, "".presence || "dflt", nil.presence&.size.inspect, [nil, "", "z"].map(&:presence).compact.first]
  r["  a   b \n c ".squish.tr(" ", "-"), "long text here".truncate(8, omission: "~"), "long text here".truncate(10, separator: " ", omission: ""), "a b c d".truncate_words(2, omission: ""), "hello".first, "hello".first(3), "hello".last(2), "hello".from(2), "hello".to(1), "hello".at(0), "hello".at(1..2), "hello".remove("l"), "hello world".remove(/o/, " "), "x".in?(%w[x y]), 3.in?(1..5), "a".in?("abc"), "indent".indent(2).length, "hello".exclude?("z"), "hello".starts_with?("he"), "hello".ends_with?("lo")]
  r[1.ordinalize, 2.ordinalize, 13.ordinal, 22.ordinalize, 5.multiple_of?(5), 1.hour.to_i, 2.days.in_hours.to_i, 3.kilobytes, 1.megabyte, 10.clamp(1, 5), 3.pred.zero?, 5.positive?, -5.abs, 7.digits.join, 10.gcd(4), 3.14.round, 3.15.round(1), 3.7.floor, 3.2.ceil, 1234.round(-2), 7.0 / 2, 1e3.to_i, 10.0.to_s, 1e20.to_s, 1e-5.to_s, 100000000000000000.0.to_s, 3.0 * 1.1, 0.1 + 0.2, (0.1 + 0.2).round(10), 2**0.5, 10.pow(3, 7), Integer.sqrt(17), 5.bit_length, 1.0.nan?, (1.0 / 0).to_s, 6.lcm(4)]
  r[{ a: 1 }.try(:fetch, :a), nil.try(:x).inspect, "a".try(:nope).inspect, "a".try(:upcase), 5.try { |x| x + 1 }, { a: { b: 1 } }.with_indifferent_access.dig("a", :b), "a".acts_like?(:string).inspect, Object.new.instance_values.size, "String".constantize.name, "ok".html_safe, "yes".inquiry.yes?, "yes".inquiry.no?, ActiveSupport::StringInquirer.new("prod").prod?, "a".then { _1 + "b" }, ["a", nil].sum { |x| x.to_s.size }, ActiveSupport::Inflector.pluralize("ox"), ActiveSupport::Inflector.underscore("FooBar"), ActiveSupport::Inflector.transliterate("Ærøskøbing"), "a".deep_dup, [1, [2]].deep_dup.flatten.sum, 1.deep_dup]
  mattr = Module.new { mattr_accessor :setting, default: "mset" }
  opts = ActiveSupport::OrderedOptions.new
  opts.name = "oo"
  opts[:size] = 2
  indiff = ActiveSupport::HashWithIndifferentAccess.new(x: 1, "y" => { z: 2 })
  r[mattr.setting, opts.name, opts.size2.inspect, opts.to_h.size, indiff["x"], indiff[:y]["z"], indiff.keys.join, indiff.merge(w: 1).key?("w"), indiff.to_h.keys.first.class, indiff.symbolize_keys.keys.first.class]
  class Base46
    class_attribute :levels, default: [1]
    delegate :size, :first, to: :levels
    delegate :last, to: :levels, prefix: true, allow_nil: true
    cattr_accessor(:shared) { "shr" }
  end
  class Child46 < Base46
    self.levels = levels + [2]
  end
  r[Base46.levels.join, Child46.levels.join, Child46.new.size, Base46.new.first, Child46.new.levels_last, Child46.shared]
  module Greets46
    extend ActiveSupport::Concern
    included { @greeted = "inc" }
    class_methods do
      def greeted = @greeted
    end
    def hi = "hi"
  end
  class Greeter46; include Greets46; end
  r[Greeter46.greeted, Greeter46.new.hi]
end
