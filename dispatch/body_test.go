package dispatch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"signalbox/dispatch/internal/rack"

	"github.com/google/go-cmp/cmp"
)

func TestBodyIsLeftForTheHandler(t *testing.T) {
	var body string
	h := router(t, `post "a", to: "a#x", constraints: ->(r) { r.params[:k] == "v" && r.params.dig(:j, 0) != 1 }`,
		Action("a#x", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			body = string(b)
		})))
	for kind, text := range map[string]string{
		"application/x-www-form-urlencoded": "k=v&x=1",
		"application/json":                  `{"k":"v","j":[2]}`,
		"multipart/form-data; boundary=b":   "--b\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\nv\r\n--b--\r\n",
	} {
		body = ""
		w := get(h, "POST", "/a", func(r *http.Request) {
			r.Header.Set("Content-Type", kind)
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		})
		if w.Code != 200 || body != text {
			t.Errorf("%s: status %d, the handler read %q", kind, w.Code, body)
		}
	}
	for _, broken := range []string{"{", `{"k":"v","j":[2]} x`} {
		w := get(h, "POST", "/a", func(r *http.Request) {
			r.Header.Set("Content-Type", "application/json")
			r.Body = io.NopCloser(strings.NewReader(broken))
		})
		if w.Code != 400 {
			t.Errorf("broken JSON %s: %d", broken, w.Code)
		}
	}
}

func TestParamsBeforeAndAfterTheBody(t *testing.T) {
	var steps []string
	note := func(when string, r *http.Request) {
		params, err := RouteFrom(r.Context()).Params()
		steps = append(steps, fmt.Sprintf("%s %v %t", when, params["k"], err != nil))
	}
	type key struct{}
	copied := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, 1)))
		})
	}
	read := func(r *http.Request) {
		b, err := io.ReadAll(r.Body)
		steps = append(steps, string(b)+fmt.Sprint(err))
	}
	h := router(t, `post "first", to: "a#first"; post "late", to: "a#late"`, Use(copied),
		Action("a#first", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			note("before", r)
			read(r)
			note("after", r)
		})),
		Action("a#late", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			read(r)
			note("late", r)
		})))
	for _, path := range []string{"/first", "/late"} {
		get(h, "POST", path, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Body = io.NopCloser(strings.NewReader("k=v"))
		})
	}
	want := []string{"before v false", "k=v<nil>", "after v false", "k=v<nil>", "late <nil> true"}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Error(diff)
	}
}

func TestMethodOverride(t *testing.T) {
	text := `put("a", to: "a#put"); post("a", to: "a#post"); delete("a", to: "a#delete")`
	options := []Option{Action("a#put", says("put")), Action("a#post", says("post")), Action("a#delete", says("delete"))}
	form := func(body string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Body = io.NopCloser(strings.NewReader(body))
		}
	}
	h := router(t, text, append(options, WithMethodOverride())...)
	for body, want := range map[string]string{"_method=put": "put", "_method=delete&x=1": "delete", "x=1": "post", "_method=nonsense": "post", "_method=%zz": "post"} {
		if w := get(h, "POST", "/a", form(body)); !strings.HasPrefix(w.Body.String(), want+" ") {
			t.Errorf("%s: %q", body, w.Body)
		}
	}
	upload := func(r *http.Request) {
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		r.Body = io.NopCloser(io.MultiReader(
			strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"_method\"\r\n\r\nput\r\n"),
			strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"),
			strings.NewReader(strings.Repeat("x", rack.MaxBody)), strings.NewReader("\r\n--b--\r\n")))
	}
	if w := get(h, "POST", "/a", upload); !strings.HasPrefix(w.Body.String(), "put ") {
		t.Errorf("with a large file: %q", w.Body)
	}
	if w := get(h, "POST", "/a", func(r *http.Request) { r.Header.Set("X-HTTP-Method-Override", "PUT") }); !strings.HasPrefix(w.Body.String(), "put ") {
		t.Errorf("by header: %q", w.Body)
	}
	if w := get(router(t, text, options...), "POST", "/a", form("_method=put")); !strings.HasPrefix(w.Body.String(), "post ") {
		t.Errorf("without the option: %q", w.Body)
	}
}
