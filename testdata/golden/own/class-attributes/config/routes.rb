# Attributes of the application's classes: their defaults, and what the initializers give them, in their order.
Rails.application.routes.draw do
  get "#{Shop.locale}/untouched", to: "a#b"
  get "#{Shop.tier}/assigned", to: "a#b"
  get "#{Shop.joined}/twice", to: "a#b"
  get "#{Shop.chosen}/by-the-environment", to: "a#b"
  Shop.plans.each { |plan| get "plans/#{plan}", to: "a#b" }
  get "beta", to: "a#b" if Account.beta?
  get "#{Shop.limits[:path]}/limits", to: "a#b"
  get "#{Settings.config.name}/settings", to: "a#b"
  get "on", to: "a#b" if Settings.config.on
  get "off", to: "a#b" if Settings.config.off
  get "#{Gate.host}/host", to: "a#b"
  get "#{Gate.port}/port", to: "a#b"
  get "#{Shop::Cart.path}/nested", to: "a#b"
end
