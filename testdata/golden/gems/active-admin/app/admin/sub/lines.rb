ActiveAdmin.register Post, as: 'Line' do
  belongs_to :post
end
