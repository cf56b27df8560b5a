# resources with a dash and no as
Rails.application.routes.draw do
  resources "web-hooks", controller: "hooks"
end
