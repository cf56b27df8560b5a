# a format with a missing key
Rails.application.routes.draw do
  get "%{a}/%{b}" % { a: 1 }, to: "x#y"
end
