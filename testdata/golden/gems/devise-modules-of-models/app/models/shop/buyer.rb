module Shop
  class Buyer < ApplicationRecord
    include SignsIn
    devise :confirmable
  end
end
