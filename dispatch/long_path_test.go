package dispatch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Resources that are nested hundreds of levels deep have their parameters.
func TestDeepPaths(t *testing.T) {
	const levels = 160
	var text, path strings.Builder
	for i := range levels {
		fmt.Fprintf(&text, "resources :r%d, only: :show do\n", i)
		fmt.Fprintf(&path, "/r%d/%d", i, i)
	}
	text.WriteString(strings.Repeat("end\n", levels))
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
