# a change to a frozen hash
Rails.application.routes.draw do
  opts = { only: :index }.freeze
  opts[:path] = "x"
end
