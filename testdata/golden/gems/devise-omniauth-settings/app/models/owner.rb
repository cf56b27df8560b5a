class Owner < ApplicationRecord
  devise :lockable, :database_authenticatable, unlock_strategy: :both
end
