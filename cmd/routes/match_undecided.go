package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/settings"
	"signalbox/grammar"
)

// maxSettling bounds the values that an answer names as settling it.
const maxSettling = 3

// writeUndecided prints the possible answers, and the settings that decide on one.
func writeUndecided(out io.Writer, t *route.Table, found *dispatch.Match, from *source) {
	if h := unknownParts(found); h != nil {
		text, _ := h.MarshalJSON()
		fmt.Fprintf(out, "  unknown: %s\n", text)
	}
	if len(found.Candidates) == 0 {
		return
	}
	fmt.Fprintln(out, "  possible answers, in this order:")
	for i := range found.Candidates {
		c := &found.Candidates[i]
		condition := c.Condition()
		switch {
		case condition != "":
			condition = ", if " + condition
		case i > 0:
			condition = ", if none of these applies"
		}
		fmt.Fprintf(out, "    %s%s\n", printable(answerText(&c.Match)), printable(condition))
	}
	if values, missing := settling(t, found); len(values) > 0 {
		file := " or add it to " + route.SettingsFile
		if missing {
			file += " (routes check --missing)"
		}
		if from.isStdin() {
			file = ""
		}
		fmt.Fprintf(out, "  to decide: pass %s%s\n", strings.Join(values, ", "), file)
	}
}

// answerText is an answer in one line: `3 GET /posts (config/routes.rb:2) posts#index`.
func answerText(m *dispatch.Match) string {
	status := fmt.Sprintf("%d %s", m.Status, http.StatusText(m.Status))
	r := m.Route
	if r == nil {
		return status
	}
	text := fmt.Sprintf("%d %s (%s) ", r.Index, rowName(r), r.Source())
	switch {
	case m.Location != "" || m.Unknown:
		text += status + " " + cmp.Or(m.Location, r.Endpoint.Text)
	case m.Controller != "" || m.Action != "":
		text += m.Controller + "#" + m.Action
	default:
		text += r.Endpoint.Text
	}
	return text
}

// settling are the options that settle what an answer depends on, one a value;
// missing tells that the table lacks one of the values.
func settling(t *route.Table, found *dispatch.Match) (values []string, missing bool) {
	for _, c := range found.Candidates {
		for _, d := range c.Conditions {
			for _, by := range settledBy(t, d, found.Guesses) {
				missing = missing || !d.Asked
				option := "--set " + shellQuoted(by.expr+"="+by.value)
				if len(values) < maxSettling && !slices.Contains(values, option) {
					values = append(values, option)
				}
			}
		}
	}
	return values, missing
}

// A setting is what --set takes: an expression, and a value that it may have.
type setting struct{ expr, value string }

// settledBy are the settings that settle a condition: of its own value, or of those in
// it. What a constraint asks has the value that it was not taken for.
func settledBy(t *route.Table, d dispatch.Condition, guesses []dispatch.Guess) (all []setting) {
	expr := d.Value
	switch {
	case d.Object:
		expr = route.Matches(d.Value)
	case d.Asked:
		i := slices.IndexFunc(guesses, func(g dispatch.Guess) bool { return g.Question == d.Value })
		if by := settingOfQuestion(d.Value, i < 0 || !guesses[i].Answer); by.expr != "" {
			all = []setting{by}
		}
		return all
	case !d.Settles:
		return nil
	default:
		for _, m := range check.SettingsFor(t, d.Value) {
			value := m.Wants.Sample()
			if d.Value == m.Expr {
				value = cmp.Or(loopEnds(t, m.Expr), value)
			}
			if settings.Check(m.Expr, value) == nil {
				all = append(all, setting{m.Expr, value})
			}
		}
	}
	if len(all) == 0 && settings.Check(expr, "true") == nil {
		all = []setting{{expr, "true"}}
	}
	return all
}

// settingOfQuestion is the setting that gives what a constraint asks a truth value;
// empty if there is none. Where a known value is asked about one that is not, as in
// `"www" == Tenant.name`, that has to be given.
func settingOfQuestion(question string, truth bool) setting {
	by := setting{question, strconv.FormatBool(truth)}
	file, err := grammar.Parse("", []byte(question))
	if err != nil || len(file.Body.List) != 1 {
		return setting{}
	}
	if c, ok := file.Body.List[0].(*grammar.Call); ok && isLiteral(c.Recv) {
		if len(c.Args) != 1 || isLiteral(c.Args[0]) || c.Name != "==" && c.Name != "!=" && c.Name != "===" {
			return setting{}
		}
		by.expr, by.value = grammar.String(c.Args[0]), otherThan(c.Recv)
		if truth == (c.Name != "!=") {
			by.value = yamlText(c.Recv)
		}
	}
	if settings.Check(by.expr, by.value) != nil {
		return setting{}
	}
	return by
}

// isLiteral reports whether an expression is a value that a program writes.
func isLiteral(x grammar.Expr) bool {
	switch x.(type) {
	case *grammar.Str, *grammar.Sym, *grammar.Int, *grammar.Float, *grammar.Bool, *grammar.Nil:
		return true
	}
	return false
}

// yamlText is a literal in YAML.
func yamlText(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.Nil:
		return "~"
	case *grammar.Sym:
		return ":" + x.Name
	}
	return grammar.String(x)
}

// otherThan is a value in YAML that a literal is not.
func otherThan(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.Bool:
		return strconv.FormatBool(!x.Value)
	case *grammar.Int:
		if x.Text == "2" {
			return "3"
		}
		return "2"
	case *grammar.Str:
		if x.Value == "text" {
			return "other"
		}
	}
	return "text"
}

// A candidateLine is one of several answers in its JSON form.
type candidateLine struct {
	Status     int             `json:"status"`
	Route      *int            `json:"route"`
	Name       *string         `json:"name"`
	Controller *string         `json:"controller"`
	Action     *string         `json:"action"`
	Params     json.RawMessage `json:"params"`
	Location   string          `json:"location,omitempty"`
	Error      string          `json:"error,omitempty"`
	If         []conditionLine `json:"if"`
}

// A conditionLine is what an answer depends on.
type conditionLine struct {
	Value  string `json:"value"`         // Settings.re
	Means  string `json:"means"`         // id matches Settings.re
	Source string `json:"source"`        // config/routes.rb:3
	Set    string `json:"set,omitempty"` // what --set takes, if a value settles it
}

func candidateLines(t *route.Table, found *dispatch.Match) []candidateLine {
	var lines []candidateLine
	for _, c := range found.Candidates {
		line := candidateLine{
			Status: c.Status, Location: c.Location, Controller: optional(c.Controller), Action: optional(c.Action), If: []conditionLine{},
		}
		if c.Route != nil {
			line.Route, line.Name = &c.Route.Index, optional(c.Route.Name)
		}
		if c.Err != nil {
			line.Error = c.Err.Error()
		}
		line.Params, _ = jsonParams(c.Params).MarshalJSON()
		for _, d := range c.Conditions {
			own := conditionLine{Value: d.Value, Means: d.If}
			if d.Pos.Line > 0 {
				own.Source = fmt.Sprintf("%s:%d", d.Pos.Filename, d.Pos.Line)
			}
			if by := settledBy(t, d, found.Guesses); len(by) == 1 {
				own.Set = by[0].expr
			}
			line.If = append(line.If, own)
		}
		lines = append(lines, line)
	}
	return lines
}

// unknownParts are the parameters with unknown values, and
// the location of a redirect to where only it knows, by their sources; nil if
// there are none.
func unknownParts(found *dispatch.Match) *orderedParams {
	unknown := dsl.NewHash(0)
	h := orEmpty(found.Params)
	for i := range h.Len() {
		key, v := h.At(i)
		if u := dsl.UnknownIn(v); u != nil {
			unknown.Set(key, dsl.NewString(u.Text()))
		}
	}
	if found.Unknown {
		unknown.Set(dsl.Symbol("location"), dsl.NewString(found.Route.Endpoint.Text))
	}
	if unknown.Len() == 0 {
		return nil
	}
	return &orderedParams{unknown}
}
