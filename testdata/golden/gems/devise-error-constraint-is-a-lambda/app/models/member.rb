class Member < ApplicationRecord
  devise :omniauthable, omniauth_providers: [:github]
end
