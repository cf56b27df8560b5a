module Cake
  class Engine < ::Rails::Engine
    routes { get "early", to: "early#show" }
    isolate_namespace Cake
    config.after_initialize { Rails.application.routes.append { get "cake_after", to: "x#y" } }
    config.to_prepare { Rails.application.routes.append { get "cake_prepare", to: "x#y" } }
    config.before_initialize { |app| app.routes.append { get "cake_before", to: "x#y" } }
    initializer("cake.one") { |app| app.routes.append { get "cake_one", to: "x#y" } }
    initializer("cake.two", before: "cake.one") { |app| app.routes.append { get "cake_two", to: "x#y" } }
    initializer("cake.three", after: :load_config_initializers) { |app| app.routes.append { get "cake_three", to: "x#y" } }
    initializer("cake.four", before: "add_routing_paths") { |app| app.routes.prepend { get "cake_four", to: "x#y" } }
    initializer(:cake_seven, after: :finisher_hook) { |app| app.routes.append { get "cake_seven", to: "x#y" } }
    routes { get "of_class", to: "classes#show" }
    routes.draw { get "cleared", to: "cleared#never" }
    routes.append { get "appended", to: "appended#show" }
  end
end
