Devise.setup do |config|
  config.sign_out_via = [:delete, :post]
end
