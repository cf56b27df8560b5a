# a class in a method body
Rails.application.routes.draw do
  def setup
    class Inner; end
  end
end
