package mapper

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Host is the application whose routes are drawn, as far as routing methods ask it.
type Host interface {
	// Settle returns the value of an expression that only the application knows: what the
	// settings say, or what its configuration does.
	Settle(expr string) (dsl.Value, bool)
	// IsGiven reports whether the settings have a value for an expression.
	IsGiven(expr string) bool
	// Tell adds to what is doubtful about the routes.
	Tell(d route.Diagnostic)
	// OtherWord answers a call that is none of Rails' words, or comes once the routes are drawn;
	// missing are the variables that its arguments lack.
	OtherWord(m *Mapper, c *dsl.Call, missing []dsl.Unset) (dsl.Value, error)
	// IsWord reports whether the mapper answers a name: a routing method, or one that nothing
	// else defines.
	IsWord(name string) bool
	// MayDraw reports whether a call of a name may draw routes.
	MayDraw(name string) bool
	// Draw is the word `draw`: it reads another routes file.
	Draw(m *Mapper, c *dsl.Call) dsl.Value
	// Unset takes the variables of the environment that are treated as unset out of what a word is given,
	// and returns them.
	Unset(c *dsl.Call) []dsl.Unset
	// Decides returns a value that decides what the table has without such variables.
	Decides(v dsl.Value) dsl.Value
	// Place returns where Rails records the routes that a call draws.
	Place(c *dsl.Call) grammar.Pos
	// MountOf returns what is known of an engine, nil for what is none.
	MountOf(v dsl.Value) Mounted
	// ChangesOptions reports whether words may change the options of a scope.
	ChangesOptions() bool
}

// A Mounted is an engine that routes mount.
type Mounted interface {
	// MountName returns the name that the route gets: a text, or an unknown value.
	MountName(t *dsl.Thread) dsl.Value
	// Elsewhere reports whether its routes are in no file of the application.
	Elsewhere() bool
}

// A Drawing is what the mappers of an application share.
type Drawing struct {
	DrawingOptions
	class struct{ mapper, scope, resource, concern, redirect *dsl.Class } // of what routes files see

	count    int             // of routes
	words    map[string]word // none once the routes are drawn
	lenient  int             // how many blocks of unknown words run
	concerns []*concernUse   // in the order of their definitions
	texts    *guardTexts     // once they are asked for
	remarks  remarks

	// What was reported.
	reportedValues map[route.Diagnostic]bool     // unknown values, whatever they are used as
	reportedCalls  map[grammar.Pos]bool          // calls that an unknown value was told of
	uses           map[string]route.ShapeKind    // what unknown values are used as
	placeholders   map[string]string             // the expressions by the texts that stand for them
	briefs         map[string]string             // see brief
	warnings       map[grammar.Pos][]grammar.Pos // places of the warnings about a call
	routingErrors  map[*dsl.EvalError]bool       // errors of words
	lacksKey       *dsl.EvalError                // the last error about an option that a route needs
	relatedPos     map[*dsl.EvalError]grammar.Pos
}

// DrawingOptions are what a [Drawing] is told of the application.
type DrawingOptions struct {
	Host     Host                     // the application
	Interp   *dsl.Interp              // which runs its code
	Files    map[string]*grammar.File // that were parsed
	Asked    map[string]bool          // expressions that only the application knows, and that were asked for
	GemWords []string                 // words of gems, in order
	GemApps  map[string]string        // what methods of gems give, which is no class, as it prints itself
	OneSide  bool                     // of conditions, only the side that the user picks is drawn
	Most     int                      // routes there may be
	TooMany  func(grammar.Pos) error  // the error of one more
	Rails    func() *dsl.Object       // Rails.application
}

// NewDrawing makes the classes of what routes files see.
func NewDrawing(options DrawingOptions) *Drawing {
	d := &Drawing{
		DrawingOptions: options, reportedValues: map[route.Diagnostic]bool{}, reportedCalls: map[grammar.Pos]bool{}, placeholders: map[string]string{}, briefs: map[string]string{},
		warnings: map[grammar.Pos][]grammar.Pos{}, routingErrors: map[*dsl.EvalError]bool{}, relatedPos: map[*dsl.EvalError]grammar.Pos{},
		uses: map[string]route.ShapeKind{}, words: words, remarks: remarks{useful: map[phrase]bool{}},
	}
	in := d.Interp
	d.class.mapper = in.NewClass(ClassName, in.NewClass("Signalbox::Words", nil, func(name string) bool { return d.Host.IsWord(name) }), nil)
	in.DefineConst(ClassName, d.class.mapper)
	for _, name := range Modules {
		in.IncludeModule(d.class.mapper, ClassName+"::"+name)
	}
	d.class.scope = in.NewHostClass(ClassName+"::Scope", nil, scopeWords)
	d.class.resource = in.NewHostClass(ClassName+"::Resources::Resource", nil, func(name string) bool { return slices.Contains(resourceObjectWords, name) })
	d.class.redirect = in.NewHostClass("Signalbox::Redirect", nil, redirectWords)
	d.class.concern = in.NewHostClass("Signalbox::Concern", nil, func(name string) bool { return name == "call" })
	return d
}

// ClassName is the name of Rails' class of mappers.
const ClassName = "ActionDispatch::Routing::Mapper"

// Modules are the modules of Rails' mapper, in the order in which it includes
// them. Applications extend them instead of the mapper itself. They are empty: the words
// stand behind them.
var Modules = []string{"Base", "HttpHelpers", "Scoping", "Concerns", "Resources", "CustomUrls"}

// Probe returns an object that has what the program itself gives the mapper, and no words.
func (d *Drawing) Probe() *dsl.Object { return d.Interp.NewObject(d.class.mapper, nil) }

// Seal ends the drawing: from now on the routes can't change, and only requests ask, whom the
// host answers.
func (d *Drawing) Seal(host Host) { d.words, d.Host = nil, host }

// Count returns the number of routes that were drawn.
func (d *Drawing) Count() int { return d.count }

// Uses returns what unknown values are used as.
func (d *Drawing) Uses() map[string]route.ShapeKind { return d.uses }

// Leniently makes words answer where Rails refuses them, until the function it returns is called:
// a block of an unknown word runs.
func (d *Drawing) Leniently() (end func()) {
	d.lenient++
	return func() { d.lenient-- }
}

// IsLenient reports whether the block of an unknown word runs.
func (d *Drawing) IsLenient() bool { return d.lenient > 0 }

// Raised reports whether a word raised an error, and the place of the first of two routes with one
// name.
func (d *Drawing) Raised(err *dsl.EvalError) (also grammar.Pos, ok bool) {
	return d.relatedPos[err], d.routingErrors[err]
}

// RaisedBy notes that a word raised an error.
func (d *Drawing) RaisedBy(err *dsl.EvalError) { d.routingErrors[err] = true }

// Warned notes that a warning with this place is about a call: it concerns the routes that
// the call draws.
func (d *Drawing) Warned(call, place grammar.Pos) {
	if !slices.Contains(d.warnings[call], place) {
		d.warnings[call] = append(d.warnings[call], place)
	}
}

// forgetWarnings ends the warnings about a call that has run, but those before it: the next
// run of the same call draws other routes.
func (d *Drawing) forgetWarnings(call grammar.Pos, before int) {
	switch all := d.warnings[call]; {
	case before == 0 && all != nil:
		delete(d.warnings, call)
	case len(all) > before:
		d.warnings[call] = all[:before]
	}
}

// isOfGem reports whether a name is that of a word of a gem.
func (d *Drawing) isOfGem(name string) bool {
	_, ok := slices.BinarySearch(d.GemWords, name)
	return ok
}

// warning is a diagnostic that is a warning.
func warning(kind route.DiagnosticKind, pos grammar.Pos, text string) route.Diagnostic {
	return route.Diagnostic{Severity: route.Warning, Summary: text, Pos: pos, Kind: kind}
}

func (d *Drawing) warnOf(kind route.DiagnosticKind, pos grammar.Pos, text string) {
	d.Host.Tell(warning(kind, pos, text))
}

// warnOfSlip is warnOf for a name that is nearly another.
func (d *Drawing) warnOfSlip(kind route.DiagnosticKind, pos grammar.Pos, written, meant, summary string) {
	w := warning(kind, pos, summary)
	w.Written, w.Meant = written, meant
	d.Host.Tell(w)
}
