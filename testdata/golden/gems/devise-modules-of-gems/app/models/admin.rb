class Admin < ApplicationRecord
  devise :password_expirable, :paranoid_verification, :two_factor_backupable, :database_authenticatable, :registerable, :invitable, :secure_validatable
end
