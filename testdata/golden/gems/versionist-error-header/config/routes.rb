# oracle: gems versionist
Rails.application.routes.draw do
  api_version(module: "V1", header: { name: "Version", value: "1" }) { }
end
