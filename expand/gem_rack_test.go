package expand

import "testing"

// The keys and texts are those that Rack 3.2.6 and 2.2.22 print.
func TestStatusCodesOfRack(t *testing.T) {
	const src = head + "get \"n\", to: \"a#b\", as: :n, codes: Rack::Utils::HTTP_STATUS_CODES.keys.select { |c| c > 304 && c < 309 || c > 506 }.join(\" \")\n" +
		"get \"t\", to: \"a#b\", as: :t, texts: Rack::Utils::HTTP_STATUS_CODES.values_at(203, 413, 414, 416, 418, 422, 451).join(\"|\")\nend"
	for _, tt := range []struct{ lock, want string }{
		{"", "n GET /n(.:format) a#b {codes: \"305 307 308 507 508 511\"}\n" +
			"t GET /t(.:format) a#b {texts: \"Non-Authoritative Information|Content Too Large|URI Too Long|Range Not Satisfiable||Unprocessable Content|Unavailable For Legal Reasons\"}"},
		{"3.0.9", "n GET /n(.:format) a#b {codes: \"305 306 307 308 507 508 509 510 511\"}\n" +
			"t GET /t(.:format) a#b {texts: \"Non-Authoritative Information|Payload Too Large|URI Too Long|Range Not Satisfiable||Unprocessable Entity|Unavailable for Legal Reasons\"}"},
	} {
		files := map[string]string{"config/routes.rb": src}
		if tt.lock != "" {
			files["Gemfile.lock"] = "GEM\n  specs:\n    rack (" + tt.lock + ")\n"
		}
		if got, told := printed(t, application(t, files), Options{}); got != tt.want || told != "" {
			t.Errorf("rack %s\ngot  %s\nwant %s\n%s", tt.lock, got, tt.want, told)
		}
	}
	files := map[string]string{"config/routes.rb": head + "get Rack::Utils::HTTP_STATUS_CODES[418], to: \"a#b\"\nend", "Gemfile.lock": "GEM\n  specs:\n    rack (1.6.13)\n"}
	if _, told := printed(t, application(t, files), Options{}); told == "" {
		t.Error("Rack 1.6 has other codes, and nothing tells so")
	}
}
