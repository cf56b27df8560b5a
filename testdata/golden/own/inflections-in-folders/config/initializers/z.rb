ActiveSupport::Inflector.inflections { |inflect| inflect.irregular "octopus", "octopi" }
