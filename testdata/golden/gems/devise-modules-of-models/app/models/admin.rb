class Admin < ApplicationRecord
  devise :trackable, :timeoutable, :lockable, :confirmable, :validatable,
         :registerable, :recoverable, :rememberable, :database_authenticatable
end
