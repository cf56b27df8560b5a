# yield without a block
Rails.application.routes.draw do
  def each_locale = yield("en")
  each_locale { |l| get l, to: "x#y" }
  each_locale
end
