# oracle: framework, booted
# `return` ends the file it stands in, and `next` the block: what stands behind them is not run.
Rails.application.routes.draw do
  %w[APPLICATION MODIFIER UNLESS PLAIN LONG SIDE PREPARE NESTED REQUIRED LAMBDA].each do |name|
    get "#{name.downcase}/#{ENV["SIGNALBOX_R_#{name}"]}", to: "variables#show"
  end
  %w[AND OR CASE EACH RESCUED VARIABLE MODULE].each { |name| get "#{name.downcase}/#{ENV.fetch("SIGNALBOX_R_#{name}", "unset")}", to: "variables#show" }
  get "x/#{Rails.application.config.x.tier}", to: "config#x"
  get "own/#{Rails.application.config.tier}", to: "config#own"
  get "shop/#{Shop.tier}/#{Shop.level}", to: "config#shop"
  I18n.available_locales.each { |locale| get "locale/#{locale}", to: "config#locale" }
  shop_routes
  block_routes
  get "model/#{Plan.name_of_it}/#{Plan::SIZE}", to: "config#model"
  draw :extra
  get "after", to: "draw#after"
end
