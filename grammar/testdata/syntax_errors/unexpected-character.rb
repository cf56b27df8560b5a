draw do
  get "a" § 1
  b ¶
end
