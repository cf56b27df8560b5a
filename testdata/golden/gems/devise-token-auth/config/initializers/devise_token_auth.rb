DeviseTokenAuth.setup do |config|
  config.omniauth_prefix = "/omni"
end
