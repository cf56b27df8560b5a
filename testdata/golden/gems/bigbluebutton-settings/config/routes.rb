# Settings of conferences that the routes file makes itself.
# oracle: gems bigbluebutton_rails
Rails.application.routes.draw do
  BigbluebuttonRails.configuration.controllers[:rooms] = "my/rooms"
  bigbluebutton_routes :default, scope: "a", only: %w[rooms servers]
  BigbluebuttonRails.configuration.controllers = { servers: "my/servers", rooms: "our/rooms", recordings: "our/recordings" }
  BigbluebuttonRails.configuration.routing_scope = "b"
  bigbluebutton_routes :default, controllers: { rooms: "your/rooms" }, only: %w[rooms servers recordings]
  scope("c") { bigbluebutton_routes :default, only: %w[rooms] }
end
