class Guest < ApplicationRecord
  devise :database_authenticatable
end
