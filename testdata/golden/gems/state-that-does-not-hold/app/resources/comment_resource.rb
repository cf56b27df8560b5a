class CommentResource < JSONAPI::Resource
  has_one :post
end
