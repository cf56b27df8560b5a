# One path at most.
# oracle: gems griddler
Rails.application.routes.draw do
  mount_griddler "/a", "/b"
end
