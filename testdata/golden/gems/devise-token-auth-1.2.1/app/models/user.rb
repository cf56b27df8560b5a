class User < ApplicationRecord
  devise :database_authenticatable, :registerable, :recoverable, :confirmable, :omniauthable, omniauth_providers: [:github]
end
