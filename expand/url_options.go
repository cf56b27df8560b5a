package expand

import (
	"bytes"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// The default_url_options that the configuration gives the routes:
//
//	Rails.application.routes.default_url_options[:host] = "example.org"
//
// Those of mailers and controllers (config.action_mailer.default_url_options) are not
// the routes'.

// readURLOptions takes what config/application.rb, the environment's file and the
// initializers say, in this order, unless the routes file says more.
func (l *loader) readURLOptions() {
	if l.main.urlOptions.Len() > 0 {
		return
	}
	names := append([]string{"config/application.rb", "config/environments/" + l.options.RailsEnv + ".rb"}, l.initializerFiles()...)
	for _, name := range names {
		if src, err := l.read(name); err != nil || !bytes.Contains(src, []byte(urlOptionsWord)) {
			continue
		}
		if file := l.source(name); file != nil {
			r := &urlOptionsReader{s: &skeleton{l: l, file: file}, options: l.main.urlOptions}
			r.stmts(file.Body, nil)
		}
	}
}

const urlOptionsWord = "default_url_options"

// A urlOptionsReader reads one file.
type urlOptionsReader struct {
	s       *skeleton
	options *dsl.Hash
	open    *dsl.Unknown // the condition that decides whether the statements run
	depth   int
}

// stmts reads statements; before are the assignments that they may use.
func (r *urlOptionsReader) stmts(list *grammar.Stmts, before []grammar.Expr) {
	if list == nil || r.depth > maxFolderDepth {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, x := range list.List {
		switch x := x.(type) {
		case *grammar.Assign:
			if !r.assign(x, before) {
				before = append(before[:len(before):len(before)], x)
			}
		case *grammar.Call:
			r.call(x, before)
		case *grammar.Class:
			r.body(x.Body, before)
		case *grammar.Module:
			r.body(x.Body, before)
		case *grammar.If:
			r.branches(x, before)
		}
	}
}

func (r *urlOptionsReader) body(b *grammar.Body, before []grammar.Expr) {
	if b != nil {
		r.stmts(b.Stmts, before)
	}
}

// branches reads the side of a condition that runs, or both, of which only the
// application knows the values.
func (r *urlOptionsReader) branches(x *grammar.If, before []grammar.Expr) {
	when := r.value(x.Cond, before)
	if u := dsl.UnknownIn(when); u != nil {
		outer := r.open
		r.open = u
		r.stmts(x.Then, before)
		r.stmts(x.Else, before)
		r.open = outer
		return
	}
	if truthy(when) != x.Unless {
		r.stmts(x.Then, before)
	} else {
		r.stmts(x.Else, before)
	}
}

// assign reads `routes.default_url_options = {...}` and `...[:host] = value`.
func (r *urlOptionsReader) assign(x *grammar.Assign, before []grammar.Expr) bool {
	if ofRoutes(x.Target) {
		if h, ok := r.value(x.Value, before).(*dsl.Hash); ok {
			for r.options.Len() > 0 {
				key, _ := r.options.At(0)
				r.options.Delete(key)
			}
			r.merge(h)
		}
		return true
	}
	part, ok := x.Target.(*grammar.Index)
	if !ok || len(part.Args) != 1 || !ofRoutes(part.Recv) {
		return false
	}
	h := dsl.NewHash(1)
	h.Set(r.value(part.Args[0], before), r.value(x.Value, before))
	r.merge(h)
	return true
}

// call reads `routes.default_url_options.merge!(...)`, and the blocks that run as the
// application starts.
func (r *urlOptionsReader) call(x *grammar.Call, before []grammar.Expr) {
	if x.Recv != nil && ofRoutes(x.Recv) && len(x.Args) == 1 && (x.Name == "merge!" || x.Name == "update") {
		if h, ok := r.value(x.Args[0], before).(*dsl.Hash); ok {
			r.merge(h)
		}
		return
	}
	if x.Block != nil && (startWords[x.Name] || x.Name == "configure") {
		r.body(x.Block.Body, before)
	}
}

// merge takes options. What only the application knows stays unknown.
func (r *urlOptionsReader) merge(h *dsl.Hash) {
	for i := range h.Len() {
		key, v := h.At(i)
		if s, ok := key.(*dsl.String); ok {
			key = dsl.Symbol(s.String())
		}
		if r.open != nil {
			v = &dsl.Unknown{Text: r.open.Text, Pos: r.open.Pos}
		}
		r.options.Set(key, v)
	}
}

// value is what an expression gives after the assignments before it.
func (r *urlOptionsReader) value(x grammar.Expr, before []grammar.Expr) dsl.Value {
	v, err := r.s.eval(append(needed(before, x), x)...)
	if err != nil {
		return &dsl.Unknown{Text: grammar.String(x), Pos: x.Start()}
	}
	return v
}

// ofRoutes reports whether an expression is the default_url_options of the application's
// routes: of `routes`, or of the application itself.
func ofRoutes(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	if !ok || c.Name != urlOptionsWord {
		return false
	}
	on := strings.TrimPrefix(grammar.String(c.Recv), "::")
	return on == "routes" || on == "Rails.application" || strings.HasSuffix(on, "Application") || strings.HasSuffix(on, ".routes")
}
