# Rules of every kind, loaded before the routes.
ActiveSupport::Inflector.inflections(:en) do |inflect|
  inflect.plural(/^(foot)gear$/i, '\1gears')
  inflect.plural "brunch", "brunchies"
  inflect.singular(/^(pant)s$/i, '\1s')
  inflect.singular "waypoints", "waypunkt"
  inflect.irregular "octopus", "octopodes"
  inflect.irregular "die", "dice"
  inflect.irregular "Goose", "Geese"
  inflect.uncountable "feedback", "staff"
  inflect.uncountable %w[gear deer]
  inflect.acronym "API"
  inflect.acronym "RESTful"
  inflect.acronym "SSL"
  inflect.human(/_cnt$/i, '\1_count')
end
ActiveSupport::Inflector.inflections do |i|
  i.irregular("moose", "moosen")
end
ActiveSupport::Inflector.inflections(:de) { |i| i.irregular "haus", "haeuser" }
