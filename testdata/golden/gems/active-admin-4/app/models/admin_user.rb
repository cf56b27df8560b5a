class AdminUser < ApplicationRecord
  devise :database_authenticatable, :recoverable
end
