class Guest < ApplicationRecord
  devise :quiet, :recoverable
end
