package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// doubts tells on stderr what the table depends on; conditional rows only if
// they are not marked in the output itself.
func (c *command) doubts(t *route.Table, from *source, conditions bool) error {
	return c.doubtsOf(t, from, conditions, func(check.Doubt) bool { return true })
}

// doubtsOf is doubts of those that concern what was asked.
func (c *command) doubtsOf(t *route.Table, from *source, conditions bool, concerns func(check.Doubt) bool) error {
	all := check.Doubts(t)
	if from.strict { // the table does not depend on what requests ask for
		all = append(all, check.Group(dispatch.CheckBlocks(t))...)
	}
	var told []check.Doubt
	others := 0
	for _, d := range all {
		switch {
		case isCondition(d) && !conditions, d.Kind == "gem": // nothing is doubtful about what a gem does
		case concerns(d):
			told = append(told, d)
		case isWarning(d):
			others++
		}
	}
	writeDoubts(c.stderr, told, listLine)
	if others > 0 {
		fmt.Fprintf(c.stderr, "note: %s about other routes: %s\n", count(others, "warning"), from.command("routes check"))
	}
	c.remedy(t, told, from)
	if from.strict {
		return strictly(all)
	}
	return nil
}

// strictly is the error of --strict for doubts; nil if none is a warning.
func strictly(all []check.Doubt) error {
	all = slices.DeleteFunc(slices.Clone(all), func(d check.Doubt) bool { return !isWarning(d) })
	switch {
	case len(all) == 0:
		return nil
	case slices.ContainsFunc(all, func(d check.Doubt) bool { return d.Undecided() || d.Kind == dispatch.RequestGap }):
		return errDoubtful
	case slices.ContainsFunc(all, func(d check.Doubt) bool { return d.Kind != route.UnknownAction.String() }):
		return errWarned
	}
	return errRefused
}

// An answered is the routes that answered requests.
type answered struct {
	routes map[*route.Route]bool
	missed bool // a request had no route
}

// note notes the route of an answer, nil for none.
func (a *answered) note(r *route.Route) {
	if r == nil {
		a.missed = true
		return
	}
	a.routes[r] = true
}

// concern tells whether the answers may depend on a doubt: one about their
// routes, or about words that may draw others before them.
func (a *answered) concern(d check.Doubt) bool {
	switch {
	case d.Kind == "word", a.missed && !isCondition(d) && d.Kind != dispatch.RequestGap:
		return true
	case isCondition(d), d.Kind == dispatch.RequestGap: // a request that no route takes has those that may as candidates
		return slices.ContainsFunc(d.Routes, func(r *route.Route) bool { return a.routes[r] })
	case !isWarning(d):
		return false
	}
	for r := range a.routes {
		if at := func(p grammar.Pos) bool { return p.Filename == r.Declared().Filename && p.Line == r.Declared().Line }; slices.ContainsFunc(d.Places, at) {
			return true
		}
	}
	return false
}

func isCondition(d check.Doubt) bool { return d.Kind == "conditional" }

func isWarning(d check.Doubt) bool { return d.Severity == route.Warning }

// listLine is a doubt beside a table: `2 routes if Settings.beta?`.
func listLine(d check.Doubt) string {
	if isCondition(d) {
		return count(len(d.Routes), "route") + " if " + dsl.Brief(d.Expr)
	}
	return checkLine(d)
}

// checkLine is a doubt as `routes check` tells it.
func checkLine(d check.Doubt) string { return severity(d.Severity) + ": " + d.Summary }

// writeDoubts writes doubts with their places. What neighbours have in common
// follows the last of them.
func writeDoubts(w io.Writer, list []check.Doubt, line func(check.Doubt) string) {
	for i, d := range list {
		if i+1 < len(list) && len(d.Places) <= 1 && slices.Equal(d.Details, list[i+1].Details) {
			d.Details = nil
		}
		writeDoubt(w, line(d), d)
	}
}

func writeDoubt(w io.Writer, text string, d check.Doubt) {
	where := ""
	if d.Pos.Line > 0 {
		where = d.Pos.String() + ": "
	}
	if n := len(d.Places); n > 1 {
		text += " (" + count(n, "place") + ")"
	}
	fmt.Fprintf(w, "%s%s\n", where, printable(text))
	for _, detail := range d.Details {
		fmt.Fprintf(w, "  %s\n", printable(detail))
	}
	if len(d.Places) > 1 {
		fmt.Fprintf(w, "  also at %s\n", printable(placesText(d.Places[1:])))
	}
}

// maxRanges is how many ranges of lines are named.
const maxRanges = 24

// placesText names the lines of places: config/routes.rb:3, 5-8;
// config/routes/api.rb:2.
func placesText(places []grammar.Pos) string {
	var b strings.Builder
	file := ""
	for i, n := 0, 0; i < len(places); n++ {
		if n == maxRanges {
			fmt.Fprintf(&b, " and %d more", len(places)-i)
			break
		}
		first, last := places[i], places[i]
		for i++; i < len(places) && places[i].Filename == last.Filename && places[i].Line >= last.Line && places[i].Line <= last.Line+1; i++ {
			last = places[i]
		}
		switch {
		case file == first.Filename:
			b.WriteString(", ")
		case file != "":
			b.WriteString("; " + first.Filename + ":")
		default:
			b.WriteString(first.Filename + ":")
		}
		file = first.Filename
		fmt.Fprint(&b, first.Line)
		if last.Line > first.Line {
			fmt.Fprintf(&b, "-%d", last.Line)
		}
	}
	return b.String()
}

// remedy prints what to do about doubts: one hint for the values that are unknown,
// one for unknown words, one for code that gets the mapper.
func (c *command) remedy(t *route.Table, told []check.Doubt, from *source) {
	unknown := false
	value, word, call := "", "", ""
	tries := maxTries
	find := func(setting *string, d check.Doubt) {
		if *setting == "" && tries > 0 {
			tries--
			*setting = settingOf(t, d, told)
		}
	}
	for _, d := range told {
		switch {
		case d.Severity != route.Warning:
		case d.Kind == "word" && d.Expr != "":
			find(&call, d)
		case d.Kind == "word":
			find(&word, d)
		case d.Settable():
			unknown = true
			find(&value, d)
		}
	}
	template := from.command("routes check --missing") + " prints a template"
	switch {
	case value != "" && from.isStdin(): // no settings are beside it
		fmt.Fprintf(c.stderr, "hint: pass --set %s\n", value)
	case value != "":
		fmt.Fprintf(c.stderr, "hint: pass --set %s or add it to %s; %s\n", value, expand.SettingsFile, template)
	case unknown:
		fmt.Fprintf(c.stderr, "hint: %s of %s\n", template, expand.SettingsFile)
	}
	switch {
	case word != "" && from.isStdin():
		fmt.Fprintf(c.stderr, "hint: pass --set %s if it adds no routes\n", word)
	case word != "":
		fmt.Fprintf(c.stderr, "hint: define the method in a Ruby file listed under words: in %s, or pass --set %s if it adds no routes\n", expand.SettingsFile, word)
	}
	if call != "" {
		fmt.Fprintf(c.stderr, "hint: pass --set %s if it adds no routes\n", call)
	}
}

// maxTries bounds the doubts of which a setting for a hint is looked for: each takes a
// look at all that is unknown.
const maxTries = 50

// simpleExpr is an expression that is easily read in a hint.
var simpleExpr = regexp.MustCompile(`^[A-Z][\w:]*(\.\w+)*\.\w+\??$`)

// maxSetting bounds the settings that hints name, in bytes.
const maxSetting = 160

// settingOf is what --set takes to give a doubt a value, such as 'Settings.sso=true';
// empty if there is none. What it is depends on all uses of the expression.
func settingOf(t *route.Table, d check.Doubt, told []check.Doubt) string {
	wants := map[string]*check.Shape{}
	for _, m := range check.MissingOf(t, told...) {
		wants[m.Expr] = m.Wants
	}
	found := check.MissingOf(t, d)
	slices.SortStableFunc(found, func(a, b check.Missing) int {
		return cmp.Compare(btoi(!simpleExpr.MatchString(a.Expr)), btoi(!simpleExpr.MatchString(b.Expr)))
	})
	for _, m := range found {
		shape := cmp.Or(wants[m.Expr], m.Wants)
		value := shape.Sample()
		switch {
		case !isCondition(d) || m.Expr != d.Expr:
		case runsLoop(t, m.Expr):
			value = "false"
		case shape.Kind == route.ListShape && !usesElements(told, m.Expr): // a block, which runs if it is true
			value = "true"
		}
		if len(m.Expr)+len(value) <= maxSetting && expand.CheckSetting(m.Expr, value) == nil {
			return shellQuoted(m.Expr + "=" + value)
		}
	}
	return ""
}

// runsLoop reports whether a loop runs as long as an expression is true.
func runsLoop(t *route.Table, expr string) bool {
	return slices.ContainsFunc(t.Diagnostics, func(d route.Diagnostic) bool {
		return strings.HasPrefix(d.Summary, "how often the loop runs depends on "+expr+",")
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// usesElements tells that something depends on what a method hands its block.
func usesElements(told []check.Doubt, method string) bool {
	return slices.ContainsFunc(told, func(d check.Doubt) bool {
		return strings.Contains(d.Expr, method+"(") || strings.Contains(d.Expr, method+".each(")
	})
}

// command is a command about the same source, to be typed.
func (s *source) command(text string) string {
	if s.path == "" {
		return "`" + text + "`"
	}
	return "`" + printable(text+" -f "+shellWord(s.path)) + "`"
}

// shellWord is a text as a shell takes it, in quotes only where it has to be.
func shellWord(text string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("/._-+,@%:=", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return shellQuoted(text)
	}
	return text
}
