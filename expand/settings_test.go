package expand

import (
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	const settings = "Settings.sso: true\nFeature.enabled?(:billing): false\nSite.locales: [en, fr]\nENV.TIER: gold\nset:\n  beta?: yes\n  Deep: { a: { b: x } }\n"
	for _, tt := range []struct{ src, want string }{
		{"get :a, to: \"a#b\" if Settings.sso", "a GET /a(.:format) a#b"},
		{"get :a, to: \"a#b\" unless Feature.enabled? :billing", "a GET /a(.:format) a#b"},
		{"Site.locales.each { |l| get l, to: \"a#b\" }", "en GET /en(.:format) a#b\nfr GET /fr(.:format) a#b"},
		{"get ENV[\"TIER\"], to: \"a#b\"", "gold GET /gold(.:format) a#b"},
		{"get :a, to: \"a#b\" if beta?", "a GET /a(.:format) a#b"},
		{"get Deep.a[:b], to: \"a#b\"", "x GET /x(.:format) a#b"},
	} {
		t.Run(tt.src, func(t *testing.T) {
			root := application(t, map[string]string{".routes.yml": settings, "config/routes.rb": head + tt.src + "\nend"})
			table, err := Load(root, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, told := printed(t, root, Options{})
			if got != tt.want || len(table.Routes[0].Conditions) > 0 || strings.Contains(told, "is known") {
				t.Errorf("got  %s\nwant %s\n%s%v", got, tt.want, told, table.Routes[0].Conditions)
			}
		})
	}
	root := application(t, map[string]string{".routes.yml": "env: production\nunknown: false\nenvx_y: 1", "config/routes.rb": head + "get Rails.env, to: \"a#b\"\nget :s, to: \"a#b\" if Settings.x\nend"})
	got, told := printed(t, root, Options{})
	if got != "production GET /production(.:format) a#b" || told != ".routes.yml:3:1: unused setting: nothing in the routes asks for envx_y; use a Ruby expression, or one of set, env, unknown, words, check\n" {
		t.Errorf("%s\n%s", got, told)
	}
	if got, _ = printed(t, root, Options{RailsEnv: "test", Unknown: "true"}); got != "test GET /test(.:format) a#b\ns GET /s(.:format) a#b" {
		t.Errorf("options go first: %s", got)
	}
}

func TestSettledBlocksAndDefined(t *testing.T) {
	root := application(t, map[string]string{"config/routes.rb": head + "Gate.open do\n get :a, to: \"a#b\"\nend\nget :d, to: \"a#b\" if defined?(Jobs)\nend"})
	for value, want := range map[string]string{"true": "a GET /a(.:format) a#b\nd GET /d(.:format) a#b", "false": "You don't have any routes defined!"} {
		got, told := printed(t, root, Options{Set: map[string]string{"Gate.open": value, "defined?(Jobs)": value}})
		if !strings.HasPrefix(got, want) || told != "" {
			t.Errorf("%s: %s\n%s", value, got, told)
		}
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"unknwon: both", `.routes.yml:1:1: unknown key "unknwon", did you mean "unknown"?`},
		{"A.b: 1\nunknown: maybe", ".routes.yml:2:10: unknown: must be both, true or false"},
		{"words: lib/x.rb", ".routes.yml:1:8: words: must be a list of Ruby files"},
		{"A.b: 1\nA.b: 2", `.routes.yml:2:1: the key "A.b" is there twice`},
		{"\"1 + 1\": 2\n", ""},
		{"'a b c)': 2\n", `.routes.yml:1:1: "a b c)" is no Ruby expression`},
		{"'5': 2\n", `.routes.yml:1:1: "5" has a value of its own`},
		{"- a", ".routes.yml:1:1: the settings must be a mapping"},
		{"a: [1", ".routes.yml:1:1: did not find expected"},
		{"env:\n  A: [1]", ".routes.yml:2:6: the value of ENV.A must be text"},
		{"a: 1\n---\nb: 1", ".routes.yml:2:1: a second YAML document begins here"},
		{"a: &x [*x]", "the value is too large"},
		{"a: &x {<<: *x}", "the value is too large"},
		{"a: &x {<<: [*x]}", "the value is too large"},
		{"a: {<<: b}", ".routes.yml:1:9: << wants a mapping"},
		{"a: {[b]: c}", ".routes.yml:1:5: a key must be a scalar"},
		{"\xff", ".routes.yml:1:1: invalid multibyte char"},
		{"", ""},
		{"# nothing\n", ""},
	} {
		root := application(t, map[string]string{".routes.yml": tt.src, "config/routes.rb": head + "end"})
		_, err := Load(root, Options{})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%q: %v", tt.src, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%q\ngot  %v\nwant %s", tt.src, err, tt.want)
		}
	}
}

// `<<` merges where it stands, and the first mapping of a list goes first.
func TestMergedMappings(t *testing.T) {
	root := application(t, map[string]string{
		".routes.yml":      "set:\n  Site.names: {a: x, <<: [{a: b, c: d}, {a: e, f: g}], c: h}",
		"config/routes.rb": head + "  get Site.names.values_at(:a, :c, :f).join(\"/\"), to: \"a#b\"\nend",
	})
	if rows, told := printed(t, root, Options{}); rows != "b_h_g GET /b/h/g(.:format) a#b" || told != "" {
		t.Errorf("got %s\n%s", rows, told)
	}
}
