package expand

import (
	"strings"
	"testing"
)

// ERB of a YAML file: what it makes of ENV, of unknown values and of code around lines.
// The values themselves are judged by testdata/golden/own/environment-of-the-start.
func TestTemplates(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want, told string }{
		{"text of an unknown value", "a: x<%= Gem.x %>y", "GET /x:Gem.xy(.:format) a#b", "Gem.x"},
		{"an unknown value alone", "a: <%= Gem.x %>", "GET /:Gem.x(.:format) a#b", "unknown path Gem.x,"},
		{"a condition", "a: <%= Gem.x? ? \"b\" : \"c\" %>", "GET /:Gem.x??b:c(.:format) a#b", "unknown path "},
		{"a missing variable", "a: <%= ENV[\"A\"] %>x", "GET /x(.:format) a#b", `ENV["A"] is treated as unset`},
		{"an unknown key", "<%= Gem.x %>: 1\n  a: b", "GET /:Rails.application.config_for:site:a(.:format) a#b", "unknown path "},
		{"code that fails", "a: <%= nil.x %>", "GET /:Rails.application.config_for:site:a(.:format) a#b", "unknown path "},
		{"code that is none", "a: <%= ) %>", "GET /:Rails.application.config_for:site:a(.:format) a#b", "config/site.yml:2:13: the file can't be used"},
		{"a tag that is open", "a: <%= 1", "GET /:Rails.application.config_for:site:a(.:format) a#b", "unknown path "},
		{"code that never ends", "a: <% loop { } %>", "GET /:Rails.application.config_for:site:a(.:format) a#b", "unknown path "},
	} {
		rows, told := printed(t, application(t, map[string]string{
			"config/routes.rb": head + "get Rails.application.config_for(:site)[:a], to: \"a#b\", as: nil\nend",
			"config/site.yml":  "development:\n  " + tt.yaml,
		}), Options{})
		if rows != tt.want || !strings.Contains(told, tt.told) {
			t.Errorf("%s: got %s\nwant %s\ntold %s", tt.name, rows, tt.want, told)
		}
	}
}
