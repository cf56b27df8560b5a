package dispatch_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/serve"
)

// onServer is a router on a server, whose log is returned without what differs from run to run.
func onServer(t *testing.T, h http.Handler, options ...serve.Option) (http.Handler, *bytes.Buffer) {
	t.Helper()
	var lines bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&lines, nil))
	h, err := serve.Handler(h, append(options, serve.Log(logger, "token", "secret"))...)
	if err != nil {
		t.Fatal(err)
	}
	return h, &lines
}

func request(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

// passwords is a router for /passwords/:token/edit and the like.
func passwords(t *testing.T, act http.HandlerFunc) http.Handler {
	t.Helper()
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`Rails.application.routes.draw do
  get "passwords/:token/edit", to: "all#act"
  get "files/*secret_path", to: "all#act", format: false
  get "raises/:token", to: "all#act", constraints: ->(r) { raise "no" }
  match "act", to: "all#act", via: :all
end`)})
	if err != nil {
		t.Fatal(err)
	}
	router, err := dispatch.New(table, dispatch.Action("all#act", act))
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// However a secret is escaped in the path, the log hides it; what is like it too.
func TestLogHidesWhatIsEscaped(t *testing.T) {
	for path, want := range map[string]string{
		"/passwords/s3cret/edit":      `path=/passwords/[FILTERED]/edit `,
		"/passwords/s3c%72et/edit":    `path=/passwords/[FILTERED]/edit `,
		"/passwords/s%2bc+ret/edit":   `path=/passwords/[FILTERED]/edit `,
		"/passwords/caf%c3%a9x/edit":  `path=/passwords/[FILTERED]/edit `,
		"/passwords/s3cret/edit.json": `path=/passwords/[FILTERED]/edit.json `,
		"/files/a/b%20c":              `path=/files/[FILTERED] `,
		"/raises/s3cret":              `path=/raises/[FILTERED] `,
		"/passwords/d/edit":           `path=/passwor[FILTERED]s/[FILTERED]/e[FILTERED]it `,
	} {
		h, lines := onServer(t, passwords(t, func(http.ResponseWriter, *http.Request) {}))
		request(h, "GET", path)
		if text := lines.String(); !strings.Contains(text, want) || strings.Contains(text, "s3c") {
			t.Errorf("%s: %s", path, text)
		}
	}
}

// Middleware that copies the request, and one that gives it up, lose neither the route of the
// log nor the files of an upload.
func TestMiddlewareThatCopies(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	entered, leave := make(chan bool), make(chan bool)
	files := 0
	router := passwords(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			entered <- true
			<-leave
			return
		}
		if err := r.ParseMultipartForm(1); err != nil {
			t.Error(err)
		}
		list, _ := os.ReadDir(temp)
		files = len(list)
	})
	copies := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r.Clone(r.Context())) })
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", "a.txt")
	part.Write(bytes.Repeat([]byte("a"), 12<<20))
	form.Close()
	for name, option := range map[string]serve.Option{"MaxBody": serve.MaxBody(1 << 30), "a copy": serve.Use(copies), "none": serve.Use()} {
		h, _ := onServer(t, router, option)
		server := httptest.NewServer(h)
		resp, err := http.Post(server.URL+"/act", form.FormDataContentType(), bytes.NewReader(body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		server.Close()
		if left, _ := os.ReadDir(temp); files != 1 || len(left) != 0 {
			t.Errorf("%s: %d files, %d left", name, files, len(left))
		}
	}

	giveUp := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			go next.ServeHTTP(httptest.NewRecorder(), r)
			<-entered
			w.WriteHeader(http.StatusServiceUnavailable)
		})
	}
	h, lines := onServer(t, router, serve.Use(giveUp))
	request(h, "GET", "/act")
	close(leave)
	if text := lines.String(); !strings.Contains(text, "status=503") || !strings.Contains(text, `route=/act(.:format)`) {
		t.Error(text)
	}
}

// What an answer is that fails on its way.
func TestFailedAnswers(t *testing.T) {
	broken := io.MultiReader(&failing{})
	for name, test := range map[string]struct {
		act    http.HandlerFunc
		method string
		want   string
	}{
		"a reader fails": {func(w http.ResponseWriter, _ *http.Request) {
			if _, err := io.Copy(w, broken); err != nil {
				http.Error(w, "no", http.StatusBadGateway)
			}
		}, "GET", "status=502"},
		"a reader panics": {func(w http.ResponseWriter, _ *http.Request) {
			io.Copy(w, broken)
			panic("oh")
		}, "GET", "status=500"},
		"no status": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(1000) }, "GET", "status=500"},
		"HEAD":      {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hi") }, "HEAD", "bytes=0"},
	} {
		outer := func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Access-Control-Allow-Origin", "*")
				next.ServeHTTP(w, r)
			})
		}
		h, lines := onServer(t, passwords(t, test.act), serve.Use(outer))
		w := request(h, test.method, "/act")
		if !strings.Contains(lines.String(), test.want) || w.Header().Get("Access-Control-Allow-Origin") == "" {
			t.Errorf("%s: %d %v\n%s", name, w.Code, w.Header(), lines)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }
