# one class mounted twice without names
Rails.application.routes.draw do
  app = Class.new { def self.call(env) = [200, {}, []]; def self.name = "Tiny::App" }
  mount app, at: "one"
  mount app, at: "two"
end
