package expand

import (
	"bytes"
	stdcmp "cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
	"signalbox/grammar"
)

const goldenDir = "../testdata/golden"

// TestGolden compares every case with what real Rails made of it.
func TestGolden(t *testing.T) {
	eachGolden(t, goldenCase)
	files, _ := filepath.Glob(filepath.Join(goldenDir, "refused", "*.rb"))
	for _, file := range files {
		t.Run("refused/"+filepath.Base(file), func(t *testing.T) { refusedFile(t, file) })
	}
}

func goldenCase(t *testing.T, root string, options Options) {
	table, err := Load(root, options)
	if want, readErr := os.ReadFile(filepath.Join(root, "error.txt")); readErr == nil {
		checkError(t, string(want), err)
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", root, err)
	}
	compareText(t, filepath.Join(root, "routes.txt"), func(b *bytes.Buffer) error { return table.WriteSheet(b, route.Filter{}) })
	compareText(t, filepath.Join(root, "expanded.txt"), func(b *bytes.Buffer) error { return table.WriteExpanded(b, route.Filter{}, 80) })
	compareJSON(t, filepath.Join(root, "routes.json"), table)
}

func compareText(t *testing.T, file string, write func(*bytes.Buffer) error) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		return // not every case has all
	}
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimRight(string(want), "\n"), strings.TrimRight(got.String(), "\n")); diff != "" {
		t.Errorf("%s (-Rails +signalbox)\n%s", file, diff)
	}
}

func compareJSON(t *testing.T, file string, table *route.Table) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		return
	}
	var want, got []map[string]any
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	for i := range got {
		for _, key := range []string{"conditional", "declared", "column", "placeholders"} { // what Rails has no word for
			delete(got[i], key)
		}
		if i < len(want) {
			guardsAsRails(want[i], got[i])
		}
		if i < len(want) && want[i]["source"] == nil { // Rails did not record it
			delete(want[i], "source")
			delete(got[i], "source")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-Rails +signalbox)\n%s", file, diff)
	}
}

// guardsAsRails leaves of a row's guards what Rails tells of them: the objects and
// lambdas in their order, the lines of those that are written as lambdas, and the names of
// conditions on the request.
func guardsAsRails(want, got map[string]any) {
	var rails, own []string
	places, _ := want["guards"].([]any)
	asked := 0
	list, _ := got["guards"].([]any)
	for _, g := range list {
		g := g.(map[string]any)
		kind, text, source := g["kind"].(string), g["text"].(string), fmt.Sprint(g["source"])
		if kind == "hash" {
			key, _, _ := strings.Cut(text, " ")
			own = append(own, "hash "+strings.Trim(key, `:"`))
			continue
		}
		if kind == "unknown" { // an object of Rails' stand-ins
			kind = "object"
		}
		if asked < len(places) && (strings.HasPrefix(text, "->") || strings.HasPrefix(text, "lambda") || strings.HasPrefix(text, "proc")) {
			kind += " " + source[:max(strings.LastIndexByte(source, ':'), 0)]
		} else if asked < len(places) {
			delete(places[asked].(map[string]any), "source")
		}
		own = append(own, kind)
		asked++
	}
	for _, g := range places {
		g := g.(map[string]any)
		text := g["kind"].(string)
		for _, key := range []string{"source", "key"} {
			if v, ok := g[key].(string); ok {
				text += " " + v
			}
		}
		rails = append(rails, text)
	}
	conditions := func(list []string) []string { // whose order Rails does not keep
		at := slices.IndexFunc(list, func(s string) bool { return strings.HasPrefix(s, "hash ") })
		if at >= 0 {
			slices.Sort(list[at:])
		}
		return list
	}
	slices.SortStableFunc(own, func(a, b string) int {
		return stdcmp.Compare(strings.Count(a[:min(len(a), 5)], "hash "), strings.Count(b[:min(len(b), 5)], "hash "))
	})
	delete(want, "guards")
	delete(got, "guards")
	if len(rails)+len(own) > 0 {
		want["guards"], got["guards"] = conditions(rails), conditions(own)
	}
}

func refusedFile(t *testing.T, file string) {
	want, err := os.ReadFile(strings.TrimSuffix(file, ".rb") + ".txt")
	if err != nil {
		t.Skip("no expectation")
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Load(application(t, map[string]string{"config/routes.rb": string(src)}), Options{})
	checkError(t, string(want), err)
}

// application writes files into a folder of their own.
func application(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// checkError compares an error with an expectation: class, places, message.
func checkError(t *testing.T, want string, err error) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want\n%s", want)
	}
	head, message, _ := strings.Cut(want, "\nmessage: ")
	class, at, _ := strings.Cut(strings.TrimPrefix(head, "class: "), "\nat: ")
	if first, _, _ := strings.Cut(strings.TrimSpace(message), "\n"); class != "SyntaxError" && !strings.Contains(err.Error(), strings.TrimSpace(first)) {
		t.Errorf("got  %v\nwant %s", err, message)
	}
	if class != "SyntaxError" && class == "ArgumentError" && !strings.Contains(err.Error(), strings.TrimSpace(message)) {
		t.Errorf("got  %v\nwant %s", err, message)
	}
	var placed interface{ Position() grammar.Pos }
	if !errors.As(err, &placed) {
		t.Fatalf("%v has no place", err)
	}
	pos := placed.Position()
	file, lines, _ := strings.Cut(at, ":")
	line := strings.Split(strings.TrimSpace(lines), "|")
	if pos.Filename != file || !slices.Contains(line, itoa(pos.Line)) {
		t.Errorf("at %s:%d, want %s", pos.Filename, pos.Line, at)
	}
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }
