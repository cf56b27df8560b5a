# oracle: framework, booted
# The blocks of `initializer` run in the order that before: and after: give them, among those of Rails.
Rails.application.routes.draw do
  get "order/#{ENV["SIGNALBOX_I"]}", to: "variables#order"
  get "first/#{ENV["SIGNALBOX_FIRST"]}", to: "variables#first"
  get "early/#{ENV["SIGNALBOX_EARLY"]}", to: "variables#early"
  get "late/#{ENV["SIGNALBOX_LATE"]}", to: "variables#late"
  get "shop/#{Shop.tier}/#{Shop.level}", to: "config#shop"
end
