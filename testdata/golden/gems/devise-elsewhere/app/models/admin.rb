class Admin < ApplicationRecord
  devise :cas_authenticatable, :confirmable
end
