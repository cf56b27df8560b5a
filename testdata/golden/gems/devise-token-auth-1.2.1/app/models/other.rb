class Other < ApplicationRecord
  devise :database_authenticatable, :lockable, :confirmable
end
