ActiveAdmin.register Post do
  actions :index
end
