class AdminUser < ApplicationRecord
  devise :database_authenticatable, :recoverable, :lockable
end
