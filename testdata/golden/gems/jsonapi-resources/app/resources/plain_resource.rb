class PlainResource < JSONAPI::Resource
  attribute :x
end
