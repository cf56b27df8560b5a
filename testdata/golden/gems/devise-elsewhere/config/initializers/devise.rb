Devise.setup do |config|
  config.sign_out_via = [:get, :post]
end
