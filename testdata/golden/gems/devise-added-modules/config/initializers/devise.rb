Devise.setup do |config|
  Devise.add_module(:link_authenticatable, {
    strategy: true,
    controller: :sessions,
    route: :session
  })
  Devise.add_module :pin_authenticatable, route: { session: [nil, :new, :destroy] }, insert_at: 0
end
Devise.add_module(:quiet)
module Devise
  module Models
    module LinkAuthenticatable; end
    module PinAuthenticatable; end
    module Quiet; end
  end
end
