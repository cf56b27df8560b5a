ActiveSupport::Inflector.inflections(:en) do |inflect|
  inflect.uncountable "cactus"
  inflect.irregular "octopus", "octopodes"
end
