class User < ApplicationRecord
  devise :omniauthable, :lockable, :database_authenticatable, omniauth_providers: %w[twitter open_id]
end
