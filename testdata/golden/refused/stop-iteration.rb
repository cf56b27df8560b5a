# an enumerator that is exhausted
Rails.application.routes.draw do
  names = %w[a b].each
  3.times { get names.next, to: "x#y" }
end
