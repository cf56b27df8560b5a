# resources with a slash and no as
Rails.application.routes.draw do
  resources "admin/users"
end
