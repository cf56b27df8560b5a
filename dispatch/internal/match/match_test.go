package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/expand"
)

// What finds the parameters of very long paths is made when a request asks for it: resources
// that are nested hundreds of levels deep would take far more memory than the table.
func TestLongPathsAreCompiledLate(t *testing.T) {
	const levels = 160
	var text strings.Builder
	for i := range levels {
		fmt.Fprintf(&text, "resources :r%d, only: :show do\n", i)
	}
	file := filepath.Join(t.TempDir(), "routes.rb")
	if err := os.WriteFile(file, []byte(text.String()+strings.Repeat("end\n", levels)), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(file, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, unmatchable := Compile(table)
	if unmatchable != nil {
		t.Fatal(unmatchable[0])
	}
	for _, rt := range made.Routes {
		if rt.deep.Load() != nil {
			t.Fatalf("%.40s is compiled already", rt.Row.Path)
		}
	}
}

func TestVisits(t *testing.T) {
	var v visits
	for key := range uint64(100) { // more than fit in place
		for i, step := range []struct {
			pos    int
			before bool
		}{{5, false}, {7, true}, {3, false}, {3, true}, {4, true}} {
			if got := v.enter(key, step.pos); got != step.before {
				t.Fatalf("key %d, step %d: %v", key, i, got)
			}
		}
	}
	if v.reset(); v.enter(1, 9) || v.enter(99, 9) {
		t.Error("a reset forgets nothing")
	}
}
