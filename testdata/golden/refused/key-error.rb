# fetch of a missing key
Rails.application.routes.draw do
  settings = { "host" => "a" }
  constraints host: settings.fetch("hots") do
    root "a#b"
  end
end
