class Member < ApplicationRecord
  devise :recoverable, :pin_authenticatable
end
