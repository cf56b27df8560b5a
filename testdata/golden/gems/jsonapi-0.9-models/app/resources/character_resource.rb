class CharacterResource < JSONAPI::Resource
  has_one :owner, class_name: "Follow"
end
