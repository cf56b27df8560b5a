package expand

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/dsl"
)

// A slip that Rails refuses is an error with what was meant.
func TestSlipsThatRailsRefuses(t *testing.T) {
	for _, tt := range []struct{ src, want, hint string }{
		{"resurces :a", "undefined method 'resurces' for an instance of ActionDispatch::Routing::Mapper", "resources"},
		{"devise_fro :users", "undefined method 'devise_fro' for an instance of ActionDispatch::Routing::Mapper", "devise_for"},
		{"use_dorkeeper do\nend", "undefined method 'use_dorkeeper' for an instance of ActionDispatch::Routing::Mapper", "use_doorkeeper"},
		{"jsonapi_ressources :a", "undefined method 'jsonapi_ressources' for an instance of ActionDispatch::Routing::Mapper", "jsonapi_resources"},
		{"if true\nesle\nend", "undefined local variable or method 'esle' for an instance of ActionDispatch::Routing::Mapper", "else"},
		{"elseif true", "undefined method 'elseif' for an instance of ActionDispatch::Routing::Mapper", "elsif"},
		{"resources(:a) { get :x, on: :colection }", "Unknown scope :colection given to :on", ":collection"},
		{"resources(:a) { get :x, on: \"member\" }", "Unknown scope \"member\" given to :on", ":member"},
		{"resources(:a) { get :x, on: :everywhere }", "Unknown scope :everywhere given to :on", ""},
		{"concern(:commentable) {}\nresources :a, concerns: :comentable", "No concern named comentable was found!", ":commentable"},
		{"concern(:commentable) {}\nresources(:a) { concerns [:comentable] }", "No concern named comentable was found!", ":commentable"},
		{"concern(:commentable) {}\nresources :a, concerns: \"commentable\"", "No concern named commentable was found!", ":commentable"},
		{"resources :a, concerns: :x", "No concern named x was found!", ""},
		{"draw :amdin", "Your router tried to #draw the external file amdin.rb", ":admin"},
		{"draw \"api/v1\"", "Your router tried to #draw the external file api/v1.rb", `"api/v2"`},
		{"draw_all :amdin", "Your router tried to #draw_all the external file amdin.rb", ":admin"},
		{"draw :nothing", "Your router tried to #draw the external file nothing.rb", ""},
		{"get \"x\" if Rails.env.development", "undefined method 'development' for an instance of ActiveSupport::StringInquirer", "development?"},
		{"get \"x\" if Rails.env.prodution", "undefined method 'prodution' for an instance of ActiveSupport::StringInquirer", "production?"},
		{"get \"x\" if Rails.env.staging", "undefined method 'staging' for an instance of ActiveSupport::StringInquirer", "staging?"},
		{"get \"x\" if Rails.envv.test?", "undefined method 'envv' for module Rails", "env"},
		{"get \"x\" if Rails.env = \"x\"", "undefined method 'env=' for module Rails", "=="},
		{"Rails.aplication.routes.draw {}", "undefined method 'aplication' for module Rails", "application"},
		{"Rails.application.routs.draw {}", "undefined method 'routs' for Rails.application", "routes"},
		{"Rails.application.routes.drawn {}", "undefined method 'drawn' for an instance of ActionDispatch::Routing::RouteSet", "draw"},
		{"Rials.application.routes.draw {}", "uninitialized constant Rials", "Rails"},
		{"get \"x\", too: \"a#b\"", "Missing :controller key on routes definition, please check your routes.", "to:"},
		{"get \"x\", tp: \"a#b\"", "Missing :controller key on routes definition, please check your routes.", "to:"},
		{"get \"x\", To: \"a#b\"", "Missing :controller key on routes definition, please check your routes.", "to:"},
		{"get \"x\", to => \"a#b\"", "Missing :controller key on routes definition, please check your routes.", "to: \"a#b\""},
		{"get \"x\", \"a#b\"", "Missing :controller key on routes definition, please check your routes.", "to: \"a#b\""},
		{"match \"x\", to: \"a#b\", vai: :get", "You should not use the `match` method", "via:"},
		{"get “about”, to: \"a#b\"", "undefined local variable or method '“about”'", "`“` (U+201C) is not `\"`: write `\"` instead"},
		{"shiny_block { get “about”, to: \"a#b\" }\nresurces :a", "undefined method 'resurces'", "resources"},
		{"\u00a0resources :a", "undefined method '\u00a0resources'", "U+00A0 (no-break space) is not a plain space: write a plain space instead"},
	} {
		root := application(t, map[string]string{
			"config/routes.rb": tt.src + "\n", "config/routes/admin.rb": "", "config/routes/api/v2.rb": "", "config/routes/users.rb": "",
		})
		_, err := Load(root, Options{})
		var (
			re   *RouteError
			ee   *dsl.EvalError
			hint string
			line int
		)
		switch {
		case errors.As(err, &re):
			hint, line = re.Hint, re.Pos.Line
		case errors.As(err, &ee):
			hint, line = ee.Hint, ee.Pos.Line
		default:
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		want := tt.hint
		if want != "" && !strings.Contains(want, "U+") {
			want = "did you mean `" + want + "`?"
		}
		if !strings.Contains(err.Error(), tt.want) || hint != want || line == 0 {
			t.Errorf("%s: %v\nhint %s, line %d; want %s", tt.src, err, hint, line, want)
		}
	}
}

// A slip that Rails takes is a warning; what may be meant is none.
func TestSlipsThatRailsTakes(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"resources :a, onyl: :index", "option unknown option `onyl:` of `resources` becomes a default of the route; did you mean `only:`?"},
		{"resources :a, onli: [:index]", "option unknown option `onli:` of `resources` becomes a default of the route; did you mean `only:`?"},
		{"resources :a, excepts: :index", "option unknown option `excepts:` of `resources` becomes a default of the route; did you mean `except:`?"},
		{"resources :a, onli: :yes", ""},
		{"resource :a, contraints: { id: /x/ }", "option unknown option `contraints:` of `resource` becomes a default of the route; did you mean `constraints:`?"},
		{"get \"x\", to: \"a#b\", controler: \"c\"", "option unknown option `controler:` of `get` becomes a default of the route; did you mean `controller:`?"},
		{"namespace(:a, modul: \"c\") {}", "option unknown option `modul:` of `namespace` becomes a default of the route; did you mean `module:`?"},
		{"scope(\"a\", default: { format: :json }) {}", "option unknown option `default:` of `scope` becomes a default of the route; did you mean `defaults:`?"},
		{"get \"x\", to: \"a#b\", model: \"c\", patch: 1, part: 2, params: 3, paths: 4, too: 5, formats: 6", ""},
		{"get \":modle/x\", to: \"a#b\", modle: \"c\"", ""},
		{"scope(\":contraints\") { get \"x\", to: \"a#b\", contraints: /x/ }", ""},
		{"match \"x\", to: \"a#b\", via: :gett", "verb unknown verb GETT in via:, which no request has; did you mean `:get`?"},
		{"match \"x\", to: \"a#b\", via: [:get, \"psot\"]", "verb unknown verb PSOT in via:, which no request has; did you mean `:post`?"},
		{"match \"x\", to: \"a#b\", via: [:get, :purge, :link, :propfind, :\"m-search\", :track, :ban]", ""},
		{"get \"x\", to: \"a#b\" if Rails.env.prodution?", "environment Rails.env.prodution? is false in every environment; did you mean `production?`?"},
		{"get \"x\", to: \"a#b\" if Rails.env.stagin?", "environment Rails.env.stagin? is false in every environment; did you mean `staging?`?"},
		{"get \"x\", to: \"a#b\" unless Rails.env.test? || Rails.env.local? || Rails.env.staging? || Rails.env.demo?", ""},
		{"resources :a, only: [:idnex]", "action Route `resources :a` - :only and :except must include only [:index, :create, :new, :show, :update, :destroy, :edit], but also included [:idnex] (an error in Rails 8.1): signalbox ignores the name; remove it, or write :index"},
	} {
		root := application(t, map[string]string{"config/routes.rb": tt.src + "\n", "config/environments/staging.rb": ""})
		table, err := Load(root, Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		var got []string
		for _, d := range table.Diagnostics {
			got = append(got, d.Kind.String()+" "+d.Summary)
		}
		if all := strings.Join(got, "\n"); all != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.src, all, tt.want)
		}
	}
}

// Words of the application that are like those of gems or Rails are its own.
func TestWordsLikeOthers(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb":                "Rails.application.routes.draw do\n  devise_fro :users\n  def ressources(name) = get(name, to: \"a#b\")\n  ressources \"y\"\nend\n",
		"config/initializers/routing.rb":  "class ActionDispatch::Routing::Mapper\n  def devise_fro(name) = get(\"x\", to: \"a#b\")\nend\n",
		"config/environments/ignored.txt": "",
	})
	table, err := Load(root, Options{})
	if err != nil || len(table.Routes) != 2 {
		t.Fatal(table, err)
	}
	if err := os.Remove(filepath.Join(root, "config/initializers/routing.rb")); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(root, Options{}); err == nil || !strings.Contains(err.Error(), "devise_fro") {
		t.Error(err)
	}
}

// TestSlipsOfTargets tells what the texts of targets lack.
func TestSlipsOfTargets(t *testing.T) {
	for src, want := range map[string]string{
		`get "x", to: "pages"`:                        "`to:` is \"controller#action\", as \"pages#index\"",
		`get "x", to: "pages/about"`:                  "`to:` is \"controller#action\": did you mean `to: \"pages#about\"`?",
		"get \"x\", to: redirect do |p|\n\"/y\"\nend": "a `do` block belongs to the word in front of `redirect`: write `redirect { |params| ... }`",
	} {
		_, err := Load(application(t, map[string]string{"config/routes.rb": "Rails.application.routes.draw do\n" + src + "\nend\n"}), Options{})
		hint := ""
		if re, ee := new(RouteError), new(dsl.EvalError); errors.As(err, &re) {
			hint = re.Hint
		} else if errors.As(err, &ee) {
			hint = ee.Hint
		}
		if hint != want {
			t.Errorf("%s: %v, hint %s", src, err, hint)
		}
	}
}

// TestSlipsOfConstraints tells of keys of constraints that Rails takes, and of words
// without their colon.
func TestSlipsOfConstraints(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`constraints(subdoman: "api") { get "a", to: "a#b" }`, "did you mean `subdomain:`?"},
		{`scope(constraints: { hots: "x" }) { get "a", to: "a#b" }`, ""},
		{`get "a/:id", to: "a#b", constraints: { ids: /1/ }`, "did you mean `id:`?"},
		{`get "a", to: "a#b", constraints: { protocl: "https" }`, "did you mean `protocol:`?"},
		{`constraints(id: /1/, subdomain: "x", slug: /2/, subdomains: ["a"]) { get "a/:ids/:slug", to: "a#b" }`, ""},
		{`resources :a, constraints: { id: /1/ }`, ""},
		{`resources posts`, "did you mean `:posts`?"},
		{`namespace(admin) { get "a", to: "a#b" }`, "did you mean `:admin`?"},
		{`get about`, "did you mean `:about`?"},
		{`resources :a, only: [index, show]`, "did you mean `:index`?"},
		{`get Settings.about, to: "a#b"`, ""},
		{`get "a", to: "a#b" if Rails.env.prod?`, "did you mean `production?`?"},
		{`get "a", to: "a#b" if Rails.env.dev?`, "did you mean `development?`?"},
	} {
		table, err := Load(application(t, map[string]string{"config/routes.rb": "Rails.application.routes.draw do\n" + tt.src + "\nend\n"}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, d := range table.Diagnostics {
			told += d.Summary + "\n"
		}
		if tt.want == "" && strings.Contains(strings.ToLower(told), "did you mean") || !strings.Contains(told, tt.want) {
			t.Errorf("%s: %s", tt.src, told)
		}
	}
}

// What is no error, as a gem may have it, names the word that it is nearly.
func TestMeantWords(t *testing.T) {
	for src, want := range map[string]string{
		`gett "x", to: "a#b"`:                         "did you mean `get`?",
		`constraint(subdomain: "x") { }`:              "did you mean `constraints`?",
		`health_check_route`:                          "did you mean `health_check_routes`?",
		`get "x", to: pages#about`:                    "did you mean `\"pages#about\"`?",
		`root pages#home`:                             "did you mean `\"pages#home\"`?",
		`get "x", to: pages # about`:                  "",
		`shiny_thing`:                                 "",
		"if S.x\nget 'a', to: 'b#c'\nesle\nend":       "(did you mean `else`?)",
		"if S.x\nget 'a', to: 'b#c'\nelseif S.y\nend": "(did you mean `elsif`?)",
	} {
		got := ""
		for _, d := range load(t, head+src+"\nend\n").Diagnostics {
			got += d.Summary
		}
		if !strings.Contains(got, want) || want == "" && strings.Contains(strings.ToLower(got), "did you mean") {
			t.Errorf("%s: %s\nwant %s", src, got, want)
		}
	}
}
