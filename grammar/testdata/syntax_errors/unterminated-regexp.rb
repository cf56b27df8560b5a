draw do
  get /abc
end
