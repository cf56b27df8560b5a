# a hash in parentheses is taken for the app itself
Rails.application.routes.draw do
  mount({ ->(env) { [200, {}, []] } => nil })
end
