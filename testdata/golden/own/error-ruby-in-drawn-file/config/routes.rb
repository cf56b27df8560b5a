# A Ruby error in a method of a drawn file, called from another one.
Rails.application.routes.draw do
  draw :helpers
  draw :users
end
