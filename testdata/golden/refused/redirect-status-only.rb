# redirect with a status only
Rails.application.routes.draw do
  get "x" => redirect(status: 302)
end
