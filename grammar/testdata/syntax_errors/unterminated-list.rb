draw do
  x = %w[a b
end
