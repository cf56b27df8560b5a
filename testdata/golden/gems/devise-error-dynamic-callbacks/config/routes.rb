# Callbacks below a dynamic segment.
# oracle: gems devise
Rails.application.routes.draw do
  scope ":locale" do
    devise_for :members
  end
end
