package grammar

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FuzzParse: any input ends in bounded time without a panic, with a File and
// errors that have a place in it.
func FuzzParse(f *testing.F) {
	for _, s := range snippets(f) {
		f.Add(s)
	}
	files, _ := filepath.Glob("../testdata/golden/*/*/config/routes.rb")
	if len(files) == 0 {
		f.Fatal("no golden to begin with")
	}
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(string(b))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		start := time.Now()
		file, err := Parse("fuzz.rb", []byte(src), MaxDepth(1000))
		if d := time.Since(start); d > 2*time.Second+time.Duration(len(src))*time.Microsecond {
			t.Fatalf("took %v for %d bytes", d, len(src))
		}
		if file == nil || file.Body == nil {
			t.Fatal("no file")
		}
		Walk(file, func(n Node) {
			p := n.Start()
			if p.Offset < 0 || p.Offset > len(src) || p.Line < 1 && p.Offset > 0 {
				t.Fatalf("%T has no place: %+v", n, p)
			}
			if e, ok := n.(Expr); ok && len(src) < 200 {
				_ = String(e)
			}
		})
		if err == nil {
			return
		}
		var list Errors
		if !errors.As(err, &list) || len(list) == 0 {
			t.Fatalf("not a list of errors: %T", err)
		}
		for _, e := range list {
			p := e.(positioned).Position()
			if p.Line < 1 || p.Column < 1 || p.Line > strings.Count(src, "\n")+1 {
				t.Fatalf("error without a place: %v", e)
			}
		}
		if Frame([]byte(src), err) == "" {
			t.Fatal("no frame")
		}
	})
}

// snippets reads the fixture that testdata/ripper.rb reads too.
func snippets(t testing.TB) []string {
	b, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n----\n")
}
