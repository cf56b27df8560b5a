class Person < ApplicationRecord
  devise :database_authenticatable
end
