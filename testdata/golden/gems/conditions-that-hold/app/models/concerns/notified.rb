module Notified
  extend ActiveSupport::Concern

  included do
    devise :confirmable
  end
end
