module Api
  module V1
    class BlogPostResource < BaseResource
      attributes :title, :body
      has_one :author, class_name: "Person"
      has_many :comments
      has_many :top_tags, :labels, class_name: "Tag"
    end
  end
end
