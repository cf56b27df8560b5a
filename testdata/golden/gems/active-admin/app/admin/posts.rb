ActiveAdmin.register Post do
  permit_params :title
  member_action :publish, method: :put do
    redirect_to resource_path
  end
  member_action :history
  collection_action :import, method: [:get, :post]
  actions :all, except: [:destroy]
  index do
    column :title
    actions
  end
  controller do
    def x; end
  end
end
