# mount of nil
Rails.application.routes.draw do
  mount nil, at: "/jobs"
end
