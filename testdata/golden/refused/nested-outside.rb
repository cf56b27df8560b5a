# nested outside of resources
Rails.application.routes.draw do
  scope "a" do
    nested do
      get :preview
    end
  end
end
