class Api::V1::BaseResource < JSONAPI::Resource
  abstract
  key_type :uuid
end
