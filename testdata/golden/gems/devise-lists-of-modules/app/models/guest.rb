class Guest < ApplicationRecord
  MODULES = [:database_authenticatable, :confirmable].freeze
  devise(*MODULES, :rememberable)
end
