package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"signalbox/expand"
)

// gapTexts are constraints with what is missing for them; "" for nothing.
var gapTexts = map[string]string{
	`Flipper.enabled?(:beta)`:                               "asks for Flipper.enabled?(:beta) at",
	`r.get? && Flipper.enabled?(:beta)`:                     "asks for Flipper.enabled?(:beta) at",
	`Flipper.enabled?(:beta, r.session[:id])`:               "asks for Flipper.enabled?(:beta, r.session[:id]) at",
	`return false unless X.y?; true`:                        "asks for X.y? at",
	`!X.y?`:                                                 "asks for X.y? at",
	`X.y? ? true : false`:                                   "asks for X.y? at",
	`r.host == "x" ? true : X.y?`:                           "asks for X.y? at",
	`begin; X.y? && true; rescue; true; end`:                "asks for X.y? at",
	`begin; r.host; rescue; X.y?; end`:                      "asks for X.y? at",
	`u = User.find_by(id: r.session[:u]); u && u.admin?`:    "asks for User.find_by(id: r.session[:u]) at",
	`case r.host when Settings.host then true end`:          "asks for Settings.host at",
	`case r.host when "x" then Y.z? end`:                    "asks for Y.z? at",
	`[A.a?, B.b?].all?`:                                     "asks for A.a? at",
	`Settings.list.include?(r.host)`:                        "set Settings.list with",
	`Settings.list.any? { |x| x == r.host }`:                "asks for Settings.list.any? at",
	`list = Settings.list; list.include?(r.host)`:           "asks for Settings.list.include?(r.host) at",
	`r.remote_ip.in?(Settings.ips)`:                         "asks for Settings.ips at",
	`outside == r.host`:                                     "set Settings.outside with",
	`helper(r)`:                                             "asks for Policy.allow?(:helper) at",
	`"#{Settings.x}" == r.host`:                             "asks for Settings.x at",
	`signed_in?`:                                            `pass dispatch.Constraint("signed_in?", ...)`,
	`allowed(r)`:                                            "asks for allowed(r) at",
	`r.format = :json; true`:                                "calls `format=` at",
	`r.nothing`:                                             "calls `nothing` at",
	`r.params.nothing`:                                      "calls `nothing` at",
	`r.params[:x].nothing_here`:                             "calls `nothing_here` at",
	`r.path.split("/").last.nothing_here`:                   "calls `nothing_here` at",
	`r.path.split("/").nothing`:                             "calls `nothing` at",
	`r.env["warden"].user&.admin?`:                          "calls `user` at",
	`%w[a b].each { |x| x.nothing_here }`:                   "calls `nothing_here` at",
	"`ls` == 'x'":                                           "holds a shell command at",
	`rand(3) > 1`:                                           `pass dispatch.Constraint("rand(3)", ...)`,
	`[1, 2].sample`:                                         "asks for [1, 2].sample at",
	`[r.host].shuffle.first`:                                "asks for [r.host].shuffle at",
	`[1, 2].shuffle!`:                                       "asks for [1, 2].shuffle! at",
	`r.params[:x].sample`:                                   "asks for r.params[:x].sample at",
	`r.params[:x].public_send(:sample)`:                     "asks for r.params[:x].sample at",
	`r.params[:x].map(&:sample)`:                            "asks for r.params[:x].map(&:sample) at",
	`system("id")`:                                          `asks for system("id") at`,
	`fork`:                                                  "asks for fork at",
	`binding.local_variables.any?`:                          "asks for binding at",
	`local_variables.any?`:                                  "asks for local_variables at",
	`URI.extract(r.params[:x].to_s).any?`:                   "asks for URI.extract(r.params[:x].to_s) at",
	`URI.parse(r.url).find_proxy`:                           "asks for URI.parse(r.url).find_proxy at",
	`URI.parse(r.params[:x]).find_proxy`:                    "asks for URI.parse(r.params[:x]).find_proxy at",
	`IPAddr.new(r.remote_ip) << 1`:                          "asks for IPAddr.new(r.remote_ip) << 1 at",
	`Rack::Utils.best_q_match(r.params[:x].to_s, %w[a/b])`:  "asks for Rack::Utils.best_q_match(",
	`Rack::Utils.get_byte_ranges(r.params[:x], 100)`:        "asks for Rack::Utils.get_byte_ranges(",
	`Rack::Utils.byte_ranges({ "HTTP_RANGE" => "x" }, 100)`: "asks for Rack::Utils.byte_ranges(",
	`Digest::SHA256.file(r.params[:x])`:                     "asks for Digest::SHA256.file(r.params[:x]) at",
	`URI.parse(r.url).host && IPAddr.new(r.ip).ipv4? && Rack::Utils.parse_query(r.query_string)`: "",
	`r.host == "x" && r.get?`:                                     "",
	`Rails.env.production? ? X.y? : true`:                         "",
	`Rails.logger.info("x #{r.host}"); true`:                      "",
	`raise ActionController::RoutingError, "x" if r.get?; true`:   "",
	`raise ActiveRecord::RecordNotFound if r.get?; true`:          "",
	`ENV["X"] == r.host && ENV.fetch("Y", "z") == "z"`:            `reads ENV["X"] at`,
	`r.headers["X-Key"] == ENV.fetch("KEY")`:                      "pass --set ENV.KEY=VALUE (expand.Options.Env), write",
	`ENV["X"] && r.host == ENV["X"]`:                              "",
	`ENV["X"]`:                                                    "",
	`r.format.html? && r.user_agent.to_s.match?(/x/)`:             "",
	`r.headers["X-A"] =~ /a(b)/ && $1 == "b"`:                     "",
	`r.subdomain.present? && %w[a b].include?(r.params[:x].to_s)`: "",
	`r.session[:user].nil? || r.cookies.key?("a")`:                "",
	`r.path.gsub(/_/) { |m| m.upcase }.size.positive?`:            "",
	`x = nil; x ||= r.host; x.start_with?("a")`:                   "",
	`known(r)`: "",
}

// What requests would find missing is an error of New, and named by Router.Gaps where
// the fallback takes them or they may fail.
func TestGaps(t *testing.T) {
	for code, want := range gapTexts {
		table := routes(t, `
			def helper(r) = r.get? && Policy.allow?(:helper)
			def known(r) = r.get? && !r.xhr?
			outside = Settings.outside
			get "a", to: "c#x", constraints: ->(r) { `+code+` }
			get "b", to: "c#x"`)
		_, err := New(table, Action("c#x", says("x")))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", code, err, want)
		}
		var route *RouteError
		if want != "" && (!errors.As(err, &route) || route.Route.Source() != "routes.rb:5") {
			t.Errorf("%s: the error names no route: %v", code, err)
		}
		for _, option := range []Option{NotImplemented(), Fallback(says("rails"))} {
			h, err := New(table, Action("c#x", says("x")), option, WithLogger(new(logs).logger()))
			if err != nil {
				t.Errorf("%s: %v", code, err)
				continue
			}
			if gaps := h.Gaps(); len(gaps) > 0 != (want != "") {
				t.Errorf("%s: gaps %v", code, gaps)
			}
		}
	}
}

// Code of every kind is looked at: objects, methods of their classes, redirects,
// inline endpoints, conditions on the request, defaults, engines.
func TestGapsOfAllCode(t *testing.T) {
	table := routes(t, `
		class Gate
			def initialize(host) = @host = host
			def matches?(req) = req.host == @host && allowed?(req)
			def allowed?(req) = Account.find_by(host: req.host).active?
			def self.matches?(req) = Flag.on?
		end
		class Same
			def ===(other) = other == Settings.same
		end
		class App
			def self.call(env) = [200, { "X-Version" => Release.version }, ["ok"]]
		end
		class Api < Grape::API
		end
		module Shop; class Engine < Rails::Engine; end; end
		Shop::Engine.routes.draw { get "a", to: redirect { |p, r| "/#{Shop.path}" } }
		Rails.application.routes.draw do
			get "object", to: "c#x", constraints: Gate.new("x")
			get "class", to: "c#x", constraints: Gate
			get "equal", to: "c#x", constraints: { host: Same.new }
			get "hash", to: "c#x", constraints: { subdomain: Settings.sub }
			get "to", to: redirect { |p, r| "/#{Settings.home}" }
			get "inline", to: ->(env) { [200, {}, [Redis.current.ping]] }
			get "app", to: App
			scope constraints: ->(r) { Many.times? } do
				3.times { |i| get "many#{i}", to: "c#x" }
			end
			get "defaults", to: "c#x", defaults: { region: Settings.region }
			mount Shop::Engine, at: "/shop"
			mount Api, at: "/api"
			get "key", to: "c#x", defaults: { Settings.key => 1 }
		end`)
	_, err := New(table, Action("c#x", says("x")))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"routes.rb:19: GET /object(.:format): its constraint asks for Account.find_by(host: req.host).active? at routes.rb:5:56",
		"routes.rb:20: GET /class(.:format): its constraint asks for Flag.on? at",
		"routes.rb:21: GET /equal(.:format): its constraint on host asks for Settings.same at",
		"routes.rb:22: GET /hash(.:format): its constraint on subdomain asks for Settings.sub at",
		"routes.rb:23: GET /to(.:format): its redirect asks for Settings.home at",
		"routes.rb:24: GET /inline(.:format): its endpoint asks for Redis.current.ping at",
		"routes.rb:25: GET /app(.:format): its endpoint asks for Release.version at",
		"routes.rb:27: GET /many0(.:format): its constraint asks for Many.times? at",
		"(as do those of 2 more routes): set Many.times? with",
		"routes.rb:29: GET /defaults(.:format): Settings.region in its defaults",
		"routes.rb:32: GET /key(.:format): Settings.key in its defaults",
		"routes.rb:17: GET /a(.:format): its redirect calls `path` at",
		`routes.rb:31: /api: its endpoint asks for Api.call, which is unknown: pass dispatch.Mount("Api", ...), `,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}

// A handler for a mounted application leaves nothing of it open.
func TestMountClosesGaps(t *testing.T) {
	table := routes(t, `
		class Api < Grape::API
		end
		mount Api, at: "/api"`)
	if _, err := New(table); err == nil {
		t.Error("no error without a handler")
	}
	h, err := New(table, Mount("Api", says("api")))
	if err != nil || len(h.Gaps()) > 0 {
		t.Errorf("with a handler: %v", err)
	}
}

// With a fallback, what this package cannot answer goes there, whoever has the
// endpoint; without one, it is an error whose answer says nothing of the file.
func TestGapsAtRequestTime(t *testing.T) {
	text := `
		get "flag", to: "c#x", constraints: ->(r) { Flag.secret_on? }
		get "sub", to: "c#x", constraints: { subdomain: Settings.secret_sub }
		get "method", to: "c#x", constraints: ->(r) { r.secret_method }
		get "to", to: redirect { |p, r| "/#{Settings.secret_home}" }
		get "body", to: ->(env) { [200, {}, ["v#{Settings.secret_version}"]] }
		get "header", to: ->(env) { [200, { "X-V" => Settings.secret_version }, []] }
		get "whole", to: ->(env) { Settings.secret_app.call(env) }
		get "raise", to: "c#x", constraints: ->(r) { raise ArgumentError, "secret" }
		get "*rest", to: "c#rest"`
	statuses := map[string]int{
		"/flag": 501, "/sub": 501, "/method": 500, "/to": 501, "/body": 501, "/header": 501, "/whole": 501,
	}
	actions := []Option{Action("c#x", says("x")), Action("c#rest", says("rest"))}
	var logged logs
	lenient := router(t, text, append(actions, NotImplemented(), WithLogger(logged.logger()))...)
	behind := router(t, text, append(actions, Fallback(says("rails")), WithLogger(logged.logger()))...)
	for path, want := range statuses {
		w := get(lenient, "GET", path)
		if w.Code != want || w.Body.String() != http.StatusText(want) || len(w.Header()) != 1 {
			t.Errorf("%s: %d %q %v", path, w.Code, w.Body, w.Header())
		}
		if text := logged.take(); !strings.Contains(text, "secret") || !strings.Contains(text, "routes.rb:") {
			t.Errorf("%s: logged %q", path, text)
		}
		if w := get(behind, "GET", path); w.Body.String() != "rails "+path+" " {
			t.Errorf("%s with a fallback: %d %q", path, w.Code, w.Body)
		}
	}
	if w := get(behind, "GET", "/raise"); w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("an exception: %d %q", w.Code, w.Body)
	}
	if w := get(behind, "GET", "/other"); w.Body.String() != "rest /other " {
		t.Errorf("a route without gaps: %d %q", w.Code, w.Body)
	}
}

// What the options or the settings answer is no gap.
func TestClosedGaps(t *testing.T) {
	text := `get "a", to: "c#x", constraints: ->(r) { Flag.on? && r.host == Settings.host }`
	table := routes(t, text)
	yes := func(*http.Request) bool { return true }
	_, err := New(table, Action("c#x", says("x")), Constraint("Flag.on?", yes))
	if err == nil || strings.Contains(err.Error(), "Flag.on?") || !strings.Contains(err.Error(), "Settings.host") {
		t.Errorf("with one answer: %v", err)
	}
	set, err := expand.Load(write(t, text), expand.Options{Set: map[string]string{"Settings.host": "www.example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(set, Action("c#x", says("x")), Constraint("Flag.on?", yes))
	if err != nil {
		t.Fatal(err)
	}
	if w := get(h, "GET", "/a"); w.Code != 200 {
		t.Errorf("with both: %d", w.Code)
	}
}

// Ruby's library is there for blocks. What else of it a block asks for, and the time, is
// told.
func TestCheckOfLibrary(t *testing.T) {
	table, err := expand.Load("../testdata/golden/own/library-in-blocks", expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range CheckBlocks(table) {
		t.Error(f)
	}
	for _, tt := range []struct{ block, asks string }{
		{`URI.extract("a b")`, `URI.extract("a b")`},
		{`"/#{Time.now.to_i}"`, `Time.now.to_i`},
		{`"/#{SecureRandom.hex}"`, `SecureRandom.hex`},
		{`"/" + I18n.t("a")`, `I18n.t("a")`},
		{`URI(request.url).no_such_method_anywhere`, `no_such_method_anywhere`},
		{`u = URI(request.url); u.path = "/b"; u.query ||= "c"; u.to_s`, ``},
		{`"/#{IPAddr.new(request.ip).ipv4?}/#{I18n.locale}"`, ``},
	} {
		told := fmt.Sprint(CheckBlocks(routes(t, `get "a", to: redirect { |params, request| `+tt.block+` }`)))
		if tt.asks == "" && told != "[]" || !strings.Contains(told, tt.asks) {
			t.Errorf("%s: %s", tt.block, told)
		}
	}
}
