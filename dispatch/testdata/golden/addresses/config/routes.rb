# Where a request comes from: proxies name the client, and clients name themselves.
Rails.application.routes.draw do
  get "words", to: redirect { |p, r| "/v?" + [r.remote_ip, r.ip, r.local?, r.forwarded_for].to_json.to_query("v") }
  get "rack", to: redirect { |p, r| "/v?" + [r.ip, r.forwarded_for, r.trusted_proxy?(r.ip)].to_json.to_query("v") }
  get "env", to: redirect { |p, r| "/v?" + [r.env["action_dispatch.remote_ip"].to_s].to_json.to_query("v") }
  get "scheme", to: redirect { |p, r| "/v?" + [r.scheme, r.ssl?, r.port, r.base_url].to_json.to_query("v") }
  get "constrained", to: "a#private", constraints: { remote_ip: /\A10\./ }
  get "constrained", to: "a#one", constraints: { ip: "1.2.3.4" }
  get "constrained", to: "a#other", constraints: { remote_ip: "1.2.3.4" }
end
