# use_doorkeeper_openid_connect of version 1.8.7.
# oracle: gems doorkeeper, doorkeeper-openid_connect
Rails.application.routes.draw do
  use_doorkeeper_openid_connect
end
