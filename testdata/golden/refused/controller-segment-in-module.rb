# a dynamic controller inside scope module
Rails.application.routes.draw do
  scope module: "old" do
    match "(:controller(/:action))", via: :all
  end
end
