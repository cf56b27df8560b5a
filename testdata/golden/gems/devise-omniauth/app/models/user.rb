class User < ApplicationRecord
  devise :omniauthable, :database_authenticatable
end
