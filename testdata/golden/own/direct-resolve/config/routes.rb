# direct and resolve in all forms: strings, hashes, arrays, route_for, options with defaults, arguments, other helpers, on top of a scope default.
class Crate
  include ActiveModel::Model if defined?(ActiveModel::Nothing)
end

Rails.application.routes.draw do
  resources :boxes, only: %i[index show] do
    resources :lids, only: :show
  end
  resource :depot, only: :show
  get "find/:q(/:page)", to: "find#show", as: :find
  root to: "home#show"

  direct(:plain) { "https://plain.example/path" }
  direct(:plain_query) { "http://plain.example:8080/a/b?c=d#frag" }
  direct(:protocol_less) { "//cdn.example/lib.js" }
  direct "stringed" do
    "https://stringed.example"
  end
  direct :with_args do |a, b, options|
    "https://args.example/#{a}/#{b}?n=#{options.size}&k=#{options[:k]}"
  end
  direct :with_defaults, host: "def.example", size: 9 do |options|
    "https://#{options[:host]}/s/#{options[:size]}"
  end
  direct(:as_hash) { { controller: "boxes", action: "index" } }
  direct(:as_hash_more) { |id, opts| { controller: "boxes", action: "show", id: id, kind: opts[:kind] } }
  direct(:as_helper) { box_lid_path(1, 2) }
  direct(:as_url) { boxes_url(host: "other.example") }
  direct(:as_route_for) { |q| route_for(:find, q, page: 2) }
  direct(:chained) { |q| as_route_for_url(q) }
  direct(:as_symbol) { :depot }
  direct(:as_array) { [:depot] }
  direct(:anchored) { |o| depot_path(anchor: o[:to] || "top") }
  direct(:joined) { |*parts, opts| "https://joined.example/" + parts.join("-") + opts.keys.sort.join }

  resolve("Depot") { [:depot] }
  resolve("Crate", "Pallet") { |thing, options| [:depot, options] }
  resolve("Basket", anchor: "in") { |_b, options| route_for(:boxes, options) }

  get "after", to: "after#show"
end
