# Bytes that are no UTF-8.
Rails.application.routes.draw do
  mount ->(env) { }, at: "caf\xe9", as: :cafe
end
