class Keeper < ApplicationRecord
  BASE = [:recoverable, :confirmable]
  ALL = [*BASE, :lockable]
  devise :database_authenticatable, *ALL
end
