# a target of nil on a rocket
Rails.application.routes.draw do
  get "x" => nil
end
