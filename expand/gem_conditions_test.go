package expand

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/check"
	"signalbox/expand/route"
)

// Two and two cases of testdata/golden/gems differ in the answers of Settings alone; the
// gems themselves drew their tables. Without the file that gives the answers, each
// table must come of settings that give them, and of the rows whose conditions
// hold; and nothing else is missing.
func TestGemConditions(t *testing.T) {
	for name, on := range map[string]bool{
		"conditions-that-hold": true, "conditions-that-do-not-hold": false,
		"state-that-holds": true, "state-that-does-not-hold": false,
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../testdata/golden/gems/"+name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, "config/initializers/0_settings.rb")); err != nil {
			t.Fatal(err)
		}
		load := func(dir string, options Options) *route.Table {
			table, err := Load(dir, options)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range table.Diagnostics {
				t.Errorf("%s: %s", name, d)
			}
			return table
		}
		answers := combination{Values: map[string]any{"Settings.on?": on, "Settings.off?": !on}}
		want := answers.holding(t, load("../testdata/golden/gems/"+name, Options{}))
		if text := map[bool]string{true: "true", false: "false"}; true {
			table := load(dir, Options{Set: map[string]string{"Settings.on?": text[on], "Settings.off?": text[!on]}})
			if diff := cmp.Diff(want, answers.holding(t, table)); diff != "" {
				t.Errorf("%s: settings (-gems +signalbox)\n%s", name, diff)
			}
		}
		table := load(dir, Options{})
		if diff := cmp.Diff(want, answers.holding(t, table)); diff != "" {
			t.Errorf("%s: conditions (-gems +signalbox)\n%s", name, diff)
		}
		var missing []string
		for _, m := range check.MissingIn(table) {
			missing = append(missing, m.Expr)
		}
		slices.Sort(missing)
		if diff := cmp.Diff([]string{"Settings.off?", "Settings.on?"}, missing); diff != "" {
			t.Errorf("%s: missing %s", name, diff)
		}
	}
}

// A file that says something to a gem and can't be used is told; a link within the
// application is followed.
func TestFilesOfGems(t *testing.T) {
	const setting = "Devise.setup { |config| config.sign_out_via = :get }"
	for name, c := range map[string]struct {
		files    map[string]string
		link, to string
		verb     string
		told     string
	}{
		"read":            {files: map[string]string{"config/initializers/devise.rb": setting}, verb: "GET"},
		"folder":          {files: map[string]string{"config/initializers/core/devise.rb": setting}, verb: "GET"},
		"syntax error":    {files: map[string]string{"config/initializers/devise.rb": setting + "\nDevise.setup("}, verb: "DELETE", told: "config/initializers/devise.rb:2:"},
		"Latin-1":         {files: map[string]string{"config/initializers/devise.rb": "# caf\xe9 Devise\n" + setting}, verb: "GET"},
		"no text":         {files: map[string]string{"config/initializers/devise.rb": "x = \"caf\xe9\"\n" + setting}, verb: "DELETE", told: "config/initializers/devise.rb:1:9: the file can't be used (invalid multibyte char"},
		"link":            {files: map[string]string{"shared/devise.rb": setting}, link: "config/initializers/devise.rb", to: "../../shared/devise.rb", verb: "GET"},
		"lock outside":    {link: "Gemfile.lock", to: "/etc/hostname", verb: "DELETE", told: "Gemfile.lock can't be used"},
		"broken model":    {files: map[string]string{"app/models/user.rb": "class User < X\n  devise :lockable\n"}, verb: "DELETE", told: "app/models/user.rb:"},
		"error of a line": {files: map[string]string{"config/initializers/devise.rb": "Devise.setup do |config|\n  config.sign_out_via = [].fetch(1)\n  config.sign_out_via = :get if 1\nend"}, verb: "GET", told: "config/initializers/devise.rb:2:10: only the application can run this (index 1 outside"},
	} {
		files := map[string]string{"config/routes.rb": head + "devise_for :users\nend", "app/models/user.rb": "class User < X\n  devise :database_authenticatable\nend"}
		maps.Copy(files, c.files)
		dir := application(t, files)
		if c.link != "" {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, c.link)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(c.to, filepath.Join(dir, c.link)); err != nil {
				t.Fatal(err)
			}
		}
		table, err := Load(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, d := range table.Diagnostics {
			if d.Kind == route.FileNote {
				told += d.Pos.Filename + " " + d.String() + "\n"
			}
		}
		if !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%s: told %q, want %q", name, told, c.told)
		}
		if r := table.Named("destroy_user_session"); r == nil || r.Verb() != c.verb {
			t.Errorf("%s: %v, want %s", name, r, c.verb)
		}
	}
}

// What Rails would read as it starts, and can't be read here, is told: a link that leads
// nowhere, and a folder under the name of a file.
func TestUnreadableFiles(t *testing.T) {
	for _, name := range []string{"config/initializers/inflections.rb", "config/initializers/deep/x.rb", "config/locales/en.yml", "config/locales/deep/en.rb"} {
		for what, put := range map[string]func(string) error{
			"the link leads nowhere": func(path string) error { return os.Symlink("nowhere", path) },
			"is no regular file":     func(path string) error { return os.Mkdir(path, 0o755) },
		} {
			dir := application(t, map[string]string{"config/routes.rb": head + "localized { get \"a\", to: \"a#b\" }\nend"})
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			table, err := Load(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(check.Groups(table), func(d check.FindingGroup) bool { return strings.HasPrefix(d.Summary, name+" can't be used ("+what) }) {
				t.Errorf("%s, %s: %v", name, what, table.Diagnostics)
			}
		}
	}
}

// A word of a gem that Gemfile.lock does not name is the application's own, if it
// defines one.
func TestWordsOfAbsentGems(t *testing.T) {
	const own = "module Own\n  def authenticate(*) = scope(\"own\") { yield }\nend\nActionDispatch::Routing::Mapper.include Own\n"
	const lock = "GEM\n  specs:\n    rails (8.1.3)\n"
	for name, c := range map[string]struct {
		files map[string]string
		path  string
	}{
		"in lib":            {map[string]string{"lib/own.rb": own, "Gemfile.lock": lock}, "/own/a(.:format)"},
		"in an initializer": {map[string]string{"config/initializers/own.rb": own, "Gemfile.lock": lock}, "/own/a(.:format)"},
		"the gem is there":  {map[string]string{"lib/own.rb": own, "Gemfile.lock": lock + "    devise (5.0.3)\n"}, "/a(.:format)"},
		"nothing tells":     {map[string]string{"lib/own.rb": own}, "/a(.:format)"},
		"nobody defines it": {map[string]string{"Gemfile.lock": lock}, "/a(.:format)"},
	} {
		c.files["config/routes.rb"] = head + "authenticate(:user) { get \"a\", to: \"a#b\" }\nend"
		_, table := sheet(t, c.files, Options{})
		if len(table.Routes) != 1 || table.Routes[0].Path.String() != c.path {
			t.Errorf("%s: %v, want %s", name, table.Routes, c.path)
		}
	}
}

// What models and initializers say, row by row: the text is the conditions of the
// last row of that name, "-" if there is none.
func TestWhatGemsAreTold(t *testing.T) {
	user := func(body string) map[string]string {
		return map[string]string{"config/routes.rb": head + "devise_for :users\nend", "app/models/user.rb": "class User < Person\n" + body + "\nend"}
	}
	with := func(files map[string]string, name, text string) map[string]string {
		files[name] = text
		return files
	}
	for name, c := range map[string]struct {
		files map[string]string
		rows  map[string]string
	}{
		"a provider twice": {
			with(user("devise :omniauthable"), "config/initializers/devise.rb", "Devise.setup do |c|\n  c.omniauth :a if Settings.a\n  c.omniauth :a\n  c.omniauth :b\n  c.omniauth :b if Settings.b\nend"),
			map[string]string{"user_a_omniauth_callback": "!Settings.a", "user_b_omniauth_callback": ""},
		},
		"a module twice":        {user("devise :lockable if Settings.a\ndevise :lockable\ndevise :confirmable\ndevise :confirmable if Settings.b"), map[string]string{"user_unlock": "!Settings.a", "user_confirmation": ""}},
		"a concern of its own":  {with(user("prepend Auth"), "app/models/user/auth.rb", "module User::Auth\n  extend ActiveSupport::Concern\n  prepended { devise :lockable }\nend"), map[string]string{"user_unlock": ""}},
		"a class method":        {user("def self.sign_in_by(*names) = devise(*names)\nsign_in_by :lockable"), map[string]string{"user_unlock": ""}},
		"a method nobody calls": {user("def self.later = devise(:confirmable)\ndevise :lockable"), map[string]string{"user_unlock": "", "user_confirmation": "-"}},
		"return":                {user("devise :lockable, *(Settings.a ? [:confirmable] : [:recoverable])"), map[string]string{"user_unlock": "", "user_confirmation": "Settings.a", "user_password": "!Settings.a"}},
		"a superclass": {
			with(with(user("devise :confirmable"), "app/models/person.rb", "class Person < X\n  devise :lockable\nend"), "config/routes.rb", head+"devise_for :users\ndevise_for :people\nend"),
			map[string]string{"user_unlock": "", "user_confirmation": "", "person_unlock": "", "person_confirmation": "-"},
		},
		"token authentication": {
			with(user("devise :lockable"), "config/routes.rb", head+"mount_devise_token_auth_for \"User\", at: \"auth\"\nend"),
			map[string]string{"auth_validate_token": "", "auth_failure": "defined?(OmniAuth)"},
		},
	} {
		table, err := Load(application(t, c.files), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for row, want := range c.rows {
			got := "-"
			if r := table.Named(row); r != nil {
				var on []string
				for _, k := range r.Conditions {
					on = append(on, k.Text)
				}
				got = strings.Join(on, ", ")
			}
			if got != want {
				t.Errorf("%s: %s depends on %q, want %q", name, row, got, want)
			}
		}
	}
}

// A condition on who is signed in without a scope is about the first devise_for.
func TestDefaultScope(t *testing.T) {
	_, table := sheet(t, map[string]string{"config/routes.rb": head + "authenticate { get \"a\", to: \"a#b\" }\ndevise_for :members\ndevise_for :users\nend"}, Options{})
	if s := route.SignInOf(table.Routes[0].Callables[0]); s == nil || s.Scope != "member" {
		t.Errorf("%+v", s)
	}
}

// Where a condition decides which devise_for is the first, a row stands there once for
// each, whose helper is the same.
func TestDefaultScopeUnderCondition(t *testing.T) {
	for src, want := range map[string]string{
		"devise_for :admins, only: [] if Settings.a?\ndevise_for :users, only: []":                            "admin Settings.a?; user !Settings.a?",
		"devise_for :users, only: [] unless Settings.a?":                                                      "user !Settings.a?;  Settings.a?",
		"if Settings.a?\ndevise_for :admins, only: []\nelse\ndevise_for :users, only: []\nend\ndevise_for :c": "admin Settings.a?; user !Settings.a?",
		"devise_for :users, only: []\ndevise_for :admins, only: [] if Settings.a?":                            "user",
		"next if Settings.a?\ndevise_for :users, only: []":                                                    " Settings.a?; user !Settings.a?",
	} {
		table, err := Load(application(t, map[string]string{"config/routes.rb": head + "authenticate { get \"a\", to: \"a#b\" }\n" + src + "\nend"}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range table.Routes {
			if len(r.Callables) == 0 {
				continue
			}
			text := route.SignInOf(r.Callables[0]).Scope
			for _, on := range r.Conditions {
				text += " " + on.Text
			}
			got = append(got, text)
		}
		if all := strings.Join(got, "; "); all != want {
			t.Errorf("%s: %q, want %q", src, all, want)
		}
		if r := table.Named("a"); r == nil || r.Path.String() != "/a(.:format)" {
			t.Errorf("%s: the helper leads to %v", src, r)
		}
	}
}
