# use_doorkeeper_openid_connect: options, block, scopes, dynamic registration.
# oracle: gems doorkeeper, doorkeeper-openid_connect
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper_openid_connect
  scope(as: "skip") { use_doorkeeper_openid_connect(scope: "id") { skip_controllers :discovery } }
  scope "v2", as: "v2", module: "m" do
    use_doorkeeper_openid_connect { controllers userinfo: "who", discovery: "what"; as userinfo: :me, discovery: :find }
  end
end
