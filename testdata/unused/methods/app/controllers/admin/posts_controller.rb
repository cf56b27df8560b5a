class Admin::PostsController < Admin::BaseController
  def index; end
end
