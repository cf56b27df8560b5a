package expand

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A combination is what Rails draws where the application answers so.
type combination struct {
	Values map[string]any `json:"values"`
	Rows   [][4]string    `json:"rows"` // name, verb, path, last column
}

// TestUnknownLikeRails draws files with conditions that only the application
// knows. For each combination of its answers, the rows whose conditions hold
// must be those that Rails draws, in order (scripts/judge/run rails unknown wrote them).
func TestUnknownLikeRails(t *testing.T) {
	files, err := filepath.Glob("../testdata/unknown/*.rb")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rb"), func(t *testing.T) {
			table, err := Load(file, Options{})
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(strings.TrimSuffix(file, ".rb") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var all []combination
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatal(err)
			}
			for _, c := range all {
				if diff := cmp.Diff(c.Rows, c.holding(t, table)); diff != "" {
					t.Fatalf("where %v: (-Rails +signalbox)\n%s", c.Values, diff)
				}
			}
		})
	}
}

// holding gives the rows whose conditions hold.
func (c combination) holding(t *testing.T, table *route.Table) [][4]string {
	t.Helper()
	in := dsl.New(dsl.Options{Settle: c.settle})
	var rows [][4]string
	for _, r := range table.Routes {
		if c.hold(t, in, r.Conditions) {
			rows = append(rows, [4]string{r.Name, r.Verb(), r.Path.String(), table.Reqs(r)})
		}
	}
	return rows
}

func (c combination) hold(t *testing.T, in *dsl.Interp, conditions []dsl.Condition) bool {
	t.Helper()
	for _, k := range conditions {
		file, err := grammar.Parse("condition.rb", []byte(k.Text))
		if err != nil {
			t.Fatal(err)
		}
		v, err := in.NewThread().Run(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if dsl.IsUnknown(v) || !dsl.Truthy(v) {
			return false // what this combination never asks, it does not decide on
		}
	}
	return true
}

// settle is what the application answers.
func (c combination) settle(text string) (dsl.Value, bool) {
	v, ok := c.Values[text]
	if !ok {
		return nil, false
	}
	switch v := v.(type) {
	case bool:
		return dsl.Bool(v), true
	case string:
		return dsl.NewString(v), true
	case map[string]any:
		name, _ := v["sym"].(string)
		return dsl.Symbol(name), true
	}
	return nil, false
}

// TestSettledLikeRails draws applications whose .routes.yml settles everything:
// the table must be what Rails draws where the same calls answer so, in order
// (scripts/judge/run rails unknown wrote that). Without the file, what is missing are
// its keys, but for those that show later.
func TestSettledLikeRails(t *testing.T) {
	roots, err := filepath.Glob("../testdata/settled/*")
	if err != nil || len(roots) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, root := range roots {
		t.Run(filepath.Base(root), func(t *testing.T) {
			table, err := Load(root, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range check.Findings(table) {
				if isOpen(f) || f.Kind == "setting" {
					t.Errorf("not settled: %s", f)
				}
			}
			text, err := os.ReadFile(filepath.Join(root, "rails.json"))
			if err != nil {
				t.Fatal(err)
			}
			var want, got [][4]string
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			for _, r := range table.Routes {
				got = append(got, [4]string{r.Name, r.Verb(), r.Path.String(), table.Reqs(r)})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-Rails +signalbox)\n%s", diff)
			}
			missingKeys(t, root)
		})
	}
}

// missingKeys compares what is missing without a settings file with its keys.
func missingKeys(t *testing.T, root string) {
	t.Helper()
	settings, err := readSettings(files.New(os.DirFS(root)))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	bare, err := Load(root, Options{plain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range check.MissingIn(bare) {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(settings.Set)), func(key string) bool { return strings.HasPrefix(m.Expr, key) }) {
			keys = append(keys, m.Expr)
		}
	}
	if len(keys) > 0 {
		t.Errorf("the settings lack %q", keys)
	}
}
