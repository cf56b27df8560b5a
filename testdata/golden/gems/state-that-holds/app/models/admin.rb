class Admin < ApplicationRecord
  devise :recoverable
end
