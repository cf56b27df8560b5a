# resources_path_names without its argument
Rails.application.routes.draw do
  resources_path_names
end
