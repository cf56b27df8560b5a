class PostsController < ApplicationController
  include Publishing
  publishes :all

  def index; end

  def show = head(:ok)

  private def create; end

  def destroy
    head :no_content
  end
  private :destroy
end
