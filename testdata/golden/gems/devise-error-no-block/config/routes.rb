# authenticated wants a block.
# oracle: gems devise
Rails.application.routes.draw do
  authenticated :user
end
