package expand

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Finding is something doubtful in the routes: what [Table.Diagnostics] tells,
// and what shows in the whole table only.
type Finding struct {
	// Kind is shadowed, duplicate, conditional, unknown, word, action, setting,
	// concern, engine or note.
	Kind     string
	Severity Severity
	Summary  string // one line
	Detail   string // may be empty
	Pos      grammar.Pos
	// Routes are the rows that it is about; empty for what concerns none.
	Routes []*Route

	source string // of what it is about, in full
}

// String is "config/routes.rb:12:5: summary".
func (f Finding) String() string { return Diagnostic{Summary: f.Summary, Pos: f.Pos}.String() }

// Check finds everything that is doubtful, sorted by place: routes that no
// request reaches, conditions that could not be decided, unknown values and
// words, actions that there are not, concerns that nothing uses.
func (t *Table) Check() []Finding {
	var all []Finding
	for _, d := range t.Diagnostics {
		all = append(all, Finding{Kind: d.Kind.String(), Severity: d.Severity, Summary: d.Summary, Detail: d.Detail, Pos: d.Pos, source: d.source})
	}
	for _, s := range t.Shadows() {
		all = append(all, s.finding())
	}
	all = append(all, t.conditionFindings()...)
	for _, c := range t.unusedConcerns {
		all = append(all, Finding{Kind: "concern", Severity: Warning, Summary: "nothing uses the concern " + c.name, Pos: c.pos})
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return all
}

func (s Shadow) finding() Finding {
	f := Finding{
		Kind: "shadowed", Severity: Warning, Pos: s.Route.Pos, Routes: []*Route{s.Route, s.By},
		Summary: fmt.Sprintf("no request reaches %s: %s at %s takes them all", describe(s.Route), describe(s.By), s.By.Source()),
	}
	if s.Same {
		f.Kind = "duplicate"
		f.Summary = fmt.Sprintf("%s is there twice: the one at %s takes all requests", describe(s.Route), s.By.Source())
	}
	return f
}

// describe names a route: GET /posts/:id(.:format).
func describe(r *Route) string {
	if r.Verb() == "" {
		return r.Path.String()
	}
	return r.Verb() + " " + r.Path.String()
}

// conditionFindings tells each undecided condition with its routes.
func (t *Table) conditionFindings() []Finding {
	rows := map[dsl.Condition][]*Route{}
	var order []dsl.Condition
	t.everyRoute(func(r *Route) {
		for _, on := range r.Conditions {
			if rows[on] == nil {
				order = append(order, on)
			}
			rows[on] = append(rows[on], r)
		}
	})
	var all []Finding
	for _, on := range order {
		what := "1 route exists"
		if n := len(rows[on]); n > 1 {
			what = fmt.Sprintf("%d routes exist", n)
		}
		all = append(all, Finding{Kind: "conditional", Severity: Warning, Summary: what + " only if " + dsl.Brief(on.Text), Pos: on.Pos, Routes: rows[on], source: on.Text})
	}
	return all
}

// everyRoute visits the routes of the table and of its engines.
func (t *Table) everyRoute(f func(*Route)) {
	t.everyTable(func(t *Table) {
		for _, r := range t.Routes {
			f(r)
		}
	})
}

// everyTable visits the table, those of its engines and those beside it, each
// once.
func (t *Table) everyTable(f func(*Table)) {
	seen := map[*Table]bool{}
	var visit func(*Table)
	visit = func(t *Table) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		f(t)
		for _, r := range t.Routes {
			visit(r.Endpoint.Table)
		}
		for _, beside := range t.Beside {
			visit(beside)
		}
	}
	visit(t)
}

// ---- what is missing

// A Missing is an expression whose value would settle something unknown.
type Missing struct {
	Expr string      // `Settings.sso?`, as [Options].Set takes it
	Pos  grammar.Pos // of its first use
	// Decides tells that it stands in a condition: true or false will do.
	Decides bool
}

// Missing lists the expressions that would settle everything unknown, in the
// order of their first use.
func (t *Table) Missing() []Missing {
	asked := slices.SortedFunc(maps.Keys(t.asked), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	asked = slices.DeleteFunc(asked, func(text string) bool {
		own, err := expressionText(text)
		return err != nil || own != text || t.isArgument(text)
	})
	var all []Missing
	known := map[string]bool{}
	collect := func(text string, pos grammar.Pos, decides bool) {
		for _, expr := range t.mentioned(text, asked) {
			if !known[expr] {
				known[expr] = true
				all = append(all, Missing{expr, pos, decides})
			}
		}
	}
	for _, f := range t.Check() {
		if f.Severity == Note {
			continue
		}
		switch f.Kind {
		case "conditional":
			collect(f.source, f.Pos, true)
		case "unknown":
			collect(f.source, f.Pos, false)
		case "word":
			if start := strings.IndexByte(f.source, '`'); start >= 0 {
				collect(strings.Trim(f.source[start:], "`"), f.Pos, true)
			}
		}
	}
	return all
}

var argument = regexp.MustCompile(`\(\d+\)`)

// isArgument tells a text about what an unknown method hands its block,
// `Settings.list.each(0).name`.
func (t *Table) isArgument(text string) bool {
	for _, at := range argument.FindAllStringIndex(text, -1) {
		if t.asked[text[:at[0]]] {
			return true
		}
	}
	return false
}

// mentioned finds the expressions in a text, larger ones before their parts.
func (t *Table) mentioned(text string, asked []string) []string {
	var found []string
	for _, expr := range asked {
		at := wholeIndex(text, expr)
		if at < 0 {
			continue
		}
		text = text[:at] + strings.Repeat(" ", len(expr)) + text[at+len(expr):]
		found = append(found, t.list(expr))
	}
	return found
}

// list is the receiver of a method that iterates: a list settles it.
func (t *Table) list(expr string) string {
	i := strings.LastIndexByte(expr, '.')
	if i > 0 && iterates[expr[i+1:]] && t.asked[expr[:i]] {
		return expr[:i]
	}
	return expr
}

var iterates = map[string]bool{
	"each": true, "map": true, "each_with_index": true, "each_pair": true, "each_key": true, "each_value": true, "select": true, "reject": true,
	"filter": true, "filter_map": true, "flat_map": true, "collect": true, "each_with_object": true, "sort_by": true, "group_by": true, "find": true,
	"detect": true, "any?": true, "all?": true, "none?": true, "partition": true, "inject": true, "reduce": true, "times": true, "each_slice": true,
}

// wholeIndex finds an expression that is no part of a longer name.
func wholeIndex(text, expr string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], expr)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(expr)
		if (i == 0 || (!inName(text[i-1]) || text[i-1] == '!' || text[i-1] == '?') && text[i-1] != '.' && !(i > 1 && text[i-2:i] == "::")) && (end == len(text) || !inName(text[end]) && !strings.HasPrefix(text[end:], "::")) {
			return i
		}
		from = i + 1
	}
}

func inName(c byte) bool {
	return c == '_' || c == '?' || c == '!' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Skeleton is a [SettingsFile] that names what is missing; each wants a value.
func Skeleton(missing []Missing) string {
	var b strings.Builder
	b.WriteString("# " + SettingsFile + ": what only the application knows. Give each its value: true, text, 5, [a, list].\n")
	for _, m := range missing {
		key, err := yaml.Marshal(m.Expr)
		if err != nil {
			continue
		}
		what := "value"
		if m.Decides {
			what = "true or false"
		}
		place := ""
		if m.Pos.Line > 0 {
			place = ", " + m.Pos.String()
		}
		fmt.Fprintf(&b, "%s: # %s%s\n", strings.TrimSpace(string(key)), what, place)
	}
	return b.String()
}
