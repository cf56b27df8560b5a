package expand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const lockText = `GIT
  remote: https://example.org/devise
  revision: abc
  specs:
    devise (5.0.0.rc)
      bcrypt (~> 3.0)

GEM
  remote: https://rubygems.org/
  specs:
    bcrypt (3.1.20)
    nokogiri (1.16.5-arm64-darwin)
    nokogiri (1.16.5-x86_64-linux)
    rails (7.1.3.4)
      railties (= 7.1.3.4)

PLATFORMS
  ruby

DEPENDENCIES
  devise!
    not_a_gem (1.0)
`

func TestLock(t *testing.T) {
	got := parseLock([]byte(lockText))
	want := gemVersions{"devise": "5.0.0.rc", "bcrypt": "3.1.20", "nokogiri": "1.16.5", "rails": "7.1.3.4"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		gem     string
		latest  bool
		version []int
		want    bool
	}{
		{"devise", false, []int{5}, true},
		{"devise", false, []int{5, 0}, true},
		{"devise", true, []int{5, 1}, false},
		{"rails", true, []int{7, 2}, false},
		{"rails", true, []int{7, 1, 3}, true},
		{"rails", true, []int{8}, false},
		{"rails", false, []int{6, 9}, true},
		{"absent", true, []int{1}, true},
		{"absent", false, []int{1}, false},
	} {
		if got := want.atLeast(tt.gem, tt.latest, tt.version...); got != tt.want {
			t.Errorf("%s at least %v (latest %t): %t", tt.gem, tt.version, tt.latest, got)
		}
	}
}

// FuzzGems loads applications whose lock file, model, initializer, resources,
// administration and translations are anything: no panic, and an answer in time.
func FuzzGems(f *testing.F) {
	f.Add(lockText, "class User\n  devise :confirmable, omniauth_providers: [:a] if x\nend", "Devise.setup { |c| c.omniauth :a, name: 5 }",
		"class PostResource < X\n  has_many :a, :b\nend", "ActiveAdmin.register Post, as: 5 do\n  member_action :x, method: [1]\nend", "fr:\n  routes: {a: b}")
	f.Add("", "class User < User\n  include User\n  devise(*[1, *2], {})\nend", "RouteTranslator.config { |c| c.host_locales = { 1 => 2 } }\nJSONAPI.configure { |c| c.route_format = 3 }", "", "ActiveAdmin.register", "a: [")
	f.Fuzz(func(t *testing.T, lock, model, initializer, resource, admin, locale string) {
		root := application(t, map[string]string{
			"config/routes.rb": head + `devise_for :users
  use_doorkeeper
  use_doorkeeper_openid_connect
  ActiveAdmin.routes(self)
  jsonapi_resources :posts
  localized { get "a/b", to: "c#d" }
  health_check_routes
  mount_devise_token_auth_for "User", at: "x", as: :token
end`,
			"Gemfile.lock": lock, "app/models/user.rb": model, "config/initializers/x.rb": initializer,
			"app/resources/post_resource.rb": resource, "app/admin/x.rb": admin, "config/locales/fr.yml": locale,
		})
		_, err := Load(root, Options{Framework: true})
		if e, ok := err.(*RouteError); ok && e.Class == internalError {
			t.Fatal(err)
		}
	})
}
