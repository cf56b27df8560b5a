# Locations: what URI makes of them, escaping per part, hosts, ports, script names, statuses.
class Location
  def self.call(params, request) = request.query_parameters["to"]
end

Rails.application.routes.draw do
  get "to", to: redirect(Location)
  get "path/*rest", to: redirect("/p/%{rest}?q=%{rest}#f-%{rest}"), format: false
  get "only/:a", to: redirect("?a=%{a}")
  get "frag/:a", to: redirect("/x#%{a}?%{a}")
  get "host/:a", to: redirect(host: "h.example", path: "/%{a}/%{a}", status: 302)
  get "keep/:a", to: redirect(subdomain: "www2")
  get "port", to: redirect(port: 8080)
  get "https", to: redirect(protocol: "https", port: 443)
  get "proto2", to: redirect(protocol: "//")
  get "domain", to: redirect(domain: "other.example")
  get "sub/domain", to: redirect(subdomain: "x", domain: "other.example", path: "a b")
  get "anchor", to: redirect(anchor: "a b/c", path: "/x")
  get "user", to: redirect(host: "h.example", user: "u:", password: "p@")
  get "params/:id", to: redirect(params: { a: { b: [1, nil] }, c: nil }, path: "/q/%{id}")
  get "slash", to: redirect(path: "", trailing_slash: true)
  get "tld", to: redirect(subdomain: "s", tld_length: 2)
  get "hostport", to: redirect(host: "h.example:9090")
  get "hostproto", to: redirect(host: "https://h.example", protocol: nil)
  get "s303", to: redirect("/a", status: 303)
  get "ssym", to: redirect("/a", status: :moved_permanently)
  get "nilpath", to: redirect(path: nil)
  get "b0", to: redirect { "/b" }
  get "b1", to: redirect { |p| "/b/#{p.size}" }
  get "l1", to: redirect(->(p) { "/l" })
  get "l2", to: redirect(->(p, r) { "/l/#{r.host}" })
  get "nil", to: redirect { nil }
  get "raise", to: redirect { raise "no" }
  get "bad", to: redirect { raise ActionController::BadRequest }
  get "pct/:a", to: redirect("/100%%/%{a}")
  get "missing/:a", to: redirect("/%{a}/%{b}")
  get "typed/:a", to: redirect("/%<a>s/%{a}")
  get "dflt", to: redirect("/%{n}/%{s}"), defaults: { n: 5, s: :sym }
  scope "s/:loc" do
    get "rel", to: redirect("rel")
    get "empty", to: redirect("")
  end
end
