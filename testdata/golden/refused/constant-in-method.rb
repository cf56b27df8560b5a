# a constant assigned in a method
Rails.application.routes.draw do
  def setup
    LIMIT = 5
  end
end
