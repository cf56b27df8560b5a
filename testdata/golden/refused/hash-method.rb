# a method that hashes do not have
Rails.application.routes.draw do
  { a: 1 }.each_name do |k|
    get k, to: "x#y"
  end
end
