ActiveSupport::Inflector.inflections do |inflect|
  inflect.uncountable "staff"
  inflect.uncountable(/meta.*/)
end
