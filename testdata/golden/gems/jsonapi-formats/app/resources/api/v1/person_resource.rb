class Api::V1::PersonResource < JSONAPI::Resource
  attribute :name
  relationship :blog_posts, to: :many
end
