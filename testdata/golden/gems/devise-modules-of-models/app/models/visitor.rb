class Visitor < ApplicationRecord
  devise "database_authenticatable", "recoverable"
end
