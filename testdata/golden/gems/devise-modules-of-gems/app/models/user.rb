class User < ApplicationRecord
  devise :two_factor_authenticatable, :recoverable, :invitable, :registerable
end
