package serve

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// A static is a folder of files that were read when the program started.
type static struct {
	files     map[string]*file // by their path, "assets/app.js"
	immutable []string         // prefixes of paths
}

// A file has its text plain and compressed, each with an ETag.
type file struct {
	name      string // as http.ServeContent wants it
	mime      string
	encodings []encoded // by preference, the plain one last
}

type encoded struct {
	name string // "br", "gzip", "" for the plain text
	etag string
	text []byte
}

// Static serves the files of a folder in front of the application: of an embed.FS, or what a
// build of pages wrote. A path that names no file is the application's; "/about" is
// about.html or about/index.html, as in Rails' public folder. Rails: ActionDispatch::Static.
//
//	//go:embed all:public
//	var public embed.FS
//
//	serve.Static(public, "public", "/assets/")
//
// All files are read at once and compared by ETag (RFC 9110, section 8.8.3) later. Beside
// app.js, app.js.br and app.js.gz are sent to who takes them; without these, text is
// compressed by gzip when the program starts. Paths below immutable, whose names are to
// change with what they hold (app-6f1c0b.js), may be kept for a year without asking.
func Static(fsys fs.FS, dir string, immutable ...string) Option {
	return func(s *server) {
		files, err := readStatic(fsys, dir)
		if err != nil {
			s.refuse("Static: %w", err)
			return
		}
		files.immutable = immutable
		s.static = append(s.static, files)
	}
}

// The bounds of what is kept in memory.
const (
	maxStatic     = 1 << 30
	maxStaticFile = 256 << 20
)

// precompressed are the endings of files that hold another one's text, the best first.
var precompressed = []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

func readStatic(fsys fs.FS, dir string) (*static, error) {
	root, err := fs.Sub(fsys, dir)
	if err != nil {
		return nil, err
	}
	texts, total := map[string][]byte{}, 0
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := fs.Stat(root, name) // the file of a link
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		if info.Size() > maxStaticFile {
			return fmt.Errorf("%s has %d bytes: files over %d MB are not for memory, serve them with http.FileServerFS", name, info.Size(), maxStaticFile>>20)
		}
		texts[name], err = fs.ReadFile(root, name)
		if total += len(texts[name]); total > maxStatic {
			return errors.Join(err, fmt.Errorf("the files have more than %d MB", maxStatic>>20))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s := &static{files: make(map[string]*file, len(texts))}
	for name := range texts {
		s.files[name] = newFile(name, texts)
	}
	return s, nil
}

func newFile(name string, texts map[string][]byte) *file {
	plain := texts[name]
	f := &file{name: path.Base(name), mime: mime.TypeByExtension(path.Ext(name))}
	if f.mime == "" {
		f.mime = http.DetectContentType(plain)
	}
	if compressible(f.mime) {
		for _, p := range precompressed {
			if text, ok := texts[name+p.ending]; ok {
				f.encodings = append(f.encodings, newEncoded(p.encoding, text))
			}
		}
		if text := gzipped(plain); len(f.encodings) == 0 && len(text) < len(plain) {
			f.encodings = append(f.encodings, newEncoded("gzip", text))
		}
	}
	f.encodings = append(f.encodings, newEncoded("", plain))
	return f
}

func newEncoded(encoding string, text []byte) encoded {
	sum := sha256.Sum256(text)
	etag := base64.RawURLEncoding.EncodeToString(sum[:12])
	if encoding != "" {
		etag += "-" + encoding
	}
	return encoded{encoding, `"` + etag + `"`, text}
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// compressible reports whether compression makes a type smaller. Rails: FileHandler's
// compressible_content_types, and the types of data and modules that came since.
func compressible(mime string) bool {
	kind, _, _ := strings.Cut(mime, ";")
	switch kind {
	case "application/javascript", "application/json", "application/manifest+json", "application/wasm", "application/xml", "image/svg+xml":
		return true
	}
	return strings.HasPrefix(kind, "text/")
}

// before serves the files in front of an application.
func (s *static) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := s.find(r)
		if f == nil {
			next.ServeHTTP(w, r)
			return
		}
		s.send(w, r, f)
	})
}

// find returns the file that a request names, nil for none.
func (s *static) find(r *http.Request) *file {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return nil
	}
	name := strings.Trim(path.Clean("/"+r.URL.Path), "/")
	for _, name := range []string{name, name + ".html", path.Join(name, "index.html")} {
		if f := s.files[name]; f != nil {
			return f
		}
	}
	return nil
}

func (s *static) send(w http.ResponseWriter, r *http.Request, f *file) {
	e, header := f.encoded(r.Header.Get("Accept-Encoding")), w.Header()
	header.Set("Content-Type", f.mime)
	header.Set("Etag", e.etag)
	header.Set("Cache-Control", s.cacheControl(path.Clean(r.URL.Path)))
	if len(f.encodings) > 1 {
		header.Add("Vary", "Accept-Encoding")
	}
	if e.name != "" {
		header.Set("Content-Encoding", e.name)
	}
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(e.text))
}

func (s *static) cacheControl(path string) string {
	for _, prefix := range s.immutable {
		if strings.HasPrefix(path, prefix) {
			return "public, max-age=31536000, immutable"
		}
	}
	return "no-cache" // which is: ask whether it is still the same
}

// encoded returns the first encoding that the client takes. RFC 9110, section 12.5.3.
func (f *file) encoded(accept string) encoded {
	for _, e := range f.encodings {
		if e.name == "" || takes(accept, e.name) {
			return e
		}
	}
	return f.encodings[len(f.encodings)-1]
}

// takes reports whether an Accept-Encoding names an encoding, or all by *, with a quality
// that is not zero.
func takes(accept, encoding string) bool {
	any := false
	for item := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(item, ";")
		wanted := true
		if q, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameters)), "q="); ok {
			quality, err := strconv.ParseFloat(q, 64)
			wanted = err == nil && quality > 0
		}
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, encoding):
			return wanted
		case name == "*":
			any = wanted
		}
	}
	return any
}
