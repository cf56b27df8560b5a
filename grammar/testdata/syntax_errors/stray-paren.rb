draw do
	get "é" ) 
  a = 1 +
end
