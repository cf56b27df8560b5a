class ArticlesController < PostsController
end
