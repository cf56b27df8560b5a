# an argument after a block argument
Rails.application.routes.draw do
  resources(:xs, &blk, only: :index)
end
