module Tea
  class Engine < ::Rails::Engine
    self.routes.default_scope = { path: "served", module: "pots" }
    config.after_initialize { Rails.application.routes.append { get "tea_after", to: "x#y" } }
    config.to_prepare { Rails.application.routes.append { get "tea_prepare", to: "x#y" } }
    config.before_initialize { |app| app.routes.append { get "tea_before", to: "x#y" } }
    initializer("tea.six", after: "cake.two") { |app| app.routes.append { get "tea_six", to: "x#y" } }
    initializer("tea.one") { |app| app.routes.append { get "tea_one", to: "x#y" } }
    initializer("tea.two", before: "tea.one") { |app| app.routes.append { get "tea_two", to: "x#y" } }
    initializer("tea.three", after: :load_config_initializers) { |app| app.routes.append { get "tea_three", to: "x#y" } }
    initializer("tea.four", before: "add_routing_paths") { |app| app.routes.prepend { get "tea_four", to: "x#y" } }
    initializer(:tea_seven, after: :finisher_hook) { |app| app.routes.append { get "tea_seven", to: "x#y" } }
    routes { get "of_class", to: "classes#show" }
    routes.draw { get "cleared", to: "cleared#never" }
    routes.append { get "appended", to: "appended#show" }
  end
end
