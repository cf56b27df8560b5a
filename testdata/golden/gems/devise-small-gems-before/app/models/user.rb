class User < ApplicationRecord
  devise :database_authenticatable, :two_factor_authenticatable, :masqueradable, :registerable
end
