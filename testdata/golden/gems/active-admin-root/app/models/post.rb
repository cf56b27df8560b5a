class Post
end
