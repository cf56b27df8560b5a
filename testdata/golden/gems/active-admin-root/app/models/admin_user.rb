class AdminUser < ApplicationRecord
  devise :database_authenticatable
end
