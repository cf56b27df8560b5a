package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/lint"
)

var update = flag.Bool("update", false, "write the generated parts of the documentation")

// TestReadme holds README to what is tested: its routes file, the table beside
// it and its Go program, which is the example of this package.
func TestReadme(t *testing.T) {
	readme := read(t, "../../README.md")
	code, _, _ := strings.Cut(read(t, "example_test.go"), "\t// Output:")
	code = strings.NewReplacer("func Example()", "func main()", "../../testdata/showcase/readme", ".").Replace(code) + "}\n"
	for what, text := range map[string]string{
		"routes file": read(t, "../../testdata/showcase/readme/config/routes.rb"),
		"table":       read(t, "../../testdata/showcase/readme/routes.txt"),
		"Go code":     code,
	} {
		if !strings.Contains(readme, text) {
			t.Errorf("README has not this %s:\n%s", what, text)
		}
	}
	if n := strings.Count(readme, "\n"); n >= 200 {
		t.Errorf("README has %d lines", n)
	}
	status, stdout, stderr := routes("-f", "../../testdata/showcase/readme")
	if diff := cmp.Diff(read(t, "../../testdata/showcase/readme/routes.txt"), stdout); status != statusOK || diff != "" {
		t.Errorf("the table (-Rails +routes)\n%s%s", diff, stderr)
	}
}

// TestSettingsDoc holds docs/language.md to its example of a settings file: the
// routes, what is missing, and what settles it.
func TestSettingsDoc(t *testing.T) {
	doc, dir := read(t, "../../docs/language.md"), t.TempDir()
	file := read(t, "../../testdata/settled/docs/config/routes.rb")
	if err := os.MkdirAll(filepath.Join(dir, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config", "routes.rb"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	status, missing, stderr := routes("check", "--missing", "-f", dir)
	if status != statusOK {
		t.Fatal(stderr)
	}
	settings := read(t, "../../testdata/settled/docs/.routes.yml")
	for what, text := range map[string]string{"routes": file, "skeleton": missing, "settings": settings} {
		if !strings.Contains(doc, text+"```") {
			t.Errorf("docs/language.md has not these %s:\n%s", what, text)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".routes.yml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := routes("check", "-f", dir); status != statusOK || stdout != "" {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// TestWords holds the vocabulary of docs/language.md to that of package expand.
func TestWords(t *testing.T) {
	var b strings.Builder
	b.WriteString("| method | meaning | example | source in Rails |\n|---|---|---|---|\n")
	for _, w := range mapper.Words() {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | `%s` |\n", w.Name, w.Summary, w.Example, w.Rails)
	}
	generated(t, "../../docs/language.md", "words", b.String())
}

// TestGemWords holds docs/gems.md to the vocabulary of gems.
func TestGemWords(t *testing.T) {
	var b strings.Builder
	b.WriteString("| method | gem | meaning | example |\n|---|---|---|---|\n")
	for _, w := range gems.List() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | `%s` |\n", w.Name, w.Gem, w.Summary, w.Example)
	}
	generated(t, "../../docs/gems.md", "gem words", b.String())
}

// TestCounts holds docs/fidelity.md to the number of golden cases.
func TestCounts(t *testing.T) {
	var b strings.Builder
	b.WriteString("| folder | applications | refused by Rails | routes | requests | helper calls |\n|---|--:|--:|--:|--:|--:|\n")
	for _, folder := range []string{"rails", "own", "gems", "refused"} {
		dir := filepath.Join("../../testdata/golden", folder)
		failing := len(globbed(t, dir, "*/error.txt")) // applications that Rails refuses
		fmt.Fprintf(&b, "| `testdata/golden/%s` | %d | %d | %d | %d | %d |\n", folder,
			len(globbed(t, dir, "*/config/routes.rb"))-failing,
			len(globbed(t, dir, "*.rb"))+failing,
			lines(t, dir, "*/routes.json", `{"index":`),
			lines(t, dir, "*/requests.jsonl", "{"), lines(t, dir, "*/paths.jsonl", "{"))
	}
	generated(t, "../../docs/fidelity.md", "counts", b.String())
}

func globbed(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// lines counts the lines of the files that begin with prefix.
func lines(t *testing.T, dir, pattern, prefix string) int {
	n := 0
	for _, name := range globbed(t, dir, pattern) {
		for line := range strings.Lines(read(t, name)) {
			if strings.HasPrefix(line, prefix) {
				n++
			}
		}
	}
	return n
}

// TestCheckDoc holds docs/check.md to the codes.
func TestCheckDoc(t *testing.T) {
	var b strings.Builder
	for _, c := range lint.Codes {
		fmt.Fprintf(&b, "\n### %s\n\n%s, %s. %s %s\n", c.Name, c.Severity, c.Certainty, c.What, c.Why)
		if c.Example != "" {
			fmt.Fprintf(&b, "\n```ruby\n%s\n```\n", c.Example)
		}
		fmt.Fprintf(&b, "\nRemedy: %s.\n", c.Remedy)
	}
	generated(t, "../../docs/check.md", "codes", b.String()+"\n")
}

// generated compares the part of a document between its markers with what it
// must be, or writes it with -update.
func generated(t *testing.T, file, name, want string) {
	t.Helper()
	doc := read(t, file)
	begin, end := fmt.Sprintf("<!-- %s -->\n", name), fmt.Sprintf("<!-- /%s -->\n", name)
	before, rest, ok := strings.Cut(doc, begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no part %q", file, name)
	}
	if *update {
		text := before + begin + want + end + after
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is out of date: go test ./cmd/routes -update\n%s", file, diff)
	}
}

// TestShowcase holds config/routes.rb to its purpose: it uses every routing
// word, and its rows carry what they should.
func TestShowcase(t *testing.T) {
	var source bytes.Buffer
	for _, name := range globbed(t, "../../config", "*.rb") {
		source.WriteString(read(t, name))
	}
	for _, w := range mapper.Words() {
		name := strings.TrimRight(w.Name, "=?")
		if strings.HasSuffix(w.Name, "?") && w.Name != "has_named_route?" || w.Name == "parent_resource" {
			continue // questions about the state of the mapper
		}
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).Match(source.Bytes()) {
			t.Errorf("config/routes.rb shows no %s", w.Name)
		}
	}
	if strings.Count(source.String(), "\n") > 160 {
		t.Error("config/routes.rb is too long to be read at once")
	}
}

// Help fits a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	var each func(*cobra.Command)
	each = func(cmd *cobra.Command) {
		var b strings.Builder
		help(&b, cmd)
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > helpWidth {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
	each((&command{}).root())
}

// TestSchemeDoc signs and verifies by the scheme of docs/webhooks.md, as it says.
func TestSchemeDoc(t *testing.T) {
	_, doc, _ := strings.Cut(read(t, "../../docs/webhooks.md"), "A sender that is no preset is a file")
	_, scheme, _ := strings.Cut(doc, "```json\n")
	scheme, _, _ = strings.Cut(scheme, "```")
	file := filepath.Join(t.TempDir(), "partner.json")
	if err := os.WriteFile(file, []byte(scheme), 0o600); err != nil {
		t.Fatal(err)
	}
	webhook := func(args ...string) (int, string) {
		var out bytes.Buffer
		secret := func(string) string { return "It's a Secret to Everybody" }
		args = append([]string{"webhook"}, append(args, "--scheme", file, "--now", "1700000000")...)
		return run(args, strings.NewReader("Hello, World!"), &out, &out, secret), out.String()
	}
	status, signed := webhook("sign")
	if status != statusOK {
		t.Fatal(signed)
	}
	args := []string{"verify"}
	for header := range strings.Lines(signed) {
		header = strings.TrimSpace(header)
		if args = append(args, "--header", header); !strings.Contains(doc, "--header '"+header+"'") {
			t.Errorf("docs/webhooks.md has not this header:\n%s", header)
		}
	}
	if status, out := webhook(args...); status != statusOK {
		t.Error(out)
	}
	if status, _ := webhook(args[:3]...); status == statusOK {
		t.Error("half of the headers are authentic")
	}
}
