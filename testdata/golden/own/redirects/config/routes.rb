# redirect in every form: strings with interpolation, path/host/protocol/port/subdomain/params options, blocks, procs, objects, statuses, on every verb and level.
class ToApi
  def initialize(prefix, suffix: nil)
    @prefix = prefix
    @suffix = suffix
  end

  def call(params, request)
    ["/#{@prefix}", params[:name], @suffix, request.params[:v]].compact.join("/")
  end
end

PICK = proc { |params, req| params[:id].to_i > 5 ? "/big" : "/small?#{req.query_string}" }

Rails.application.routes.draw do
  get "r1", to: redirect("/t")
  get "r2", to: redirect("/t", status: 302)
  get "r3" => redirect("t/rel")
  get "r4" => redirect("https://x.example/y?z=1#f")
  get "r5" => redirect("//x.example/y")
  get "r6" => redirect("")
  get "r7" => redirect("?only=query")
  get "r8/:a/:b", to: redirect("/%{b}/%{a}?x=%{a}#%{b}")
  get "r9/:a", to: redirect("http://%{a}.example/")
  get "r10/:a", to: redirect("/100%%/%{a}")
  get "r11", to: redirect("/100%")
  get "r12(/:a)", to: redirect("/opt/%{a}")
  get "r13/*rest", to: redirect("/new/%{rest}"), format: false
  get "r14", to: redirect(path: "/p")
  get "r15/:a", to: redirect(path: "/p/%{a}", status: 308)
  get "r16", to: redirect(path: "rel")
  get "r17", to: redirect(path: "")
  get "r18", to: redirect(host: "h.example")
  get "r19", to: redirect(protocol: "https")
  get "r20", to: redirect(port: 81)
  get "r21", to: redirect(subdomain: "s")
  get "r22", to: redirect(subdomain: "s", domain: "d.example", path: "/x")
  get "r23", to: redirect(params: { k: "v", n: [1, 2] })
  get "r24", to: redirect(params: nil, path: "/clean")
  get "r25", to: redirect(host: "h.example", port: nil, trailing_slash: true)
  get "r26", to: redirect(anchor: "sec", path: "/a")
  get "r27", to: redirect(subdomain: false)
  get "r28", to: redirect { |p, r| "/b/#{r.query_string}" }
  get "r29/:id", to: redirect { |p| "/b/#{p[:id]}" }
  get "r30", to: redirect { "/const" }
  get "r31", to: redirect(status: 307) { |_, r| r.base_url + "/x" }
  get "r32/:id", to: redirect(PICK)
  get "r33/:id", to: redirect(PICK, status: 303)
  get "r34/:name", to: redirect(ToApi.new("api", suffix: "z"))
  get "r35/:name", to: redirect(ToApi.new(:v2)), defaults: { name: "dflt" }
  get "r36", to: redirect(->(params, req) { "/l/#{params.size}" })
  match "r37", to: redirect("/t"), via: :all
  match "r38", via: [:post, :put], to: redirect("/t", status: 307), as: :thirty_eight
  root to: redirect("/home")
  namespace :ns do
    root to: redirect("/ns/home")
    get "r39", to: redirect("r40")
    resources :xs, only: [] do
      get :y, on: :member, to: redirect("/ys/%{id}")
      get :z, on: :collection, to: redirect("/zs")
      get "w", to: redirect("/w/%{x_id}")
    end
  end
  resources :olds, only: [:index, :show], to: redirect("/news")
  scope ":loc", loc: /en|de/, defaults: { fmt: "q" } do
    get "r41", to: redirect("/%{loc}/%{fmt}")
    get "r42", to: redirect("/%{loc}"), constraints: { subdomain: "x" }
  end
  direct(:not_redirect) { "https://n.example" }
  get "r43/:a", to: redirect("/%{a}/%{a}/%%{a}") 
  get "r44/:year/:month", to: redirect { |params, _r| format("/%04d-%02d", *params.values_at(:year, :month).map(&:to_i)) }
  get "r45", to: redirect("/ü ber?ä=1")
  get "r46", to: redirect("mailto:x@y.example")
  get "r47/:a", to: redirect("/%{a}"), a: /[a-z]+/
end
