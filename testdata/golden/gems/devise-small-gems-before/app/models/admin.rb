class Admin < ApplicationRecord
  devise :masqueradable, :database_authenticatable, :password_expirable, :secure_validatable, :paranoid_verification, :two_factor_authenticatable
end
