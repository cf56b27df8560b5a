package expand

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

// sheet loads an application and prints its table without the head.
func sheet(t *testing.T, files map[string]string, options Options) (string, *route.Table) {
	t.Helper()
	table, err := Load(application(t, files), options)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.WriteSheet(&b, route.Filter{}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines[min(1, len(lines)):], "\n"), table
}

// A model that no file shows has the usual modules; their rows are marked, and a
// sure route takes the name of one of them.
func TestDeviseWithoutModel(t *testing.T) {
	files := map[string]string{"config/routes.rb": head + `
  devise_for :users, controllers: { omniauth_callbacks: "hooks" }
  get "join", to: "users#join", as: :new_user_registration
end`, "config/initializers/devise.rb": "Devise.setup { |c| c.omniauth :github }"}
	got, table := sheet(t, files, Options{})
	for _, want := range []string{
		"new_user_session GET /users/sign_in(.:format) devise/sessions#new",
		"user_github_omniauth_authorize POST /users/auth/github(.:format) hooks#passthru",
		"new_user_registration GET /join(.:format) users#join",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	for _, r := range table.Routes {
		if marked := len(r.Conditions) == 1; marked != (r.Controller() != "users") {
			t.Errorf("%s: conditions %v", r.Path, r.Conditions)
		}
	}
	if len(table.Diagnostics) == 0 || !strings.Contains(table.Diagnostics[0].Summary, "missing `devise` line of User") {
		t.Errorf("diagnostics: %v", table.Diagnostics)
	}
}

// A row that gives way to a sure route of its name leaves the others where they are: those
// that were prepended in front, a route in place of a `direct` that comes before it.
func TestDeviseWithoutModelGivesWay(t *testing.T) {
	got, table := sheet(t, map[string]string{"config/routes.rb": `Rails.application.routes.prepend do
  devise_for :ghosts
  get "x", as: :new_ghost_session, to: "a#b"
  get "z", to: "a#z"
end
` + head + `
  direct(:home) { "/direct" }
  get "y", to: "a#y", as: :home
  get "w", as: :new_ghost_password, to: "a#w"
end`}, Options{})
	if want := "new_ghost_session GET /x(.:format) a#b\nz GET /z(.:format) a#z\nhome GET /y(.:format) a#y\nnew_ghost_password GET /w(.:format) a#w"; !strings.HasSuffix(got, want) {
		t.Errorf("no end\n%s\nin\n%s", want, got)
	}
	if table.Directs[0].Over != nil || table.Names["new_ghost_session"].Path.String() != "/x(.:format)" {
		t.Errorf("%+v %+v", table.Directs[0], table.Names["new_ghost_session"])
	}
}

// A line whose modules no file says is a line.
func TestDeviseLineOfUnknownModules(t *testing.T) {
	_, table := sheet(t, map[string]string{"config/routes.rb": head + "devise_for :users\nend", "app/models/user.rb": "class User\n  devise(*Site.modules)\nend"}, Options{})
	var told []string
	for _, d := range table.Diagnostics {
		told = append(told, d.Summary)
	}
	if !slices.Equal(told, []string{
		"unknown modules *Site.modules of `devise`: their routes are missing; set the list",
		"unknown modules in the `devise` lines of User: the table assumes database_authenticatable, registerable, recoverable, rememberable, validatable; set the modules",
	}) {
		t.Error(told)
	}
}

// What a line of a model or an initializer depends on marks its routes, and
// Options.Unknown decides it.
func TestDeviseConditions(t *testing.T) {
	files := map[string]string{
		"config/routes.rb": head + "devise_for :users\nend",
		"app/models/user.rb": `class User < ApplicationRecord
  devise :database_authenticatable, :omniauthable
  devise :confirmable if Settings.confirm
  unless Settings.closed
    devise :registerable
  end
end`,
		"config/initializers/devise.rb": `Devise.setup do |config|
  config.omniauth :github
  config.omniauth :saml if Settings.saml
end`,
	}
	for unknown, want := range map[string]map[string]string{
		"both":  {"user_session": "", "user_confirmation": "Settings.confirm", "user_registration": "!Settings.closed", "user_saml_omniauth_callback": "Settings.saml"},
		"true":  {"user_session": "", "user_confirmation": "", "user_saml_omniauth_callback": ""},
		"false": {"user_session": "", "user_registration": "", "user_github_omniauth_callback": ""},
	} {
		_, table := sheet(t, files, Options{Unknown: unknown})
		for name, condition := range want {
			r := table.Named(name)
			if r == nil {
				t.Errorf("%s: no %s", unknown, name)
				continue
			}
			got := ""
			for _, c := range r.Conditions {
				got += c.Text
			}
			if got != condition {
				t.Errorf("%s: %s depends on %q, want %q", unknown, name, got, condition)
			}
		}
		for side, name := range map[string]string{"false": "user_confirmation", "true": "user_registration"} {
			if unknown == side && table.Named(name) != nil {
				t.Errorf("%s: %s is there", side, name)
			}
		}
	}
}

// Modules that stand in a local variable keep what each of them depends on.
func TestDeviseListsUnderConditions(t *testing.T) {
	_, table := sheet(t, map[string]string{
		"config/routes.rb": head + "devise_for :users\nend",
		"app/models/user.rb": `class User < ApplicationRecord
  list = [:registerable, :recoverable]
  list += if Settings.ldap
            [:ldap_authenticatable]
          else
            [:database_authenticatable, :recoverable, :omniauthable, omniauth_providers: %i[github]]
          end
  list += [:confirmable, :lockable] if Settings.mails
  list.delete(:registerable) if Settings.closed
  devise(*list)
end`,
	}, Options{})
	for name, want := range map[string]string{
		"user_session": "!Settings.ldap", "user_password": "", "user_confirmation": "Settings.mails", "user_unlock": "Settings.mails",
		"user_registration": "!Settings.closed", "user_github_omniauth_callback": "!Settings.ldap",
	} {
		r := table.Named(name)
		if r == nil {
			t.Errorf("no %s", name)
			continue
		}
		got := map[string]bool{}
		for _, c := range r.Conditions {
			got[c.Text] = true
		}
		if len(got) > 1 || want == "" && len(got) > 0 || want != "" && !got[want] {
			t.Errorf("%s depends on %v, want %q", name, r.Conditions, want)
		}
	}
}

// What is no literal is told with its place.
func TestDeviseUnknown(t *testing.T) {
	_, table := sheet(t, map[string]string{
		"config/routes.rb": head + "devise_for :users, Settings.people\nend",
		"app/models/user.rb": `class User < ApplicationRecord
  devise :omniauthable, *Modules.all, omniauth_providers: Providers.all
  devise :teleportable
end`,
		"config/initializers/devise.rb": `Devise.setup do |config|
  Settings.providers.each { |p| config.omniauth p.name }
  config.sign_out_via = Settings.verb
end`,
	}, Options{})
	var told []string
	for _, d := range table.Diagnostics {
		told = append(told, d.String())
	}
	for _, want := range []string{
		"config/routes.rb:2:", "app/models/user.rb:2:34: unknown modules *Modules.all", "app/models/user.rb:2:69: unknown omniauth_providers Providers.all", "app/models/user.rb:3:3: unknown devise module :teleportable",
		"config/initializers/devise.rb:2:40: unknown provider Settings.providers.each(0).name", "config/initializers/devise.rb:3:10: unknown value Devise.sign_out_via",
	} {
		if !strings.Contains(strings.Join(told, "\n"), want) {
			t.Errorf("nothing of %s in\n%s", want, strings.Join(told, "\n"))
		}
	}
}

// A setting is what the statements between leave of a list.
func TestDeviseListThatIsChanged(t *testing.T) {
	for _, change := range []string{
		"ways.filter! { |m| m == :get }", "ways.sort!.reverse!.slice!(1..)", "ways.pop", "[:delete].each { |m| ways.delete(m) }", "ways.then(&:pop)", "ways.send(:pop)",
	} {
		table, err := Load(application(t, map[string]string{
			"config/routes.rb":              head + "devise_for :users\nend",
			"app/models/user.rb":            "class User < X\n  devise :database_authenticatable\nend",
			"config/initializers/devise.rb": "ways = [:get, :delete]\n" + change + "\nDevise.setup { |c| c.sign_out_via = ways }",
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r := table.Named("destroy_user_session"); r.Verb() != "GET" {
			t.Errorf("%s: %s", change, r.Verb())
		}
	}
}

// Expressions that the program decides count like literals.
func TestDeviseExpressions(t *testing.T) {
	got, _ := sheet(t, map[string]string{
		"config/routes.rb": head + "devise_for :users\nend",
		"app/models/user.rb": `class User < ApplicationRecord
  devise(*(Rails.env.development? ? [:database_authenticatable, :omniauthable] : []), omniauth_providers: %w[a b].map(&:to_sym))
end`,
		"config/initializers/devise.rb": `Devise.setup { |config| config.sign_out_via = Rails.env.test? ? :get : :put }`,
	}, Options{})
	for _, want := range []string{"destroy_user_session PUT /users/sign_out(.:format)", "user_b_omniauth_callback GET|POST /users/auth/b/callback(.:format)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// The block's class leaves the gem's module to the application.
func TestDoorkeeperStaysUnknown(t *testing.T) {
	got, _ := sheet(t, map[string]string{"config/routes.rb": head + `
  use_doorkeeper { skip_controllers :applications, :authorized_applications, :tokens, :token_info }
  get "x", to: "y#z" if Doorkeeper.configuration.anything?
  mount Doorkeeper::Web => "/web"
end`}, Options{})
	for _, want := range []string{"GET /x(.:format) y#z", "doorkeeper_web /web Doorkeeper::Web"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// Where the application has its own method for a module's group, that draws it.
func TestDeviseGroupOfTheApplication(t *testing.T) {
	got, table := sheet(t, map[string]string{
		"config/routes.rb": head + "devise_for :users\nend",
		"Gemfile.lock":     "GEM\n  specs:\n    devise (4.9.4)\n    devise_cas_authenticatable (1.6.0)\n",
		"app/models/user.rb": "ActionDispatch::Routing::Mapper.class_eval do\n  def devise_cas_authenticatable(mapping, controllers)\n" +
			"    get mapping.path_names[:sso], to: \"#{controllers[:ways]}#in\", as: mapping.name\n  end\nend\n" +
			"class User < ApplicationRecord\n  devise :cas_authenticatable, :recoverable\nend",
	}, Options{})
	if strings.Contains(got, "cas_sessions") || !strings.Contains(got, "user_password") || !strings.Contains(got, "user_user GET /users/sso(.:format) devise/ways#in") {
		t.Error(got)
	}
	if len(table.Diagnostics) != 0 {
		t.Errorf("diagnostics: %v", table.Diagnostics)
	}
}

// What changes a table from outside the words is told.
func TestGemsThatAreChanged(t *testing.T) {
	rows, table := sheet(t, map[string]string{
		"config/routes.rb":                  head + "filter :locale, exclude: /admin/\nuse_doorkeeper { skip_controllers :applications, :tokens, :token_info, :authorized_applications }\nend",
		"config/initializers/doorkeeper.rb": "Doorkeeper::Rails::Routes.prepend(Fix)\nDoorkeeper.configure { orm :active_record }",
	}, Options{})
	var told []string
	for _, d := range table.Diagnostics {
		told = append(told, d.Summary)
	}
	want := []string{"filters of routing-filter are not applied to requests and helpers; apply them in Go where they matter", "the application changes Doorkeeper::Rails::Routes: the routes of use_doorkeeper may differ; check them by hand"}
	slices.Sort(told)
	if diff := cmp.Diff(want, told); diff != "" || !strings.Contains(rows, "oauth_authorization") {
		t.Errorf("%s\n%s", diff, rows)
	}
}

// A bare word whose value nothing uses is a word, and told; elsewhere it is a
// value.
func TestBareWords(t *testing.T) {
	_, table := sheet(t, map[string]string{
		"config/routes.rb": head + "tickle\nconstraints(Gate) do\n  mount_fly\nend\nthird if Flag.on?\nscope(path: place) { get \"a\", to: \"a#b\" }\nend",
	}, Options{})
	var told []string
	for _, d := range table.Diagnostics {
		if strings.HasPrefix(d.Summary, "unknown routing method") {
			told = append(told, d.Summary)
		}
	}
	want := []string{"unknown routing method `tickle`: its routes are missing; define it in a file listed under words:", "unknown routing method `mount_fly`: its routes are missing; define it in a file listed under words:", "unknown routing method `third`: its routes are missing; define it in a file listed under words:"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

// An empty list of modules is an answer, :authenticatable is Devise's own without
// routes, and nothing is asked of a model where no route depends on it.
func TestDeviseModelsWithoutRoutes(t *testing.T) {
	bare := "class User < ApplicationRecord\nend"
	for _, tt := range []struct {
		name, routes, model string
		set                 map[string]string
		rows, told          int
	}{
		{"no list", "devise_for :users, only: :sessions", bare, nil, 3, 1},
		{"an empty list", "devise_for :users", bare, map[string]string{"User.devise_modules": "[]"}, 0, 0},
		{"an empty list for the model's", "devise_for :users", "class User\n  devise :recoverable\nend", map[string]string{"User.devise_modules": "[]"}, 0, 0},
		{"skip all", "devise_for :users, skip: :all", bare, nil, 0, 0},
		{"skip all of unknown modules", "devise_for :users, skip: :all", "class User\n  devise(*Site.modules)\nend", nil, 0, 0},
		{"only none", "devise_for :users, only: []", bare, nil, 0, 0},
		{"only goes before skip", "devise_for :users, skip: :all, only: :sessions", bare, nil, 3, 1},
		{"authenticatable", "devise_for :users", "class User\n  devise :authenticatable, :rememberable\nend", nil, 0, 0},
		{"another", "devise_for :users", "class User\n  devise :rememberable, :foo_able\nend", nil, 0, 1},
	} {
		_, table := sheet(t, map[string]string{"config/routes.rb": head + tt.routes + "\nend", "app/models/user.rb": tt.model}, Options{Set: tt.set})
		if rows := len(table.Routes); rows != tt.rows {
			t.Errorf("%s: %d rows, want %d", tt.name, rows, tt.rows)
		}
		if told := len(table.Diagnostics); told != tt.told {
			t.Errorf("%s: %v", tt.name, table.Diagnostics)
		}
	}
}

// Modules of Devise and OmniAuth that the application opens itself keep their settings.
func TestDeviseModulesThatAreReopened(t *testing.T) {
	got, table := sheet(t, map[string]string{
		"config/routes.rb":               head + "devise_for :users\nend",
		"app/models/user.rb":             "class User < ApplicationRecord\n  devise :omniauthable\nend",
		"lib/omniauth/strategies/hub.rb": "module OmniAuth\n  module Strategies\n    class Hub; end\n  end\nend",
		"config/initializers/devise.rb": "require Rails.root.join(\"lib/omniauth/strategies/hub\").to_s\nDevise.setup do |config|\n  config.omniauth :hub\n  config.omniauth_path_prefix = \"/in\"\nend\n" +
			"module Devise\n  module Models\n    module Quiet; end\n  end\nend",
	}, Options{})
	if want := "user_hub_omniauth_authorize POST /in/hub(.:format) devise/omniauth_callbacks#passthru"; !strings.Contains(got, want) || len(table.Diagnostics) > 0 {
		t.Errorf("no %s in\n%s\ntold %v", want, got, table.Diagnostics)
	}
}
