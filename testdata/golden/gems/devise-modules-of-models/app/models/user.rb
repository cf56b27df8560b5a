class User < ApplicationRecord
  MODULES = %i[lockable database_authenticatable].freeze
  devise(*MODULES, :recoverable)
  devise :confirmable, :registerable, :trackable
end
