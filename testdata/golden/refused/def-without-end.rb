# a def that is never closed
# at: 3|4|6|7
Rails.application.routes.draw do
  def page(name)
    get name, to: "pages##{name}"
  page "a"
end
