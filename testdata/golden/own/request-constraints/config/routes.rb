# Request conditions: strings, regexps, arrays, booleans and numbers on request methods; unknown keys are dropped; how they combine.
Rails.application.routes.draw do
  get "a", to: "r#sub", constraints: { subdomain: "api" }
  get "a", to: "r#subre", constraints: { subdomain: /\Aa\d+\z/ }
  get "a", to: "r#subarr", constraints: { subdomain: %w[one two] }
  get "a", to: "r#nosub", constraints: { subdomain: "" }
  get "a", to: "r#domain", constraints: { domain: "other.org" }
  get "a", to: "r#host", constraints: { host: "www.host.net" }
  get "a", to: "r#port", constraints: { port: 8080 }
  get "a", to: "r#portre", constraints: { port: /^90/ }
  get "a", to: "r#proto", constraints: { protocol: "https://" }
  get "a", to: "r#ip", constraints: { remote_ip: /^10\./ }
  get "a", to: "r#plain"
  get "b", to: "r#ssl", constraints: { ssl?: true }
  get "b", to: "r#nossl", constraints: { ssl?: false }
  get "c", to: "r#unknown", constraints: { nonsense: /x/, other_thing: "y" }
  get "d", to: "r#agent", constraints: { user_agent: /Firefox/ }
  get "d", to: "r#query", constraints: { query_string: /q=/ }
  get "d", to: "r#xhr", constraints: { xhr?: true }
  get "d", to: "r#fullpath", constraints: { fullpath: /z$/ }
  get "d", to: "r#rest"
  get "e/:id", to: "r#mixed", constraints: { id: /\d+/, subdomain: "e" }
  get "f", to: "r#f", host: "f.example", subdomain: /g/
  get "g", to: "r#method", constraints: { request_method: "GET" }
  match "h", to: "r#h", via: :all, constraints: { method: /GET|PUT/ }
  constraints subdomain: "s1" do
    constraints host: /s1\./ do
      get "i", to: "r#both"
      get "j", to: "r#over", constraints: { subdomain: "s2" }
    end
    resources :ks, only: :index
  end
  constraints host: "h1.example", protocol: "https" do
    get "l", to: "r#l"
    get "m", to: "r#m", defaults: { host: "h2.example" }
  end
  scope constraints: { subdomain: "t", domain: "u", tld: "v" } do
    get "n", to: "r#n"
  end
  resources :os, constraints: { subdomain: "os", id: /\d+/ }, only: :show do
    resources :ps, only: :index
  end
  root to: "r#root", constraints: { subdomain: "root" }
  get "q", to: "r#q", constraints: { format: "json" }
  get "r", to: "r#r", constraints: { local?: true }
  get "t", to: "r#t", constraints: { "subdomain" => "str" }
  namespace :u, constraints: { host: "u.example", port: "81" } do
    get "v", to: "r#v"
  end
end
