# The entry forms: constants and locals before and after the block, append and prepend-free, a lambda drawn by instance_exec, App::Application, braces.
module Yard
  class Application < Rails::Application
  end
end if false

ROUTES = proc do
  get "from_proc", to: "entry#proc"
end

extra = lambda do |mapper|
  mapper.get "from_lambda", to: "entry#lambda"
end

Rails.application.routes.append do
  get "appended", to: "entry#appended"
  match "*all", to: "entry#missing", via: :all
end

Rails.application.routes.draw {
  get "first", to: "entry#first"
  instance_exec(&ROUTES)
  instance_eval(&ROUTES)
  extra.call(self)
  extra.(self)
  get "last", to: "entry#last"
}

AFTER = "never used"
