# Blocks that ActiveSupport::Notifications runs, with and without the payload.
module Watched
  def self.quietly
    heard = ->(_name, _started, _finished, _id, payload) { warn payload[:sql] }
    ActiveSupport::Notifications.subscribed(heard, "sql.active_record") { yield }
  end
end

Rails.application.routes.draw do
  Watched.quietly do
    resources :reports, only: :index
  end

  ActiveSupport::Notifications.instrument("routes.drawn", part: "admin") do |payload|
    get "#{payload[:part]}/#{payload.size}", to: "parts#show", as: :part
  end
  ActiveSupport::Notifications.instrument("routes.bare") { |payload| get "bare/#{payload.size}", to: "parts#bare" }
  ActiveSupport::Notifications.subscribed(->(*) {}, "routes.timed", monotonic: true) { get :timed, to: "parts#timed" }
  nothing = ActiveSupport::Notifications.instrument("routes.done")
  get "done/#{nothing.inspect}", to: "parts#done"
end
