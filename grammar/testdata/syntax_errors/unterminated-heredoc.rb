draw do
	get "x" => <<~A
  foo
end
