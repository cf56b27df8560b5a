class Member < ApplicationRecord
  devise :omniauthable, :recoverable, omniauth_providers: %i[twitter]
end
