# oracle: gems versionist
Rails.application.routes.draw do
  api_version(path: { value: "v1" }) { }
end
