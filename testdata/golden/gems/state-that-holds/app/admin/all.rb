ActiveAdmin.register Post do
  actions :index
  actions :index, :show if Settings.on?
  member_action :pin unless Settings.on?
end
ActiveAdmin.register Tag do
  actions :index
  belongs_to :post
end
if Settings.on?
  ActiveAdmin.register Tag do
    belongs_to :post, optional: true
    member_action :mark, method: :put
  end
end
ActiveAdmin.register Tag do
  collection_action :all, method: (Settings.on? ? :put : :post)
end
ActiveAdmin.register Post, as: "Other", namespace: (Settings.on? ? :boss : :editors)
