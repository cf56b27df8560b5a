# mount_griddler, health_check_routes and add_health_check_routes.
# oracle: gems griddler, health_check
Rails.application.routes.draw do
  mount_griddler
  namespace(:mail) { mount_griddler "/in" }
  scope("s", module: "m", as: "s") { mount_griddler("x") }
  health_check_routes
  health_check_routes "up"
  add_health_check_routes
  scope("ops", as: "ops") { add_health_check_routes(nil) }
end
