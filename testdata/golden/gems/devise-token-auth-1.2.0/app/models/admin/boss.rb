class Admin::Boss < ApplicationRecord
  devise :database_authenticatable, :recoverable
end
