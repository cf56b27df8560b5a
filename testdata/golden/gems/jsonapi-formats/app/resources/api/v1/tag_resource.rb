class Api::V1::TagResource < JSONAPI::Resource
end
