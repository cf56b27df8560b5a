ActiveAdmin.register_page "Big Reports" do
  page_action :csv, method: %i[get post]
  page_action "send_mail", method: :post
end
ActiveAdmin.register Post, as: "News Item", namespace: :editors do
  member_action :pin, method: :patch
end
ActiveAdmin.register Post, as: "Public Post", namespace: false do
  actions :index
end
