package expand

import "signalbox/dsl"

// A run is what the interpreter runs code for now: what the code may do, and who hears of
// what is doubtful in it. The zero run is that of the routes.
type run struct {
	purpose  purpose
	audience audience
	// definedOnly is for code that asks which methods there are: of words, only those
	// answer that the program defines.
	definedOnly bool
	// start is the start of the application while it is followed.
	start *start
	// asks is the question for which it is followed; nil if it is none.
	asks *question
	// config are parts of Rails.application.config to which files say something.
	config map[string]dsl.Value
}

// A purpose is what code is run for.
type purpose int

const (
	toDraw    purpose = iota // the routes
	toInflect                // initializers, for the inflections
	toRead                   // files, for what they say to gems and of ENV
	toStart                  // initializers of engines, which may draw
	toAnswer                 // requests, once the table is made
)

// to returns the run with another purpose.
func (r run) to(p purpose) run {
	r.purpose = p
	return r
}

// onlyDefined returns the run for code that asks which methods there are.
func (r run) onlyDefined() run {
	r.definedOnly = true
	return r
}

// leavesNoTrace reports whether what the code says to route sets is forgotten.
func (r run) leavesNoTrace() bool { return r.purpose == toInflect || r.purpose == toRead }

// followsStart reports whether blocks run that wait for the start of the application.
func (r run) followsStart() bool { return r.purpose == toRead || r.purpose == toStart }

// An audience hears of what is doubtful.
type audience int

const (
	hearsAll audience = iota
	hearsNotes
	hearsNothing
)

// during calls f while code is run as r says.
func (l *loader) during(r run, f func()) {
	defer func(outer run) { l.run = outer }(l.run)
	l.run = r
	f()
}
