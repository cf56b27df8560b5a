# use_doorkeeper: options, blocks, scopes; settings of the initializer.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper(scope: "o/auth") { skip_controllers :token_info; skip_controllers "tokens", :applications }
  scope(as: :second, module: "mod", path: "p") do
    use_doorkeeper scope: "" do
      controllers(authorizations: "x/auth", token_info: :info)
      controllers applications: "apps", authorized_applications: "mine"
      as tokens: :pass
      as authorizations: nil, token_info: "what"
    end
  end
  namespace(:third) { use_doorkeeper({ scope: :sym }) { skip_controllers(*%i[authorizations applications]) } }
  resources(:teams, only: []) { use_doorkeeper { skip_controllers :authorizations, :applications, :token_info } }
end
