get "extra/before", to: "draw#extra"
scope "extra" do
  return if Rails.env.development?
  get "within", to: "draw#extra"
end
get "extra/behind", to: "draw#extra"
