package expand

import (
	"maps"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Host is the application whose routes are drawn, as far as routing words ask it.
type Host interface {
	// settle returns the value of an expression that only the application knows: what the
	// settings say, or what its configuration does.
	settle(expr string) (dsl.Value, bool)
	// isGiven reports whether the settings have a value for an expression.
	isGiven(expr string) bool
	// tell adds to what is doubtful about the routes.
	tell(d route.Diagnostic)
	// otherWord answers a call that is none of Rails' words, or comes once the routes are drawn;
	// missing are the variables that its arguments lack.
	otherWord(m *Mapper, c *dsl.Call, missing []dsl.Unset) (dsl.Value, error)
	// isWord reports whether the mapper answers a name: a routing word, or one that nothing
	// else defines.
	isWord(name string) bool
	// draw is the word `draw`: it reads another routes file.
	draw(m *Mapper, c *dsl.Call) dsl.Value
	// unset takes the variables of the environment that count as unset out of what a word is given,
	// and returns them.
	unset(c *dsl.Call) []dsl.Unset
	// decides returns a value that decides what the table has without such variables.
	decides(v dsl.Value) dsl.Value
	// place returns where Rails records the routes that a call draws.
	place(c *dsl.Call) grammar.Pos
	// mountOf returns what is known of an engine, nil for what is none.
	mountOf(v dsl.Value) mounted
	// changesOptions reports whether words may change the options of a scope.
	changesOptions() bool
}

// A mounted is an engine that routes mount.
type mounted interface {
	// mountName returns the name that the route gets: a text, or an unknown value.
	mountName(t *dsl.Thread) dsl.Value
	// elsewhere reports whether its routes are in no file of the application.
	elsewhere() bool
}

// A drawing is what the mappers of an application share.
type drawing struct {
	host     Host
	interp   *dsl.Interp
	thread   *dsl.Thread              // the application's
	files    map[string]*grammar.File // that were parsed
	rails    *dsl.Object              // Rails.application
	classes  wordClasses
	gemWords []string // in order

	oneSide  bool                    // of conditions, only the side that Options.Unknown picks is drawn
	count    int                     // of routes
	most     int                     // routes there may be
	tooMany  func(grammar.Pos) error // the error of one more
	sealed   bool                    // the table is made: only requests ask, and nothing more is told
	lenient  int                     // how many blocks of unknown words run
	concerns []*concernUse           // in the order of their definitions

	// What is told.
	toldOf       map[route.Diagnostic]bool  // unknown values, whatever they are used as
	toldAt       map[grammar.Pos]bool       // calls that an unknown value was told of
	asked        map[string]bool            // what only the application knows, and was asked for
	uses         map[string]route.ShapeKind // what unknown values are used as
	placeholders map[string]string          // the expressions by the texts that stand for them
	briefs       map[string]string          // see brief
	lackingAt    map[grammar.Pos][]string   // calls that lack the text of variables
	raised       map[*dsl.EvalError]bool    // errors of words
	also         map[*dsl.EvalError]grammar.Pos

	singular   map[string]string // by Inflections, after so many of their changes
	singularAt int
}

// ofGem reports whether a name is that of a word of a gem.
func (l *drawing) ofGem(name string) bool {
	_, ok := slices.BinarySearch(l.gemWords, name)
	return ok
}

func newDrawing(files map[string]*grammar.File) *drawing {
	return &drawing{
		files: files, gemWords: slices.Sorted(maps.Keys(gems.Words())), toldOf: map[route.Diagnostic]bool{}, toldAt: map[grammar.Pos]bool{}, placeholders: map[string]string{}, briefs: map[string]string{},
		lackingAt: map[grammar.Pos][]string{}, raised: map[*dsl.EvalError]bool{}, also: map[*dsl.EvalError]grammar.Pos{}, singular: map[string]string{},
		asked: map[string]bool{}, uses: map[string]route.ShapeKind{},
	}
}

// The classes of what routes files see.
type wordClasses struct{ mapper, scope, resource, concern, redirect *dsl.Class }

// warning is a diagnostic that is a warning.
func warning(kind route.DiagnosticKind, pos grammar.Pos, summary, detail string) route.Diagnostic {
	return route.Diagnostic{Severity: route.Warning, Summary: summary, Detail: detail, Pos: pos, Kind: kind}
}

func (l *drawing) warnOf(kind route.DiagnosticKind, pos grammar.Pos, summary, detail string) {
	l.host.tell(warning(kind, pos, summary, detail))
}
