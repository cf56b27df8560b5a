# A syntax error in a drawn file.
# at: config/routes/broken.rb:2|3|4
Rails.application.routes.draw do
  root "home#index"
  draw :broken
end
