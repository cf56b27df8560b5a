# Every form of naming a target at the top level: to:, =>, symbols, strings without "#", controller:/action:, callables, paths as symbols and strings.
PING = ->(_env) { [200, {}, ["pong"]] }

class Gauge
  def self.call(env) = [200, {}, [env["PATH_INFO"]]]
end

class Meter
  def call(_env)
    [200, {}, []]
  end

  def inspect
    "#<Meter main>"
  end
end

Rails.application.routes.draw do
  get "a", to: "things#a"
  get "/b" => "things#b"
  get :c, to: "things#c"
  get "d", controller: "things", action: "d"
  get "e", controller: :things, action: :e
  get "f", controller: "things", to: "f"
  get "g", to: "g", controller: :things
  get "h", action: "h", controller: "deep/er/things"
  get "things/i"
  get "/deep/things/j"
  get "deep-er/things-two/k-l"
  get "things/m", to: "other#m"
  get "things/n", action: :n, controller: :other
  get "o" => "things", action: "o"
  get "p" => :p, controller: "things"
  get "q" => PING
  get "r", to: Gauge
  get "s" => Meter.new
  get "t", to: proc { |_| [204, {}, []] }, as: :t_proc
  get "u(/:x)", to: "things#u"
  get :v, action: :w, controller: :things
  get "x_y-z", to: "things#xyz"
  get "q2" => "things#q2", "extra" => "value"
  get "r2" => "things#r2", :as => :named_r2, :via => :get
  get "s2", to: "things/inner#s2"
  get :t2, controller: "things"
  get "u2", controller: "things"
  get "v2-w", controller: "things"
  get "dot.ted", to: "things#dotted"
  get "x2/:id", controller: "things", action: "show", as: "x2"
  get "UPPER", to: "things#UPPER"
  get "y2", to: "42things#9lives"
  get "Z-9", controller: "things", as: "zed"
  get ":controller_name/pages", to: "things#pages", as: :pages
end
