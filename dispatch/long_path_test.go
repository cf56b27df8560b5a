package dispatch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// What finds the parameters of very long paths is made when a request asks for it: resources
// that are nested hundreds of levels deep would take far more memory than the table.
func TestLongPathsAreCompiledLate(t *testing.T) {
	const levels = 160
	var text, path strings.Builder
	for i := range levels {
		fmt.Fprintf(&text, "resources :r%d, only: :show do\n", i)
		fmt.Fprintf(&path, "/r%d/%d", i, i)
	}
	text.WriteString(strings.Repeat("end\n", levels))
	table := routes(t, text.String())
	made, err := newTrie(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, rt := range made.routes {
		if rt.deep != nil || rt.late.Load() != nil {
			t.Fatalf("%.40s is compiled already", rt.row.Path)
		}
	}
	deepest := fmt.Sprintf("r%d#show", levels-1)
	var got *http.Request
	h := http.Handler(router(t, text.String(), Action(deepest, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r })), NotImplemented()))
	for range 2 {
		got = nil
		w := get(h, "GET", path.String())
		if w.Code != http.StatusOK || got == nil || got.PathValue("r77_id") != "77" || got.PathValue("id") != "159" {
			t.Fatalf("status %d", w.Code)
		}
	}
}
