package route

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// A Filter chooses rows of the printed table. Both empty means all; Controller
// goes before Grep. What `rails routes -c ""` lists, all rows with a controller, is
// Controller: "(?:)". Rails: RoutesInspector#normalize_filter.
type Filter struct {
	Controller string // posts, Admin::PostsController, admin/posts
	Grep       string // a Ruby regexp for names, verbs, paths, controllers and actions, or a path
}

// A FilterError is a pattern of a [Filter] that Ruby refuses.
type FilterError struct{ err error }

func (e *FilterError) Error() string { return e.err.Error() }

// Unwrap returns the error of the regexp.
func (e *FilterError) Unwrap() error { return e.err }

// A section is the rows of the application or of one engine.
type section struct {
	engine string // empty for the application
	rows   []row
}

type row struct{ name, verb, path, reqs string }

// WriteSheet prints the table as `rails routes` does. Rails:
// ConsoleFormatter::Sheet.
//
//	table.WriteSheet(os.Stdout, expand.Filter{Controller: "posts"})
func (t *Table) WriteSheet(w io.Writer, f Filter) error {
	return t.writeSheet(w, f, &Screen{})
}

func (t *Table) writeSheet(w io.Writer, f Filter, on *Screen) error {
	sections, engines, err := t.sections(f)
	if err != nil {
		return err
	}
	p := newPrinter(w, on)
	for _, s := range sections {
		if engines {
			p.line("Routes for " + s.title() + ":")
		}
		if len(s.rows) > 0 {
			p.sheet(s.rows)
		} else {
			p.noRoutes(s, f)
		}
		p.line("")
	}
	return p.w.Flush()
}

// WriteUnused prints some rows of the table as `rails routes --unused` prints those that lead
// to no action. Rails: ConsoleFormatter::Unused.
func (t *Table) WriteUnused(w io.Writer, f Filter, unused []*Route) error {
	wanted, err := t.filter(f)
	if err != nil {
		return err
	}
	rows, err := t.rowsOf(unused, wanted)
	if err != nil {
		return err
	}
	p := newPrinter(w, &Screen{})
	switch {
	case len(rows) == 1:
		p.line("Found 1 unused route:\n")
		p.sheet(rows)
	case len(rows) > 1:
		p.line("Found " + strconv.Itoa(len(rows)) + " unused routes:\n")
		p.sheet(rows)
	case f.Controller != "":
		p.line("No unused routes found for this controller.")
	case f.Grep != "":
		p.line("No unused routes found for this grep pattern.")
	default:
		p.line("No unused routes found.")
	}
	p.line("")
	return p.w.Flush()
}

// WriteExpanded prints the table as `rails routes --expanded` does, headings as
// wide as width. Rails: ConsoleFormatter::Expanded.
func (t *Table) WriteExpanded(w io.Writer, f Filter, width int) error {
	sections, engines, err := t.sections(f)
	if err != nil {
		return err
	}
	p := newPrinter(w, &Screen{})
	for _, s := range sections {
		if engines {
			p.line("[ Routes for " + s.title() + " ]")
		}
		if len(s.rows) == 0 {
			p.noRoutes(s, f)
		}
		for i, r := range s.rows {
			head := "--[ Route " + strconv.Itoa(i+1) + " ]"
			p.line(head + strings.Repeat("-", max(0, width-len(head))))
			p.line("Prefix            | " + r.name)
			p.line("Verb              | " + r.verb)
			p.line("URI               | " + r.path)
			p.line("Controller#Action | " + r.reqs)
		}
		p.line("")
	}
	return p.w.Flush()
}

func (s section) title() string {
	if s.engine == "" {
		return "application"
	}
	return s.engine
}

// A printer writes lines as Rails joins them: a newline between lines, and one
// at the end unless the last line is empty.
type printer struct {
	w       *bufio.Writer
	screen  *Screen
	pending bool
}

func (p *printer) line(parts ...string) {
	if p.pending {
		p.w.WriteByte('\n')
	}
	p.pending = true
	for _, part := range parts {
		p.w.WriteString(part)
	}
}

func (p *printer) pad(n int) {
	const spaces = "                                                                "
	for n > len(spaces) {
		p.w.WriteString(spaces)
		n -= len(spaces)
	}
	if n > 0 {
		p.w.WriteString(spaces[:n])
	}
}

func (p *printer) sheet(rows []row) {
	if p.screen.Width > 0 {
		rows = p.screen.fit(rows)
	}
	head := row{"Prefix", "Verb", "URI Pattern", "Controller#Action"}
	var name, verb, path int
	for i := range rows {
		name = max(name, utf8.RuneCountInString(rows[i].name))
		verb = max(verb, len(rows[i].verb))
		path = max(path, utf8.RuneCountInString(rows[i].path))
	}
	p.row(&head, true, name, verb, path)
	name, verb, path = max(name, len(head.name)), max(verb, len(head.verb)), max(path, len(head.path))
	for i := range rows {
		p.row(&rows[i], false, name, verb, path)
	}
}

func (p *printer) row(r *row, head bool, name, verb, path int) {
	name -= utf8.RuneCountInString(r.name)
	verb -= len(r.verb)
	path -= utf8.RuneCountInString(r.path)
	if p.screen.Paint != nil {
		painted := p.screen.painted(r, head)
		r = &painted
	}
	p.line()
	p.pad(name)
	p.w.WriteString(r.name)
	p.w.WriteByte(' ')
	p.w.WriteString(r.verb)
	p.pad(verb)
	p.w.WriteByte(' ')
	p.w.WriteString(r.path)
	p.pad(path)
	p.w.WriteByte(' ')
	p.w.WriteString(r.reqs)
}

func (p *printer) noRoutes(s section, f Filter) {
	switch {
	case f.Controller != "":
		p.line("No routes were found for this controller.")
	case f.Grep != "":
		p.line("No routes were found for this grep pattern.")
	case s.engine != "":
		p.line("No routes defined.")
	default:
		p.line("You don't have any routes defined!\n\nPlease add some routes in config/routes.rb.\n")
	}
	if s.engine == "" {
		p.line("For more information about routes, see the Rails guide: https://guides.rubyonrails.org/routing.html.")
	}
}

// ---- rows

// sections gives the rows to print, and whether there are engines among the
// endpoints. Rails: RoutesInspector.
func (t *Table) sections(f Filter) ([]section, bool, error) {
	wanted, err := t.filter(f)
	if err != nil {
		return nil, false, err
	}
	first, err := t.rows(wanted)
	if err != nil {
		return nil, false, err
	}
	all := []section{{"", first}}
	seen := map[string]int{}
	add := func(name string, engine *Table) error {
		rows, err := engine.rows(wanted)
		if i, ok := seen[name]; ok {
			all[i].rows = rows
		} else {
			seen[name] = len(all)
			all = append(all, section{name, rows})
		}
		return err
	}
	if len(t.Unmounted) > 0 {
		all[0].engine = t.Engine
	}
	for _, r := range t.Routes {
		e := r.Endpoint
		if e.Kind != Engine || r.Internal {
			continue
		}
		engine := e.Table
		if engine == nil {
			engine = &Table{Interp: t.Interp}
		}
		if err := add(e.Text, engine); err != nil {
			return nil, false, err
		}
	}
	for _, beside := range t.Unmounted {
		if err := add(beside.Engine, beside); err != nil {
			return nil, false, err
		}
	}
	return all, len(all) > 1, nil
}

func (t *Table) rows(wanted func(*Route) (bool, error)) ([]row, error) {
	return t.rowsOf(t.Routes, wanted)
}

// rowsOf are the rows of some routes of the table.
func (t *Table) rowsOf(routes []*Route, wanted func(*Route) (bool, error)) ([]row, error) {
	rows := make([]row, 0, len(routes))
	for _, r := range routes {
		if r.Internal {
			continue
		}
		if wanted != nil {
			ok, err := wanted(r)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		rows = append(rows, row{r.shownName(), r.Verb(), t.shownPath(r), t.Reqs(r)})
	}
	return rows, nil
}

// shownName is the name in the table; `as: false` names a route false.
func (r *Route) shownName() string {
	if r.NamedFalse {
		return "false"
	}
	return r.Name
}

// Rows returns the routes that a filter chooses, without the internal ones, in their order.
// The error is a [FilterError], or that of a pattern whose work has no end.
func (t *Table) Rows(f Filter) ([]*Route, error) {
	wanted, err := t.filter(f)
	if err != nil {
		return nil, err
	}
	var rows []*Route
	for _, r := range t.Routes {
		chosen := !r.Internal
		if chosen && wanted != nil {
			if chosen, err = wanted(r); err != nil {
				return nil, err
			}
		}
		if chosen {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// filter makes the test that Filter asks for; nil for all rows.
func (t *Table) filter(f Filter) (func(*Route) (bool, error), error) {
	switch {
	case f.Controller != "":
		name := t.Interp.Inflections().Underscore(f.Controller)
		if i := strings.LastIndex(name, "controller"); i >= 0 && i+len("controller") == len(name) {
			name = strings.TrimSuffix(name[:i], "_")
		}
		match, err := filterPattern(name)
		if err != nil {
			return nil, err
		}
		return func(r *Route) (bool, error) {
			if !r.Path.Has("controller") {
				if v, _ := r.Requirement("controller"); !(v != nil && dsl.Truthy(v)) {
					return false, nil
				}
			}
			return match(r.Controller())
		}, nil
	case f.Grep != "":
		return grep(f.Grep)
	}
	return nil, nil
}

func grep(pattern string) (func(*Route) (bool, error), error) {
	match, err := filterPattern(pattern)
	if err != nil {
		return nil, err
	}
	path := uri.SqueezeSlashes("/" + uri.EscapeUnsafe(pattern))
	return func(r *Route) (bool, error) {
		for _, part := range []struct {
			text string
			skip bool
		}{
			{r.Controller(), !r.has("controller")},
			{r.Action(), !r.has("action")},
			{r.Verb(), false},
			{r.shownName(), false},
			{r.Path.String(), false},
		} {
			if part.skip {
				continue
			}
			if ok, err := match(part.text); ok || err != nil {
				return ok, err
			}
		}
		if !strings.HasPrefix(path, r.Path.fixedStart()) { // far cheaper than the pattern of each route
			return false, nil
		}
		return matches(r.Regexp(), path)
	}, nil
}

// filterPattern is the test of a filter's pattern, Ruby's Regexp#match?. A path may
// be longer than regexps are compiled: of letters and dots it is compared as text.
func filterPattern(pattern string) (func(text string) (bool, error), error) {
	if !strings.ContainsAny(pattern, "\\+*?()|[]{}^$") {
		return func(text string) (bool, error) { return containsLike(text, pattern), nil }, nil
	}
	re := dsl.NewRegexp(pattern, 0)
	if err := re.Check(); err != nil {
		return nil, &FilterError{err}
	}
	return func(text string) (bool, error) { return matches(re, text) }, nil
}

// containsLike reports whether a text contains another, in which a dot stands for
// any character but the end of a line.
func containsLike(text, like string) bool {
	if strings.IndexByte(like, '.') < 0 {
		return strings.Contains(text, like)
	}
	in, pattern := []rune(text), []rune(like)
	for from := 0; from+len(pattern) <= len(in); from++ {
		if slices.EqualFunc(pattern, in[from:from+len(pattern)], func(p, r rune) bool { return p == r || p == '.' && r != '\n' }) {
			return true
		}
	}
	return false
}

// has tells whether the route has a controller or an action.
func (r *Route) has(name string) bool {
	if r.Path.Has(name) {
		return true
	}
	v, _ := r.Requirement(name)
	return v != nil && dsl.Truthy(v)
}

func matches(re *dsl.Regexp, s string) (bool, error) {
	spans, err := re.Match(s, 0)
	return spans != nil, err
}
