# ActiveSupport::Notifications, as far as blocks run at once, whoever listens.
module ActiveSupport
  module Notifications
    opaque def self.instrument(_name, payload = {}) = (yield payload if block_given?)
    opaque def self.subscribed(*) = yield
  end
end
