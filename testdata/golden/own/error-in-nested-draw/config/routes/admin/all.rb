root "home#index"
draw "admin/users"
