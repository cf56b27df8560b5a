package route

import (
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Severity is how much a diagnostic matters.
type Severity uint8

// The severities.
const (
	Note    Severity = iota // worth knowing
	Warning                 // the table may differ from the application's
)

// A DiagnosticKind is what a diagnostic is about.
type DiagnosticKind uint8

// The kinds of diagnostics.
const (
	UnknownValue       DiagnosticKind = iota // only the application knows a value
	UnknownWord                              // a routing method that is not known
	UnknownAction                            // an action in only: or except: that there is not
	UnusedSetting                            // a setting that nothing asks for
	UnlistedEngine                           // routes of an engine that the table does not show
	FileNote                                 // a file that was not run
	GemNote                                  // what a gem of Gemfile.lock does to the table
	UnknownOption                            // an option that there is not, but nearly
	UnknownVerb                              // a verb of via: that there is not, but nearly
	UnknownEnvironment                       // a name that Rails.env is asked for
	UnsetVariable                            // a variable of the environment that is treated as unset
)

var diagnosticKinds = [...]string{"unknown", "word", "action", "setting", "engine", "note", "gem", "option", "verb", "environment", "env"}

// String is the kind's name in the output of `routes check`.
func (k DiagnosticKind) String() string { return diagnosticKinds[k] }

// A Diagnostic is something doubtful that does not keep the table from being
// made.
type Diagnostic struct {
	Severity Severity
	Summary  string // one line
	Pos      grammar.Pos
	Kind     DiagnosticKind
	// Expr is the expression that only the application knows, in full; empty for
	// what is about none.
	Expr string

	// Written and Meant are the name of a slip, and what it was most likely meant to be.
	Written, Meant string

	Source  string    // of the unknown value that it is about, in full
	Wants   ShapeKind // what it is used as
	Example string    // a value that settles it, in YAML
	Ends    string    // the value that ends a loop, if Source is its condition: true or false
	Names   string    // what the elements of a list may be, with spaces between
}

// Of returns d with what a notice says of the unknown value that it is about.
func (d Diagnostic) Of(n dsl.Notice) Diagnostic {
	d.Source = n.Expr
	switch n.Kind {
	case dsl.WhileNotice, dsl.RecursionNotice:
		d.Ends, d.Wants = "false", DecisionShape
	case dsl.UntilNotice:
		d.Ends, d.Wants = "true", DecisionShape
	case dsl.CodeNotice:
		d.Wants = RubyShape
	}
	return d
}

// Advise replaces what the summary says to do.
func (d *Diagnostic) Advise(todo string) {
	what, _, _ := strings.Cut(d.Summary, ";")
	d.Summary = what + "; " + todo
}

// String is "config/routes.rb:12:5: summary".
func (d Diagnostic) String() string {
	if d.Pos.Line == 0 {
		return d.Summary
	}
	return d.Pos.String() + ": " + d.Summary
}

// A ShapeKind is a kind of values.
type ShapeKind uint8

// The kinds of values that settle something, from those that tell least.
const (
	AnyShape      ShapeKind = iota // any value
	WordShape                      // true, if a word draws nothing
	ConcernShape                   // what draws a concern: false, or the name of a word
	CodeShape                      // code, which has no YAML: false for none
	DecisionShape                  // true or false
	TextShape                      // text, or a symbol
	NumberShape                    // an integer
	RubyShape                      // text that is run
	PatternShape                   // a regexp
	ClassShape                     // a class or another constant
	ListShape                      // a list
	MappingShape                   // an object with methods, or a hash
)
