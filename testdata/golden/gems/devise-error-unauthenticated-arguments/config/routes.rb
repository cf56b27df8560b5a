# unauthenticated takes one argument.
# oracle: gems devise
Rails.application.routes.draw do
  unauthenticated :a, nil do
  end
end
