class Guest < ApplicationRecord
  devise :quiet
end
