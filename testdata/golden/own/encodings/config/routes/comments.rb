# café: bytes that are no UTF-8 in comments
=begin
éÿ
=end
get "comments", to: "pages#comments" # é
resources :posts, # é
          only: :index
