class ReaderResource < JSONAPI::Resource
  model_name "Character"
  has_one :owner
end
