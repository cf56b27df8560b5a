class User < ApplicationRecord
  include Followed

  belongs_to :favorite, class_name: "Character"
  has_one :pet, class_name: "Character"
  has_many :friends, class_name: "User"
  has_many :enemies, class_name: "User"
end
