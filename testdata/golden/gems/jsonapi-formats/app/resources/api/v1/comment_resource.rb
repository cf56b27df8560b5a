class Api::V1::CommentResource < JSONAPI::Resource
  immutable
  has_one :blog_post
  relationship :owner, to: :one, polymorphic: true
end
