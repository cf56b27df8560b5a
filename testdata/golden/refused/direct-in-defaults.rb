# direct inside defaults
Rails.application.routes.draw do
  defaults format: :json do
    direct(:home_page) { "https://x.example" }
  end
end
