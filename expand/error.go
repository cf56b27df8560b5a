package expand

import (
	"errors"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/bundle"
	"signalbox/expand/rails"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A RouteError is a routes file that Rails refuses, or that cannot be read:
//
//	config/routes.rb:12:5: can't use member outside resource(s) scope
//
// Class is the exception that Rails raises, mostly ArgumentError.
type RouteError struct {
	Class   string
	Message string
	Pos     grammar.Pos
	// Also is the place of the first of two routes with one name.
	Also  grammar.Pos
	Hint  string
	Stack []dsl.Frame // innermost first

	cause error
}

func (e *RouteError) Error() string {
	where := ""
	switch {
	case e.Pos.Line > 0:
		where = e.Pos.String() + ": "
	case e.Pos.Filename != "":
		where = e.Pos.Filename + ": "
	}
	return where + e.Message
}

// Position is the place of the error.
func (e *RouteError) Position() grammar.Pos { return e.Pos }

// Unwrap gives the error of the interpreter or the file system, if any.
func (e *RouteError) Unwrap() error { return e.cause }

// warnAbout warns once of the unknown value that source is the text of.
func (l *loader) warnAbout(source string, pos grammar.Pos, text string) {
	d := l.warning(route.UnknownValue, pos, text)
	d.Source, d.Expr = source, source
	l.diagnose(d)
}

// warnOf warns once of something of a kind.
func (l *loader) warnOf(kind route.DiagnosticKind, pos grammar.Pos, text string) {
	l.diagnose(l.warning(kind, pos, text))
}

func (l *loader) warning(kind route.DiagnosticKind, pos grammar.Pos, text string) route.Diagnostic {
	severity := route.Warning
	if l.run.audience == hearsNotes {
		severity = route.Note
	}
	return route.Diagnostic{Severity: severity, Summary: text, Pos: pos, Kind: kind}
}

func (l *loader) diagnose(d route.Diagnostic) {
	if d.Source == "" {
		d.Source = d.Summary
	}
	d.Summary = oneLine(d.Summary)
	switch {
	case l.run.audience == hearsNothing:
		return
	case d.Severity == route.Warning && l.drawing != nil: // before the first word, it concerns no row
		l.drawing.Warned(d.Pos, d.Pos)
	}
	if l.notes.reported[d] || len(l.notes.reported) >= maxDiagnostics {
		return
	}
	l.notes.reported[d] = true
	l.notes.list = append(l.notes.list, d)
}

func oneLine(text string) string {
	if !strings.ContainsAny(text, "\n\r\t") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// maxDiagnostics bounds what is told about one application.
const maxDiagnostics = 10_000

// routeError gives an error of the interpreter the form of this package, if a
// routing method raised it. Others stay what they are.
func (l *loader) routeError(err error) error {
	var ee *dsl.EvalError
	if !errors.As(err, &ee) {
		return err
	}
	bundle.Outside(ee)
	also, ok := l.drawing.Raised(ee)
	if !ok {
		return err
	}
	e := &RouteError{
		Class: ee.Class, Message: ee.Message, Pos: ee.Pos, Also: also,
		Hint: ee.Hint, Stack: ee.Stack, cause: ee,
	}
	if gems := l.lockedGems(); e.Hint == "" && gems.Has("rails") && !gems.AtLeast("rails", true, 4) {
		e.Hint = "Gemfile.lock names a Rails before 4.0, which took such files; the table follows Rails " + rails.Version
	}
	return e
}
