class PostsController < ActionController::Base
  def index; end
end
