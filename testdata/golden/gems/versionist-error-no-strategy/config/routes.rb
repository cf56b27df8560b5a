# oracle: gems versionist
Rails.application.routes.draw do
  api_version(module: "V1") { }
end
