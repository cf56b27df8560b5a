package expand

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// What lambdas and constraint objects ask for while requests are answered: it is
// looked for before, as several requests may ask at once.

// settleRequest is settle for the code that runs while requests are answered, by
// several at once: it changes nothing.
func (l *loader) settleRequest(text string) (dsl.Value, bool) {
	if s, ok := l.settings[text]; ok {
		return s.value, true
	}
	v, ok := l.requestConfig[text]
	return v, ok
}

// ready makes the interpreter one that several requests may ask at once. Most of
// a large application's classes are read here, and who only lists its routes has
// no need of them: a table does it when it is first asked for more.
func (l *loader) ready() {
	defer func() {
		l.drawnAll = true
		l.freeze()
		l.dir.close()
	}()
	defer func() { _ = recover() }() // what was not found is known to the application only
	l.prepareRequests()
}

// prepareRequests settles what the lambdas of the routes may ask for when they
// run, once.
func (l *loader) prepareRequests() {
	if l.requestConfig != nil {
		return
	}
	l.requestConfig = map[string]dsl.Value{}
	l.useMatches()
	if l.asksLater() {
		l.findLater()
	}
	for text := range l.expressions() {
		if s := l.settings[text]; s != nil {
			s.used = true
			continue
		}
		l.useCalls(text)
		if v, ok := l.configured(text); ok {
			l.requestConfig[text] = v
		}
	}
}

// useCalls notes the settings of a call for certain arguments, of one whose arguments
// only a request has: `Flag.on?("a.example")` of `Flag.on?(request.host)`.
func (l *loader) useCalls(text string) {
	if !strings.HasSuffix(text, ")") || len(l.settings) == 0 {
		return
	}
	call, ok := parseExpression(text).(*grammar.Call)
	if !ok || call.Recv == nil || !slices.ContainsFunc(call.Args, varies) {
		return
	}
	for key, s := range l.settings {
		given, ok := parseExpression(key).(*grammar.Call)
		s.used = s.used || ok && given.Recv != nil && given.Name == call.Name && len(given.Args) == len(call.Args) && grammar.String(given.Recv) == grammar.String(call.Recv)
	}
}

// varies reports whether an argument may have another value with each request.
func varies(x grammar.Expr) (yes bool) {
	grammar.Inspect(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Local:
			yes = true
		case *grammar.Call:
			yes = yes || n.Recv == nil
		}
		return !yes
	})
	return yes
}

// Matches is the expression whose value says, for all requests, whether an object
// that no file defines admits them: `Gate.new.matches?`.
func Matches(constraint string) string { return constraint + ".matches?" }

// useMatches notes the settings that answer for such objects.
func (l *loader) useMatches() {
	for _, set := range l.sets {
		for _, r := range set.routes {
			for _, v := range r.Callables {
				if u, ok := v.(*dsl.Unknown); ok {
					if s := l.settings[Matches(u.Text)]; s != nil {
						s.used = true
					}
				}
			}
		}
	}
}

// asksLater tells routes with lambdas or objects that requests run.
func (l *loader) asksLater() bool {
	for _, set := range l.sets {
		for _, r := range set.routes {
			for _, v := range r.Callables {
				if !dsl.IsUnknown(v) && SignInOf(v) == nil {
					return true
				}
			}
			if d := r.Endpoint.Redirect; d != nil && d.Block != nil {
				return true
			}
		}
	}
	return false
}

// findLater looks for the constants that lambdas and constraint objects mention:
// when they run, nothing is looked for any more.
func (l *loader) findLater() {
	seen := map[*grammar.File]bool{}
	for range 3 { // one file leads to another
		for _, name := range slices.Sorted(maps.Keys(l.files)) {
			file := l.files[name]
			if file == nil || seen[file] {
				continue
			}
			seen[file] = true
			if isRoutesFile(name) || answersRequests(file.Source) {
				l.findMentioned(file.Body, "", false)
			}
		}
	}
}

// answersRequests tells the file of a constraint object.
func answersRequests(source string) bool {
	return strings.Contains(source, "matches?") || strings.Contains(source, "def call") || strings.Contains(source, "def self.call")
}

// findMentioned looks for the constants in lambdas and methods below a node,
// within the class or module of that name.
func (l *loader) findMentioned(n grammar.Node, outer string, later bool) {
	grammar.Inspect(n, func(x grammar.Node) bool {
		if x == n {
			return true
		}
		switch x := x.(type) {
		case *grammar.Class:
			l.findMentioned(x.Body, joinName(outer, constName(x.Name)), later)
			return false
		case *grammar.Module:
			l.findMentioned(x.Body, joinName(outer, constName(x.Name)), later)
			return false
		case *grammar.Lambda, *grammar.Def:
			l.findMentioned(x, outer, true)
			return false
		case *grammar.Call:
			if x.Block != nil && laterBlocks[x.Name] {
				l.findMentioned(x.Block, outer, true)
			}
		case *grammar.Const:
			if name := constName(x); later && name != "" {
				l.findFrom(name, outer)
			}
			return false
		}
		return true
	})
}

// laterBlocks are the words whose blocks run while requests are answered.
var laterBlocks = map[string]bool{"lambda": true, "proc": true, "new": true, "redirect": true, "direct": true, "resolve": true}

// findFrom looks for a constant as code inside of a class would.
func (l *loader) findFrom(name, outer string) {
	for {
		full := joinName(outer, name)
		if _, ok := l.constant(full); ok {
			return
		}
		if _, ok := l.findConst(full); ok || outer == "" {
			return
		}
		outer = outerName(outer)
	}
}

// expressions are the calls and constants that the lambdas of the routes files
// mention, as settings name them.
func (l *loader) expressions() map[string]bool {
	all := map[string]bool{}
	for _, file := range l.files {
		if file == nil || !l.mayAsk(file) {
			continue
		}
		grammar.Walk(file, func(n grammar.Node) {
			switch n := n.(type) {
			case *grammar.Call, *grammar.Index, *grammar.Const, *grammar.Defined:
				if !l.mayBeAnswered(n) {
					return
				}
				all[strings.TrimPrefix(grammar.String(n.(grammar.Expr)), "::")] = true
			}
		})
	}
	return all
}

// mayBeAnswered tells an expression that may be a setting, or is one of the
// configuration.
func (l *loader) mayBeAnswered(n grammar.Node) bool {
	if len(l.settings) > 0 {
		return true
	}
	for {
		switch x := n.(type) {
		case *grammar.Call:
			if x.Recv == nil {
				return x.Name == "config"
			}
			n = x.Recv
		case *grammar.Index:
			n = x.Recv
		case *grammar.Const:
			if x.Scope == nil {
				return x.Name == "Rails" || x.Name == "I18n"
			}
			n = x.Scope
		default:
			return true
		}
	}
}

// mayAsk tells a file whose code settings or the configuration may answer.
func (l *loader) mayAsk(file *grammar.File) bool {
	if strings.Contains(file.Source, "config") || strings.Contains(file.Source, "I18n") {
		return true
	}
	for text, s := range l.settings {
		name := text[strings.LastIndexAny(text[:max(strings.IndexAny(text+"(", "(["), 1)], ".:")+1:]
		if end := strings.IndexAny(name, "(["); end > 0 {
			name = name[:end]
		}
		if !s.used && strings.Contains(file.Source, name) {
			return true
		}
	}
	return false
}
