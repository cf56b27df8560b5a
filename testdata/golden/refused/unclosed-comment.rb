# a block comment without its end
# at: 4|5|6|7
Rails.application.routes.draw do
=begin
  get "b", to: "a#b"
end
