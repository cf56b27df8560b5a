# too many arguments for a helper method
Rails.application.routes.draw do
  def page(name)
    get name, to: "pages##{name}"
  end
  page "a"
  page "b", "c"
end
