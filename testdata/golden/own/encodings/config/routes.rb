# -*- coding: iso-8859-1 -*-
# text of an encoding with one byte a character, in code and in comments: café
Rails.application.routes.draw do
  get "café", to: "pages#cafe", as: :cafe
  scope "/über" do
    %w[straße å].each { |word| get word.strip, to: "pages#word" }
  end
  get :"grüße/:id", to: "pages#greet", as: :greet # Grüße
  get "x/#{"é".length}", to: "pages#length"
  draw :comments
  draw :windows
  draw :binary
  draw :ascii
end
__END__
ÿ
