ActiveAdmin.register Shop::Order do
  belongs_to :post, optional: true
  actions :index, :show
  config.batch_actions = false
end
