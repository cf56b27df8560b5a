//go:build unix

package expand

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What lies outside the application is not looked at, and so not answered.
func TestFilesOutsideAreUnknown(t *testing.T) {
	for _, question := range []string{
		`Dir.glob("/etc/*").any?`, `Dir["../*"].any?`, `File.exist?("/etc/passwd")`, `File.directory?("..")`, `Dir.exist?("out")`, `Dir.glob("o*").any?`,
		`File.exist?("config/#{Settings.f}.rb")`, `File.exist?(Rails.root.join("config", Settings.f))`, `File.basename(Settings.path) == "x"`,
	} {
		root := application(t, map[string]string{"config/routes.rb": head + "get :x, to: \"a#b\" if " + question + "\nend"})
		if err := os.Symlink(t.TempDir(), filepath.Join(root, "out")); err != nil {
			t.Fatal(err)
		}
		table, err := Load(root, Options{})
		if err != nil {
			t.Errorf("%s: %v", question, err)
			continue
		}
		if len(table.Routes) != 1 || len(table.Routes[0].Conditions) != 1 {
			t.Errorf("%s is decided", question)
		}
	}
}

// Neither pipes nor links that lead around in a circle hold the reading up.
func TestFoldersThatNeverEnd(t *testing.T) {
	source := head + "Shop::NAMES.each { |n| get n, to: \"a#b\" }\nDir.glob(\"**/*.rb\").each { |f| get f, to: \"a#b\" }\nend"
	for _, folder := range []string{"lib", "app", "app/models", "engines", "config/initializers"} {
		root := application(t, map[string]string{"config/routes.rb": source})
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, folder)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(root, folder), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(root, Options{}); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	root := application(t, map[string]string{"config/routes.rb": source, "lib/a.rb": "A = 1"})
	for _, name := range strings.Split("abcdefgh", "") {
		if err := os.Symlink(".", filepath.Join(root, "lib", name)); err != nil {
			t.Fatal(err)
		}
	}
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Routes[len(table.Routes)-1].Path.String(); got != "/lib/a.rb(.:format)" || len(table.Routes) != 3 {
		t.Errorf("%d routes, the last %s", len(table.Routes), got)
	}
}
