class CommentsController < PostsController
  def create; end

  private

  def index; end
end
