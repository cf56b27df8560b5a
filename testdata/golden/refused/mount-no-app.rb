# mount with nothing to call
Rails.application.routes.draw do
  mount "sidekiq", at: "/jobs"
end
