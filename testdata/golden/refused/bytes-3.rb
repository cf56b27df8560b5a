# Bytes that are no UTF-8.
Rails.application.routes.draw do
  scope("caf\xe9") { }
end
