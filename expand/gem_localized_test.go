package expand

import (
	"strings"
	"testing"
)

// Of a translation in Ruby that is no text it is told, and of a file that has none.
func TestTranslationsInRuby(t *testing.T) {
	for name, tt := range map[string]struct{ source, path, told string }{
		"text":    {`{ en: { routes: { a: "b" }, nth: ->(n) { n } } }`, "/b(.:format)", ""},
		"unknown": {`{ en: { routes: { a: Settings.a } } }`, "/a(.:format)", "a translation below routes: is no text that is known"},
		"symbol":  {`{ en: { routes: { a: :b } } }`, "/a(.:format)", "a translation below routes: is no text that is known"},
		"itself":  {`h = {}; h[:a] = h; { en: { routes: h } }`, "/a(.:format)", "invalid translations ("},
		"often":   {`h = { a: "b" }; 40.times { h = { a: h, b: h } }; { en: { routes: h } }`, "/a(.:format)", "invalid translations ("},
		"locale":  {`{ Settings.locale => { routes: { a: "b" } } }`, "/a(.:format)", "a locale, or what there is for one, is not known"},
		"of one":  {`{ en: Settings.texts }`, "/a(.:format)", "a locale, or what there is for one, is not known"},
		"no hash": {`[:routes]`, "/a(.:format)", "invalid translations (the file's value is no hash"},
		"syntax":  {`{ routes: `, "/a(.:format)", "invalid translations ("},
		"error":   {`{ en: { routes: nil.upcase } }`, "/a(.:format)", "invalid translations ("},
	} {
		t.Run(name, func(t *testing.T) {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":             head + "  localized { get \"a\", to: \"a#b\" }\nend",
				"config/initializers/i18n.rb":  "I18n.available_locales = [:en]",
				"config/locales/routes.en.rb":  tt.source,
				"config/locales/other.en.yml":  "en:\n  hello: x\n",
				"config/locales/models.nil.rb": "nil # not read\n",
			})
			if got := table.Routes[0].Path.String(); got != tt.path {
				t.Errorf("path %s, want %s", got, tt.path)
			}
			told := ""
			for _, d := range table.Diagnostics {
				if strings.HasPrefix(d.Pos.Filename, "config/locales") {
					told += d.Summary
				}
			}
			if !strings.HasPrefix(told, tt.told) || (told == "") != (tt.told == "") {
				t.Errorf("told %q, want %q", told, tt.told)
			}
		})
	}
}
