package serve

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"runtime"
	"strings"

	"signalbox/serve/answer"
)

// recovering recovers from the panics of a handler.
func (s *stack) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recover(w, r)
		next.ServeHTTP(w, r)
	})
}

// recover answers 500 for a handler that panicked, and logs where. With the option
// [Development] a browser gets a page that shows the line, the route and its parameters.
// What had been sent already is cut off, so that nobody takes it for the whole.
func (s *stack) recover(w http.ResponseWriter, r *http.Request) {
	value := recover()
	switch {
	case value == nil:
		return
	case value == http.ErrAbortHandler: //nolint:errorlint // as net/http compares it
		panic(value)
	}
	f, answered := newFault(value), answer.Of(r)
	told := answered.Told()
	s.errors().ErrorContext(r.Context(), "panic", "error", f.Text, "method", r.Method, "route", told.Pattern,
		"request_id", requestID(r), "stack", f.stack())
	if answered.Sent.Status != 0 {
		panic(http.ErrAbortHandler)
	}
	for _, name := range ofBody {
		w.Header().Del(name)
	}
	if s.development && strings.Contains(r.Header.Get("Accept"), "text/html") {
		f.show(w, r, s.filter, told)
		return
	}
	http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
}

// ofBody are the headers of an answer that will not come; those that middleware around the
// application has set stay.
var ofBody = []string{
	"Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Range", "Etag", "Expires", "Last-Modified", "Location", "Set-Cookie",
}

// A fault is a panic of a handler.
type fault struct {
	Text   string
	Frames []runtime.Frame // from the line that panicked outwards
}

// maxFrames bounds how much of a stack is kept.
const maxFrames = 64

// newFault is called by the function that recovers, through recover.
func newFault(value any) *fault {
	f := &fault{Text: fmt.Sprint(value)}
	pcs := make([]uintptr, maxFrames+8)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		frame, more := frames.Next()
		// the runtime's own come first: gopanic, sigpanic, goPanicIndex
		if !(len(f.Frames) == 0 && strings.HasPrefix(frame.Function, "runtime.")) {
			f.Frames = append(f.Frames, frame)
		}
		if !more || len(f.Frames) == maxFrames {
			return f
		}
	}
}

func (f *fault) stack() string {
	var b strings.Builder
	for _, frame := range f.Frames {
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

//go:embed fault.html
var faultText string

var faultPage = template.Must(template.New("fault").Parse(faultText))

// A line is one of a file's.
type line struct {
	Number int
	Text   string
	Panics bool
}

// aroundLines is how many lines stand before and behind the one that panicked.
const aroundLines = 5

// lines are those around the line that panicked; nil if the source is not at hand.
func (f *fault) lines() []line {
	if len(f.Frames) == 0 {
		return nil
	}
	at := f.Frames[0]
	text, err := os.ReadFile(at.File)
	if err != nil {
		return nil
	}
	var list []line
	for i, l := range strings.Split(string(text), "\n") {
		if n := i + 1; n >= at.Line-aroundLines && n <= at.Line+aroundLines {
			list = append(list, line{n, l, n == at.Line})
		}
	}
	return list
}

// show writes the page of a fault.
func (f *fault) show(w http.ResponseWriter, r *http.Request, filter *Filter, told answer.Told) {
	if filter == nil {
		filter, _ = NewFilter(DefaultFilters...)
	}
	var params map[string]any
	if told.Params != nil {
		params = map[string]any{}
		for _, p := range told.Params {
			params[p.Key] = filter.value(p.Key, "", p.Value.Any())
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusInternalServerError)
	faultPage.Execute(w, map[string]any{
		"Text": f.Text, "Method": r.Method, "Path": r.URL.Path, "Answer": told, "Params": params,
		"Lines": f.lines(), "Frames": f.Frames, "ID": requestID(r),
	})
}
