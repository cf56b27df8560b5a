class Robot < ApplicationRecord
  devise :validatable, :trackable
end
