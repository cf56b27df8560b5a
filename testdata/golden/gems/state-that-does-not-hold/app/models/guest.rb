class Guest < ApplicationRecord
  devise :lockable, unlock_strategy: (Settings.on? ? :email : :time)
  devise :recoverable if Settings.on?
  devise :recoverable, :database_authenticatable
end
