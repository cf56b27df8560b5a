package inspect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"path/filepath"
	"sync"

	"signalbox/dispatch"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Options are what an [Inspector] leaves to others.
type Options struct {
	// Explain returns how an error of the routes reads; without it that is Error().
	Explain func(error) string
	// Compare returns what differs between two revisions, as [diff.Report.WriteJSON] writes it;
	// an empty name is the working tree. Without it the page compares nothing.
	Compare func(ctx context.Context, before, after string) ([]byte, error)
	// Warn gets what keeps changes from being seen; nil for nobody.
	Warn func(error)
}

// An Inspector serves the page of a source. It keeps the last table that could be loaded.
type Inspector struct {
	source  *Source
	options Options
	mux     http.Handler

	mu        sync.Mutex
	current   view
	id        string // of the document; empty before the first
	document  []byte
	report    string // how the problems read; empty for none
	problems  []Problem
	variant   *variant
	listeners map[chan struct{}]bool
	ended     chan struct{}
	end       sync.Once
}

// A view is a table and what finds the routes of requests in it.
type view struct {
	table   *route.Table
	matcher *dispatch.Matcher
}

// A variant is a view of which the reader of the page settled something.
type variant struct {
	set  map[string]string
	view view
}

// A Problem is an error that keeps the table from being loaded.
type Problem struct {
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
}

// A State is what the page is told when something changed.
type State struct {
	// Document is another text for each document.
	Document string `json:"document"`
	// Problems are why the document is an older one; none if it is not.
	Problems []Problem `json:"problems"`
	// Report is how the problems read in a terminal.
	Report string `json:"report,omitempty"`
	// Compares is set where the page may ask for what differs.
	Compares bool `json:"compares"`
}

// New returns the inspector of a source. It shows nothing before [Inspector.Watch] or
// [Inspector.Reload].
func New(s *Source, options Options) *Inspector {
	in := &Inspector{source: s, options: options, listeners: map[chan struct{}]bool{}, ended: make(chan struct{}), problems: []Problem{}}
	in.mux = in.handler()
	return in
}

// Watch shows the source's table, and what becomes of it, until the context ends, whose error
// it returns.
func (in *Inspector) Watch(ctx context.Context) error {
	return Watch(ctx, in.source, func(t *route.Table, err error) { in.show(t, err) }, in.options.Warn)
}

// Reload loads the table again. The error is that of the routes, which the page shows too.
func (in *Inspector) Reload() error {
	t, err := in.source.Table()
	in.show(t, err)
	return err
}

// show shows a table, or the problem that there is none beside the last one.
func (in *Inspector) show(t *route.Table, err error) {
	var document []byte
	if err == nil {
		document, err = in.newDocument(t, nil)
	}
	if err != nil {
		in.change(func() bool {
			before := in.report
			in.report, in.problems = in.explain(err), problems(err)
			return before != in.report
		})
		return
	}
	matcher, _ := dispatch.NewMatcher(t) // without routes that it cannot match, which the findings name
	sum := sha256.Sum256(document)
	id := hex.EncodeToString(sum[:8])
	in.change(func() bool {
		same := id == in.id && in.report == ""
		in.current, in.document, in.id, in.variant = view{t, matcher}, document, id, nil
		in.report, in.problems = "", []Problem{}
		return !same
	})
}

// change makes a change, and tells those who listen if there was one.
func (in *Inspector) change(make func() bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !make() {
		return
	}
	for l := range in.listeners {
		select {
		case l <- struct{}{}:
		default: // is told already
		}
	}
}

func (in *Inspector) newDocument(t *route.Table, set map[string]string) ([]byte, error) {
	d, err := NewDocument(t, in.source.FS(), filepath.Base(in.source.Root))
	if err != nil {
		return nil, err
	}
	d.Root, d.Set = filepath.ToSlash(in.source.Root), set
	return encode(d)
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(v)
	return b.Bytes(), err
}

// state is what the page is told.
func (in *Inspector) state() State {
	in.mu.Lock()
	defer in.mu.Unlock()
	return State{Document: in.id, Report: in.report, Problems: in.problems, Compares: in.options.Compare != nil}
}

// errNothing is the answer before the first table.
var errNothing = errors.New("no table could be loaded yet")

// view returns the table with what the reader settled.
func (in *Inspector) view(set map[string]string) (view, error) {
	in.mu.Lock()
	current, kept := in.current, in.variant
	in.mu.Unlock()
	switch {
	case len(set) == 0 && current.table == nil:
		return view{}, errNothing
	case len(set) == 0:
		return current, nil
	case kept != nil && maps.Equal(kept.set, set):
		return kept.view, nil
	}
	table, err := in.source.With(set)
	if err != nil {
		return view{}, err
	}
	matcher, _ := dispatch.NewMatcher(table)
	v := view{table, matcher}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.current.table == current.table { // nothing changed meanwhile
		in.variant = &variant{set, v}
	}
	return v, nil
}

// problems are the errors of a routes file.
func problems(err error) []Problem {
	list := []Problem{}
	all := grammar.Errors{err}
	errors.As(err, &all)
	for _, one := range all {
		p := Problem{Message: one.Error()}
		var at interface{ Position() grammar.Pos }
		if errors.As(one, &at) {
			pos := at.Position()
			p.File, p.Line, p.Column = pos.Filename, pos.Line, pos.Column
		}
		list = append(list, p)
	}
	return list
}

func (in *Inspector) explain(err error) string {
	if in.options.Explain != nil {
		return in.options.Explain(err)
	}
	return err.Error()
}

// Drain ends the streams that tell pages of changes, as a server ends.
func (in *Inspector) Drain() { in.end.Do(func() { close(in.ended) }) }
