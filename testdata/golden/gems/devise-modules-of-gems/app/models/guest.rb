class Guest < ApplicationRecord
  devise :invitable, :registerable
end
