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
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/settings"
	"signalbox/grammar"
)

// warn prints on stderr what the table depends on; conditional rows only if they are
// not marked in the output itself.
func (c *command) warn(t *route.Table, from *source, conditions bool) error {
	return c.warnAbout(t, from, conditions, func(check.FindingGroup) bool { return true })
}

// warnAbout is warn for the findings that concern what was asked.
func (c *command) warnAbout(t *route.Table, from *source, conditions bool, concerns func(check.FindingGroup) bool) error {
	all := check.Groups(t)
	if from.strict { // the table does not depend on what requests ask for
		all = append(all, check.Group(dispatch.CheckBlocks(t))...)
	}
	var told []check.FindingGroup
	others := 0
	for _, d := range all {
		switch {
		case isCondition(d) && !conditions, d.Kind == "gem": // what a gem does is exact
		case concerns(d):
			told = append(told, d)
		case isWarning(d):
			others++
		}
	}
	writeGroups(c.stderr, told)
	if others > 0 {
		fmt.Fprintf(c.stderr, "note: %s about other routes: %s\n", count(others, "warning"), from.command("routes check"))
	}
	c.remedy(t, told, from)
	if from.strict {
		return strictly(all)
	}
	return nil
}

// strictly is the error of --strict for findings; nil if none is a warning.
func strictly(all []check.FindingGroup) error {
	all = slices.DeleteFunc(slices.Clone(all), func(d check.FindingGroup) bool { return !isWarning(d) })
	switch {
	case len(all) == 0:
		return nil
	case slices.ContainsFunc(all, func(d check.FindingGroup) bool { return d.Unresolved() || d.Kind == dispatch.RequestGap }):
		return errUnresolved
	case slices.ContainsFunc(all, func(d check.FindingGroup) bool { return d.Kind != route.UnknownAction.String() }):
		return errWarned
	}
	return errRefused
}

// matched are the routes that answered requests.
type matched struct {
	routes map[*route.Route]bool
	missed bool // a request had no route
}

// note notes the route of an answer, nil for none.
func (a *matched) note(r *route.Route) {
	if r == nil {
		a.missed = true
		return
	}
	a.routes[r] = true
}

// concern reports whether the answers may depend on what findings are about: their
// routes, or methods that may draw others before them.
func (a *matched) concern(d check.FindingGroup) bool {
	switch {
	case d.Kind == "word", a.missed && !isCondition(d) && d.Kind != dispatch.RequestGap:
		return true
	case isWarning(d), isCondition(d), d.Kind == dispatch.RequestGap: // a request that no route takes has those that may as candidates
		return slices.ContainsFunc(d.Routes, func(r *route.Route) bool { return a.routes[r] })
	}
	return false
}

func isCondition(d check.FindingGroup) bool { return d.Kind == "conditional" }

func isWarning(d check.FindingGroup) bool { return d.Severity == route.Warning }

// groupLine is a group as `routes` and `routes check` print it.
func groupLine(d check.FindingGroup) string { return severity(d.Severity) + ": " + d.Summary }

// writeGroups writes groups with their places.
func writeGroups(w io.Writer, list []check.FindingGroup) {
	for _, d := range list {
		places := d.Places
		if len(places) == 0 {
			places = []grammar.Pos{d.Pos}
		}
		writePlaced(w, printable(groupLine(d)), "", places)
	}
}

// writePlaced writes a text with its places; mark stands at the end of its line.
func writePlaced(w io.Writer, text, mark string, places []grammar.Pos) {
	where := ""
	if places[0].Line > 0 {
		where = places[0].String() + ": "
	}
	if n := len(places); n > 1 {
		text += " (" + count(n, "place") + ")"
	}
	fmt.Fprintf(w, "%s%s%s\n", where, text, mark)
	if len(places) > 1 {
		fmt.Fprintf(w, "  also at %s\n", printable(placesText(places[1:])))
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

// remedy prints what to do about findings: one hint for the values that are unknown,
// one for unknown words, one for code that gets the mapper.
func (c *command) remedy(t *route.Table, told []check.FindingGroup, from *source) {
	unknown := false
	value, word, call := "", "", ""
	tries := maxTries
	find := func(setting *string, d check.FindingGroup) {
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
		fmt.Fprintf(c.stderr, "hint: pass --set %s or add it to %s; %s\n", value, route.SettingsFile, template)
	case unknown:
		fmt.Fprintf(c.stderr, "hint: %s of %s\n", template, route.SettingsFile)
	}
	switch {
	case word != "" && from.isStdin():
		fmt.Fprintf(c.stderr, "hint: pass --set %s if it adds no routes\n", word)
	case word != "":
		fmt.Fprintf(c.stderr, "hint: define the method in a Ruby file listed under words: in %s, or pass --set %s if it adds no routes\n", route.SettingsFile, word)
	}
	if call != "" {
		fmt.Fprintf(c.stderr, "hint: pass --set %s if it adds no routes\n", call)
	}
}

// maxTries bounds the groups of which a setting for a hint is looked for: each takes a
// look at all that is unknown.
const maxTries = 50

// simpleExpr is an expression that is easily read in a hint.
var simpleExpr = regexp.MustCompile(`^[A-Z][\w:]*(\.\w+)*\.\w+\??$`)

// maxSetting bounds the settings that hints name, in bytes.
const maxSetting = 160

// settingOf is what --set takes to give a group a value, such as 'Settings.sso=true';
// empty if there is none. What it is depends on all uses of the expression.
func settingOf(t *route.Table, d check.FindingGroup, told []check.FindingGroup) string {
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
		ends := loopEnds(t, m.Expr)
		switch {
		case ends != "":
			value = ends
		case !isCondition(d) || m.Expr != d.Expr:
		case shape.Kind == route.ListShape && !usesElements(told, m.Expr): // a block, which runs if it is true
			value = "true"
		}
		if len(m.Expr)+len(value) <= maxSetting && settings.Check(m.Expr, value) == nil {
			return shellQuoted(m.Expr + "=" + value)
		}
	}
	return ""
}

// loopEnds returns the value of an expression that ends a loop; empty if no loop asks for it.
func loopEnds(t *route.Table, expr string) string {
	for i := range t.Diagnostics {
		if d := &t.Diagnostics[i]; d.Ends != "" && d.Source == expr {
			return d.Ends
		}
	}
	return ""
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// usesElements tells that something depends on what a method hands its block.
func usesElements(told []check.FindingGroup, method string) bool {
	return slices.ContainsFunc(told, func(d check.FindingGroup) bool {
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
