# an index on nil
Rails.application.routes.draw do
  versions = nil
  scope versions[0] do
  end
end
