# oracle: gems devise, activeadmin
# Settings that one namespace of Active Admin has for itself.
Rails.application.routes.draw do
  ActiveAdmin.routes(self)
end
