# resolve inside a namespace
Rails.application.routes.draw do
  namespace :x do
    resolve("Basket") { [:basket] }
  end
end
