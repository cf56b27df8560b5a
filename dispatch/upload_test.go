package dispatch_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch"
	"signalbox/expand"
)

// net/http removes the files of an upload when the request has been answered, though a
// handler reads them from a request of its own.
func TestFilesOfUploadsAreRemoved(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`Rails.application.routes.draw do
  post "uploads", to: "uploads#create"
  post "uploads/:id", to: "uploads#create"
  post "native/:id", to: "natives#create"
  post "guarded", to: "uploads#create", constraints: ->(r) { true }
  patch "changed", to: "uploads#create"
  mount Files => "/files"
end`)})
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	upload := func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1); err != nil {
			t.Error(err)
		}
		entries, err := os.ReadDir(temp)
		if files = len(entries); err != nil {
			t.Error(err)
		}
	}
	native := httprouter.Handle(func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) { upload(w, r) })
	options := []dispatch.Option{
		dispatch.Action("uploads#create", upload), dispatch.Action("natives#create", native), dispatch.Mount("Files", http.HandlerFunc(upload)), dispatch.WithMethodOverride(),
	}
	for _, path := range []string{"/uploads", "/uploads/1", "/native/1", "/guarded", "/changed", "/files/x"} {
		for _, more := range [][]dispatch.Option{nil, {dispatch.Observe(func(*dispatch.Observed) {})}} {
			router, err := dispatch.New(table, append(options, more...)...)
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(router)
			var body bytes.Buffer
			form := multipart.NewWriter(&body)
			part, _ := form.CreateFormFile("file", "a.txt")
			part.Write(bytes.Repeat([]byte("a"), 12<<20)) // 10 MB of each form stay in memory
			form.Close()
			req, _ := http.NewRequest("POST", server.URL+path, &body)
			req.Header.Set("Content-Type", form.FormDataContentType())
			if path == "/changed" {
				req.Header.Set("X-Http-Method-Override", "PATCH")
			}
			files = 0
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
			server.Close()
			if left, err := os.ReadDir(temp); files == 0 || len(left) > 0 || err != nil {
				t.Errorf("%s: %d files, %d left, %v", path, files, len(left), err)
				for _, f := range left {
					os.Remove(temp + "/" + f.Name())
				}
			}
		}
	}
}
