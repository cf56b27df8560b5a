# method and request_method of a HEAD request, in conditions, lambdas, redirects and inline endpoints.
Rails.application.routes.draw do
  get "a", to: "a#get", constraints: { method: "GET" }
  get "b", to: "a#b", constraints: { method: "HEAD" }
  get "b", to: "a#b2"
  match "c", to: "a#c", via: :all, constraints: { method: "HEAD" }
  match "c", to: "a#c2", via: :all, constraints: { method: "GET" }
  match "d", to: "a#d", via: [:get, :head], constraints: { method: "GET" }
  match "d", to: "a#d2", via: [:get, :head], constraints: { method: "HEAD" }
  match "e", to: "a#e", via: [:get, :head], constraints: { method: "GET" }
  get "e", to: "a#e2", constraints: { method: "GET" }
  get "e", to: "a#e3"
  get "f", to: "a#f", constraints: { request_method: "GET" }
  get "g", to: redirect { |p, r| "/#{r.method}/#{r.request_method}/#{r.head?}/#{r.get?}" }
  get "h", to: redirect { |p, r| "/#{r.method}/#{r.request_method}/#{r.head?}/#{r.get?}" }, constraints: { method: "GET" }
  get "i", to: "a#i", constraints: ->(r) { r.method == "GET" }
  get "j", to: "a#j", constraints: ->(r) { r.method == "HEAD" && r.request_method == "HEAD" }
  constraints(method: "GET") { get "k", to: "a#k", constraints: ->(r) { r.method == "GET" && r.request_method == "HEAD" } }
  get "l", to: "a#l", constraints: { get?: true }
  get "m", to: "a#l", constraints: { head?: true }
  get "n", to: "a#l", constraints: { raw_request_method: "GET" }
  get "o", to: "a#l", constraints: { method_symbol: :get }
  get "p", to: "a#l", constraints: { request_method_symbol: :get }
  get "q", to: "a#l", constraints: { method: /get/i }
  get "r", to: "a#l", constraints: { method: %w[GET HEAD] }
  get "s", to: ->(env) { [200, {"location" => "#{env["REQUEST_METHOD"]} #{ActionDispatch::Request.new(env).method}"}, []] }
end
