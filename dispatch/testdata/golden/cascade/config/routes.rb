# What lets the next route have the request: lambdas, objects, X-Cascade: pass, and what raises instead.
PASS = ->(env) { [404, { "X-Cascade" => "pass" }, []] }
class Even
  def matches?(r) = r.path_parameters[:n].to_i.even?
end
class Both
  def matches?(r) = false
  def call(r) = r.params[:both] == "1"
end
Rails.application.routes.draw do
  get "a", to: PASS
  get "a", to: ->(env) { env["QUERY_STRING"] == "x" ? [200, {}, ["x"]] : [404, { "X-Cascade" => "pass" }, []] }
  get "a", to: "c#a"
  mount PASS, at: "/b", as: :b
  get "b/c", to: "c#b"
  get "d/:n", to: "c#even", constraints: Even.new
  get "d/:n", to: "c#both", constraints: Both.new
  get "d/:m", to: "c#odd"
  get "e", to: "c#raise", constraints: ->(r) { raise "no" }
  get "e", to: "c#e"
  get "f", to: "c#bad", constraints: ->(r) { raise ActionController::BadRequest, "x" }
  get "g", to: "c#routing", constraints: ->(r) { raise ActionController::RoutingError, "x" }
  get "h", to: "c#missing", constraints: ->(r) { r.nothing }
  match "i", to: "c#head", via: :head, constraints: ->(r) { false }
  get "i", to: "c#get"
  match "j", to: "c#head", via: :head, constraints: { subdomain: "x" }
  get "j", to: "c#get"
  match "k", to: "c#all", via: :all, constraints: { subdomain: "x" }
  match "k", to: "c#some", via: [:get, :post]
  get "l", to: "c#verb", constraints: ->(r) { r.head? }
  get "l", to: "c#verb2", constraints: { request_method: "GET" }
  get "l", to: "c#verb3", constraints: { request_method: "HEAD" }
  get "m", to: "c#two", constraints: ->(a, b) { a.is_a?(Hash) && b.get? }
  get "m", to: "c#three", constraints: ->(a, b, c) { true }
  get "n", to: "c#opt", constraints: ->(a = nil) { a.nil? }
  get "o", to: "c#kw", constraints: ->(r, k: 1) { k == 1 && r.get? }
  get "p", to: ->(env) { raise "no" }
  get "q", to: ->(env) { nil }
  get "r", to: ->(env) { ["201", { "A" => "b" }, ["x"]] }
  get "s", to: "c#ints", constraints: { port: 80 }
  get "s", to: "c#range", constraints: { port: 8000..8999 }
  get "s", to: "c#sym", constraints: { request_method_symbol: :get }
  get "t", to: "c#lambda", constraints: { host: ->(h) { h.start_with?("l") } }
  get "t", to: "c#nil", constraints: { subdomain: nil }
  get "t", to: "c#class", constraints: { host: String }
  get "u", to: "c#arr", constraints: { subdomain: ["a", "b", ""] }
  get "v", to: "c#arr2", constraints: { port: [80, 81] }
  get "w", to: "c#truthy", constraints: { referer: true }
  get "w", to: "c#falsy", constraints: { user_agent: false }
  get "w", to: "c#rest"
  get "x", to: "c#mime", constraints: { format: :json }
  get "x", to: "c#mime2", constraints: { format: "application/json" }
  get "x", to: "c#mime3", constraints: { format: /html/ }
  get "y", to: "c#args", constraints: { get_header: "x" }
  get "z/*all", to: "c#z", constraints: ->(r) { r.params[:all].include?("ok") }
  get ":controller/:action/x", as: :dynamic
  get "aa/:action", controller: "aa", as: :act
  get "ab", to: "c#ab", constraints: ->(r) { r.session[:user].present? }
  get "ab", to: "c#ab2", constraints: ->(r) { r.env["rack.url_scheme"] == "http" && r.env["HTTP_HOST"] }
  get "ac", to: "c#mime", constraints: ->(r) { r.format == Mime[:json] || Mime::Type.lookup("text/csv") == r.format }
  get "ac", to: "c#other"
end
