draw do |x
  get "a"
end
