resource :two, only: :show
return_value = draw("sub/deep/four")
get "after_four", to: "two#after" unless return_value == :never
