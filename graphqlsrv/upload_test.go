package graphqlsrv

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

const uploadSDL = `
type Query { a: Int }
type Mutation { one(file: File!): String! many(files: [File]!): [String]! nested(in: In!): String! }
input In { photo: File! }
`

func readUpload(u *Upload) (string, error) {
	f, err := u.Open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return fmt.Sprintf("%s %s %d %s", u.Filename, u.ContentType, u.Size, b), err
}

func uploadHandler(t testing.TB, options ...Option) *handler {
	t.Helper()
	type in struct{ Photo *Upload }
	h, err := New(sdl(uploadSDL), append([]Option{WithoutDirectiveCheck(), WithLogger(nil), WithServices(map[string]Resolver{
		"one": FuncWith(func(_ context.Context, a struct{ File *Upload }) (string, error) { return readUpload(a.File) }),
		"many": FuncWith(func(_ context.Context, a struct{ Files []*Upload }) (all []string, err error) {
			for _, u := range a.Files {
				text, err := readUpload(u)
				if err != nil {
					return nil, err
				}
				all = append(all, text)
			}
			return all, nil
		}),
		"nested": FuncWith(func(_ context.Context, a struct{ In in }) (string, error) { return readUpload(a.In.Photo) }),
	})}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h.(*handler)
}

// form writes a multipart body: fields are name, text; names with a dot are files.
func form(fields ...string) (body, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		name, file, isFile := strings.Cut(fields[i], "@")
		if isFile {
			p, _ := w.CreateFormFile(name, file)
			_, _ = io.WriteString(p, fields[i+1])
		} else {
			_ = w.WriteField(name, fields[i+1])
		}
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

func TestUpload(t *testing.T) {
	h := uploadHandler(t, WithUploads(UploadLimits{Files: 2, File: 10, Total: 4 << 10, Memory: 1}))
	one := `{"query":"mutation($f:File!){one(file:$f)}","variables":{"f":null}}`
	many := `{"query":"mutation($f:[File]!){many(files:$f)}","variables":{"f":[null,null]}}`
	nested := `{"query":"mutation($i:In!){nested(in:$i)}","variables":{"i":{"photo":null}}}`
	for _, c := range []struct {
		name   string
		fields []string
		status int
		want   string
	}{
		{"one", []string{"operations", one, "map", `{"0":["variables.f"]}`, "0@../a.txt", "text"}, 200, `{"data":{"one":"a.txt application/octet-stream 4 text"}}`},
		{"list", []string{"operations", many, "map", `{"0":["variables.f.0"],"1":["variables.f.1"]}`, "0@a", "A", "1@b", "B"}, 200, `"a application/octet-stream 1 A","b application`},
		{"one file in two places", []string{"operations", many, "map", `{"0":["variables.f.0","variables.f.1"]}`, "0@a", "A"}, 200, `1 A","a application/octet-stream 1 A"`},
		{"input object", []string{"operations", nested, "map", `{"0":["variables.i.photo"]}`, "0@a", "A"}, 200, "1 A"},
		{"no operations", []string{"map", "{}"}, 400, `part \"operations\"`},
		{"operations twice", []string{"operations", one, "operations", one, "map", "{}"}, 400, "this one has 2"},
		{"no map", []string{"operations", one}, 400, `part \"map\"`},
		{"batch", []string{"operations", "[" + one + "]", "map", "{}"}, 400, "batches"},
		{"map twice a name", []string{"operations", one, "map", `{"0":["variables.f"],"0":[]}`, "0@a", "A"}, 400, "duplicate"},
		{"map of no lists", []string{"operations", one, "map", `{"0":"variables.f"}`, "0@a", "A"}, 400, "lists of paths"},
		{"missing file", []string{"operations", one, "map", `{"0":["variables.f"]}`}, 400, `file \"0\", of which there are 0: send one part of that name, with a filename.`},
		{"a field in the place of a file", []string{"operations", one, "map", `{"0":["variables.f"]}`, "0", "A"}, 400, "of which there are 0"},
		{"path outside", []string{"operations", one, "map", `{"0":["query"]}`, "0@a", "A"}, 400, `The entry \"0\" of the part map names the path \"query\": paths begin with \"variables.\", as in \"variables.file\", and batches`},
		{"path twice", []string{"operations", one, "map", `{"0":["variables.f","variables.f"]}`, "0@a", "A"}, 400, `The entry \"0\" of the part map names the path \"variables.f\", which a file has already.`},
		{"path to nowhere", []string{"operations", one, "map", `{"0":["variables.g.h"]}`, "0@a", "A"}, 400, `"The entry \"0\" of the part map names the path \"variables.g.h\", where the part operations must hold null."`},
		{"path to a value", []string{"operations", strings.Replace(one, "null", "1", 1), "map", `{"0":["variables.f"]}`, "0@a", "A"}, 400, "must hold null"},
		{"text for a file", []string{"operations", strings.Replace(one, "null", `"x"`, 1), "map", "{}"}, 200, "no upload"},
		{"long file", []string{"operations", one, "map", `{"0":["variables.f"]}`, "0@a", "12345678901"}, 413, "10 bytes"},
		{"many files", []string{"operations", one, "map", "{}", "0@a", "A", "1@b", "A", "2@c", "A"}, 413, "more than 2 files"},
		{"long body", []string{"operations", one, "map", "{}", "0@a", strings.Repeat("x", 5<<10)}, 413, "4096 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			body, contentType := form(c.fields...)
			w := send(h, "POST", "/graphql", body, "Content-Type: "+contentType, "GraphQL-Preflight: 1")
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got %d %s, want %d and %s", w.Code, w.Body, c.status, c.want)
			}
		})
	}
	body, contentType := form("operations", one, "map", `{"0":["variables.f"]}`, "0@a", "A")
	if w := send(h, "POST", "/graphql", body, "Content-Type: "+contentType); w.Code != 400 || !strings.Contains(w.Body.String(), "GraphQL-Preflight") {
		t.Errorf("without preflight: got %d %s", w.Code, w.Body)
	}
	if w := send(uploadHandler(t, WithUploads(UploadLimits{})), "POST", "/graphql", body, "Content-Type: "+contentType, "GraphQL-Preflight: 1"); w.Code != 415 {
		t.Errorf("uploads off: got %d %s", w.Code, w.Body)
	}
}

// TestUploadOutlivesTimeout has a resolver that reads its file after the client
// got the answer that it took too long.
func TestUploadOutlivesTimeout(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	answered, read := make(chan struct{}), make(chan string)
	h, err := New(sdl(uploadSDL), WithoutDirectiveCheck(), WithLogger(nil), WithTimeout(10*time.Millisecond),
		WithUploads(UploadLimits{Files: 1, File: 10, Total: 4 << 10, Memory: 1}), // the file is on disk
		WithServices(map[string]Resolver{
			"one": FuncWith(func(_ context.Context, a struct{ File *Upload }) (string, error) {
				<-answered
				text, err := readUpload(a.File)
				read <- fmt.Sprint(text, err)
				return text, err
			}),
		}))
	if err != nil {
		t.Fatal(err)
	}
	body, contentType := form("operations", `{"query":"mutation($f:File!){one(file:$f)}","variables":{"f":null}}`, "map", `{"0":["variables.f"]}`, "0@a.txt", strings.Repeat("x", 10))
	w := send(h, "POST", "/graphql", body, "Content-Type: "+contentType, "GraphQL-Preflight: 1")
	if w.Code != 504 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Fatalf("%d files are on disk", len(files))
	}
	close(answered)
	if got, want := <-read, "a.txt application/octet-stream 10 xxxxxxxxxx<nil>"; got != want {
		t.Errorf("the resolver read %q, want %q", got, want)
	}
	for files, _ := os.ReadDir(folder); len(files) > 0; files, _ = os.ReadDir(folder) { // until the test's own deadline
		runtime.Gosched()
	}
}

// FuzzMultipart holds the reader of multipart requests to be without panics.
func FuzzMultipart(f *testing.F) {
	one, _ := form("operations", `{"query":"mutation($f:File!){one(file:$f)}","variables":{"f":null}}`, "map", `{"0":["variables.f"]}`, "0@a", "A")
	boundary := strings.TrimPrefix(strings.SplitN(one, "\r\n", 2)[0], "--")
	f.Add(strings.ReplaceAll(one, boundary, "b"))
	h := uploadHandler(f)
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		r.Header.Set("GraphQL-Preflight", "1")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == 500 {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	})
}

// TestOwnUploadScalar: a schema may call its files Upload, as other servers do.
func TestOwnUploadScalar(t *testing.T) {
	h, err := New(sdl(`scalar Upload scalar Own type File { name: String } type Query { text(own: Own!): String file: File } type Mutation { one(file: Upload!, more: [Upload!]): String! }`),
		WithoutDirectiveCheck(), WithLogger(nil), WithServices(map[string]Resolver{
			"text": FuncWith(func(_ context.Context, a struct{ Own []byte }) (string, error) { return string(a.Own), nil }),
			"file": constant(map[string]any{}),
			"one": FuncWith(func(_ context.Context, a struct {
				File *Upload
				More []*Upload
			},
			) (string, error) {
				return readUpload(a.File)
			}),
		}))
	if err != nil {
		t.Fatal(err)
	}
	post := func(body, contentType string) string {
		r := httptest.NewRequest("POST", "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("GraphQL-Preflight", "1")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	body, contentType := form("operations", `{"query":"mutation($f:Upload!){one(file:$f)}","variables":{"f":null}}`, "map", `{"0":["variables.f"]}`, "0@a.txt", "hello")
	if got := post(body, contentType); !strings.Contains(got, "hello") || strings.Contains(got, "errors") {
		t.Error(got)
	}
	for _, c := range []struct{ query, want string }{
		{`mutation{one(file:\"x\")}`, `Expected value of type \"Upload!\", found \"x\"; Upload cannot represent a value that is no upload: send it by a multipart request"`},
		{`mutation{one(file:{a:1})}`, "Upload cannot represent a value that is no upload"},
		{`{text(own:1.5)}`, `Own cannot represent value: 1.5`},
		{`{text(own:{a:1})}`, `Own cannot represent value: { a: 1 }`},
	} {
		got := post(`{"query":"`+c.query+`"}`, "application/json")
		if !strings.Contains(got, c.want) || strings.Contains(got, "graphqlsrv") || strings.Contains(got, "uint8") {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
	body, contentType = form("operations", `{"query":"{file{name}}"}`, "map", `{"0":5}`, "0@a.txt", "hello")
	if got := post(body, contentType); !strings.Contains(got, "must be a JSON object of lists of paths, like") || strings.Contains(got, "Go") {
		t.Error(got)
	}
}
