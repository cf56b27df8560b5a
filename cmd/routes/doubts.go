package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"signalbox/dispatch"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/grammar"
)

// doubts tells on stderr what the table depends on; conditional rows only if
// they are not marked in the output itself.
func (c *command) doubts(t *expand.Table, from *source, conditions bool) error {
	return c.doubtsOf(t, from, conditions, func(expand.Doubt) bool { return true })
}

// doubtsOf is doubts of those that concern what was asked.
func (c *command) doubtsOf(t *expand.Table, from *source, conditions bool, concerns func(expand.Doubt) bool) error {
	all := t.Doubts()
	if from.strict { // the table does not depend on what requests ask for
		all = append(all, expand.GroupFindings(dispatch.CheckBlocks(t))...)
	}
	var told []expand.Doubt
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
func strictly(all []expand.Doubt) error {
	all = slices.DeleteFunc(slices.Clone(all), func(d expand.Doubt) bool { return !isWarning(d) })
	switch {
	case len(all) == 0:
		return nil
	case slices.ContainsFunc(all, func(d expand.Doubt) bool { return d.Undecided() || d.Kind == dispatch.RequestGap }):
		return errDoubtful
	case slices.ContainsFunc(all, func(d expand.Doubt) bool { return d.Kind != expand.UnknownAction.String() }):
		return errWarned
	}
	return errRefused
}

// An answered is the routes that answered requests.
type answered struct {
	routes map[*expand.Route]bool
	missed bool // a request had no route
}

// note notes the route of an answer, nil for none.
func (a *answered) note(r *expand.Route) {
	if r == nil {
		a.missed = true
		return
	}
	a.routes[r] = true
}

// concern tells whether the answers may depend on a doubt: one about their
// routes, or about words that may draw others before them.
func (a *answered) concern(d expand.Doubt) bool {
	switch {
	case a.missed, d.Kind == "word":
		return true
	case isCondition(d), d.Kind == dispatch.RequestGap:
		return slices.ContainsFunc(d.Routes, func(r *expand.Route) bool { return a.routes[r] })
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

func isCondition(d expand.Doubt) bool { return d.Kind == "conditional" }

func isWarning(d expand.Doubt) bool { return d.Severity == expand.Warning }

// listLine is a doubt beside a table: `2 routes if Settings.beta?`.
func listLine(d expand.Doubt) string {
	if isCondition(d) {
		return count(len(d.Routes), "route") + " if " + dsl.Brief(d.Expr)
	}
	return checkLine(d)
}

// checkLine is a doubt as `routes check` tells it.
func checkLine(d expand.Doubt) string { return severity(d.Severity) + ": " + d.Summary }

// writeDoubts writes doubts with their places. What neighbours have in common
// follows the last of them.
func writeDoubts(w io.Writer, list []expand.Doubt, line func(expand.Doubt) string) {
	for i, d := range list {
		if i+1 < len(list) && len(d.Places) <= 1 && slices.Equal(d.Details, list[i+1].Details) {
			d.Details = nil
		}
		writeDoubt(w, line(d), d)
	}
}

func writeDoubt(w io.Writer, text string, d expand.Doubt) {
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

// remedy tells what to do about doubts.
func (c *command) remedy(t *expand.Table, told []expand.Doubt, from *source) {
	unknown, words := false, false
	example, call := "", ""
	for _, d := range told {
		switch {
		case d.Severity != expand.Warning:
		case d.Kind == "word" && d.Expr == "":
			words = true
		case d.Kind == "word":
			if call == "" {
				call = shellQuoted(d.Expr + "=true")
			}
		case d.Settable():
			unknown = true
			if example == "" {
				example = exampleOf(t, d, told)
			}
		}
	}
	if example == "" {
		example = "EXPR=VALUE"
	}
	if unknown {
		fmt.Fprintf(c.stderr, "hint: --set %s settles it, or %s in the application's folder; %s prints that file to fill in\n",
			example, expand.SettingsFile, from.command("routes check --missing"))
	}
	if words {
		fmt.Fprintf(c.stderr, "hint: a word is added by a Ruby file that defines it, named below words: in %s; --set WORD=true says that no routes are missing\n", expand.SettingsFile)
	}
	if call != "" {
		fmt.Fprintf(c.stderr, "hint: --set %s says that no routes of it are missing, or %s in the application's folder\n", printable(call), expand.SettingsFile)
	}
}

// simpleExpr is an expression that needs no thought to be set.
var simpleExpr = regexp.MustCompile(`^[A-Z][\w:]*(\.\w+)*\.\w+\??$`)

// exampleOf is how --set gives a value that settles a doubt; empty if that needs
// thought.
func exampleOf(t *expand.Table, d expand.Doubt, told []expand.Doubt) string {
	same := []expand.Doubt{d}
	for _, other := range told {
		if other.Kind != d.Kind && strings.TrimPrefix(other.Expr, "!") == strings.TrimPrefix(d.Expr, "!") {
			same = append(same, other)
		}
	}
	for _, m := range t.MissingOf(same...) {
		switch {
		case !simpleExpr.MatchString(m.Expr):
		case m.Wants.Decides() || m.Wants.Kind == expand.ListShape && m.Expr == d.Expr && !usesElements(told, m.Expr):
			return "'" + m.Expr + "=true'"
		default:
			return "'" + m.Expr + "=VALUE'"
		}
	}
	return ""
}

// usesElements tells that something depends on what a method hands its block.
func usesElements(told []expand.Doubt, method string) bool {
	return slices.ContainsFunc(told, func(d expand.Doubt) bool { return strings.Contains(d.Expr, method+"(") })
}

// command is a command about the same source, to be typed.
func (s *source) command(text string) string {
	if s.path == "" {
		return "`" + text + "`"
	}
	path := s.path
	if strings.ContainsFunc(path, func(r rune) bool {
		return !strings.ContainsRune("/._-+,@%:", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		path = shellQuoted(path)
	}
	return "`" + printable(text+" -f "+path) + "`"
}
