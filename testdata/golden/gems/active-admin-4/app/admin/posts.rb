ActiveAdmin.register Post do
  member_action :publish, method: :put do
  end
end
