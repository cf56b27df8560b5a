class BlogPostResource < JSONAPI::Resource
end
