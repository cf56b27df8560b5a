# Servers, rooms and recordings of conferences.
# oracle: gems bigbluebutton_rails
Rails.application.routes.draw do
  bigbluebutton_routes :default, controllers: { servers: "my_servers" }
  bigbluebutton_routes :default, scope: "webconf", only: ["rooms", "meetings"]
  bigbluebutton_api_routes
  resources(:users) { bigbluebutton_routes :room_matchers }
  bigbluebutton_routes :default, scope: "third", as: nil, only: "servers", controllers: { rooms: "ignored" }
end
