package stdlib_test

import (
	"path"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
	"signalbox/dsl/stdlib"
)

// application is an application of two files.
var application = dsl.Options{
	Library: stdlib.Library,
	Load: func(name string) ([]byte, string, bool) {
		return []byte(`{"a":1}`), name, name == "config/a.json"
	},
	Stat: func(name string) (file, folder, known bool) {
		return strings.HasSuffix(name, ".json") && !strings.Contains(name, "no"), name == "config", !strings.HasPrefix(name, "/")
	},
	Glob: func(pattern string) ([]string, bool) {
		dir := path.Dir(pattern)
		return []string{dir + "/a.json", dir + "/b.json"}, !strings.HasPrefix(pattern, "/")
	},
}

// TestFiles shows what File, Dir and Pathname answer by the options of the interpreter.
func TestFiles(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{`[File.exist?("config/a.json"), File.exist?("config"), File.exist?("no.json")]`, `[true, true, false]`},
		{`[File.file?("config/a.json"), File.file?("config"), File.directory?("config"), Dir.exist?("a.json")]`, `[true, false, true, false]`},
		{`File.exist?("/etc/passwd")`, `File.exist?("/etc/passwd")`},
		{`File.exist?(S.a? ? "x.json" : "no.json")`, `S.a?`},
		{`Pathname.new("/etc/passwd").exist?`, `File.exist?("/etc/passwd")`},
		{`Pathname.new("config").join("a.json").read`, `"{\"a\":1}"`},
		{`File.read("./config/a.json")`, `"{\"a\":1}"`},
		{`File.read("config/a.json", 2)`, `File.read("config/a.json", 2)`},
		{`File.read("no")`, `routes.rb:1:6: no file "no" in the application; signalbox reads no others`},
		{`File.read(nil)`, `routes.rb:1:6: no implicit conversion of nil into String`},
		{`File.open("config/a.json").read`, `File.open("config/a.json").read`},
		{`File.join("a/", ["/b", S.x])`, `File.join("a/", ["/b", S.x])`},
		{`File.join("a", "#{S.x}/b").start_with?("a/")`, `true`},
		{`File.basename("#{S.x}/b")`, `File.basename("#{S.x}/b")`},
		{`File.dirname("a/b/c", 2)`, `"a"`},
		{`defined?(File::Stat)`, `defined?(File::Stat)`},
		{`Dir["config/*.json"]`, `["config/a.json", "config/b.json"]`},
		{`Dir.glob("*.json", base: "config/")`, `["a.json", "b.json"]`},
		{`Dir.glob(["x/*", "y/*"], File::FNM_DOTMATCH).size`, `Dir.glob(["x/*", "y/*"], File::FNM_DOTMATCH).size`},
		{`names = []; Dir.glob("x/*") { |n| names << n }; names`, `["x/a.json", "x/b.json"]`},
		{`Dir.glob("/etc/*")`, `Dir.glob("/etc/*")`},
		{`Pathname.new("x").glob("*")`, `[#<Pathname:x/a.json>, #<Pathname:x/b.json>]`},
		{`Pathname.new("/x").children`, `Dir.glob("/x/*")`},
		{`Pathname.new(S.x).join("a")`, `Pathname.new(S.x).join("a")`},
		{`Pathname.new("x").join("y", S.x)`, `Pathname.new("x").join("y", S.x)`},
		{`Pathname.new("x").mtime`, `Pathname.new("x").mtime`},
		{`p = Pathname.new("x"); p.to_s << "y"; p`, `#<Pathname:x>`},
		{`[Pathname.new("b"), Pathname.new("a/b"), Pathname.new("a")].sort.map(&:to_s)`, `["a", "a/b", "b"]`},
		{`{ Pathname.new("a") => 1 }[Pathname.new("a")]`, `1`},
	} {
		got, err := outcome(dsl.New(application), tt.expr)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\n\tis   %s\n\twant %s", tt.expr, got, tt.want)
		}
	}
}

// TestUnsetVariables shows that texts of the library remember the variables that are
// missing in them, and errors name them.
func TestUnsetVariables(t *testing.T) {
	for _, tt := range []struct{ expr, want, missing string }{
		{`File.join("a", "#{ENV["B"]}c")`, `"a/c"`, `B`},
		{`CGI.escape("#{ENV["B"]} ")`, `"+"`, `B`},
		{`{ a: ENV["B"] }.to_json`, `"{\"a\":null}"`, ``},
		{`JSON.generate([ENV["B"]])`, `"[null]"`, `B`},
		{`JSON.parse(ENV["B"])`, `no implicit conversion of nil into String; ENV["B"] is treated as unset: --set ENV.B=VALUE gives it a value`, ``},
	} {
		in := dsl.New(application)
		v, got, err := rubytest.Run(in, tt.expr)
		if e, ok := err.(*dsl.EvalError); ok {
			got = e.Message + "; " + e.Hint
		}
		var missing []string
		for _, u := range in.UnsetIn(v) {
			missing = append(missing, u.Name)
		}
		if strings.Join(missing, " ") != tt.missing || got != tt.want {
			t.Errorf("%s is %s without %v, want %s without %s", tt.expr, got, missing, tt.want, tt.missing)
		}
	}
}
