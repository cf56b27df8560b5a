class UserResource < JSONAPI::Resource
  include Listed
  has_one :favorite, :pet
  has_many :friends, :follows
  has_many :enemies, class_name: "Character"
end
