# a local here does not leak out
local = %w[a b]
local.each do |l|
  get "plain/#{l}", to: "plain##{l}"
end
root to: "plain#root"
