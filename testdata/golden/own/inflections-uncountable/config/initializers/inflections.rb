ActiveSupport::Inflector.inflections do |inflect|
  inflect.uncountable << "trash"
  inflect.uncountable("luggage") << "staff"
  inflect.uncountables.add(["audio"])
  inflect.acronym "OAuth"
end
