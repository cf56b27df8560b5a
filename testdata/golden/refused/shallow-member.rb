# member inside shallow alone
Rails.application.routes.draw do
  shallow do
    member { get :x }
  end
end
