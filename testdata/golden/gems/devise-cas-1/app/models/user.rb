class User < ApplicationRecord
  devise :cas_authenticatable, :rememberable
end
