class Member < ApplicationRecord
  devise :database_authenticatable
end
