# vim: set fileencoding=cp1252 :
get "€uro", to: "pages#euro"
