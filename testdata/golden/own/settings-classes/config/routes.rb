# Settings classes: other names of their methods, one object of the class, what is handed to another object, and method_missing of the class.
Rails.application.routes.draw do
  get "#{Shop.config.locale}/other_name", to: "a#b"
  get "#{Shop.conf.locale}/another_name", to: "a#b"
  get "#{Shop.configuration.locale}/own_name", to: "a#b"
  get "#{Shop.tiers.join("-")}/of_attribute", to: "a#b"
  get "#{Shop.flavours.join("-")}/of_constant", to: "a#b"
  get "#{Shop.tastes.join("-")}/sent", to: "a#b"
  get "#{Registry.instance.prefix}/instance", to: "a#b"
  get "#{Registry.prefix}/missing", to: "a#b"
  get "#{Registry.prefix_of(2)}/with_arguments", to: "a#b"
  get "same", to: "a#b" if Registry.instance.equal?(Registry.instance)
  get "#{Menu.first}/handed", to: "a#b"
  get "#{Menu.label(:top)}/own_method", to: "a#b"
  get "#{Words.title}/missing_in_module", to: "a#b"
  get "#{Words[:a]}/missing_operator", to: "a#b"
  get "answers", to: "a#b" if Words.respond_to?(:title) && !Words.respond_to?(:other)
  get "#{Page.new("about").slug}/of_object", to: "a#b"
end
