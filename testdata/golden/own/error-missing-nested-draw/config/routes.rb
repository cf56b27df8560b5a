# A drawn file that draws one that does not exist.
Rails.application.routes.draw do
  draw :first
end
