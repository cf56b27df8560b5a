package expand

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// What the application's files do to ENV, and say of default_url_options, before the routes
// are read:
//
//	ENV["SITE"] ||= "https://example.org"

// An environment is the aim to know both.
type environment struct {
	*start
	giving     map[string]bool       // names of methods that say something of default_url_options
	classes    map[string]autoloaded // that the files name
	urlOptions *configuredURLOptions // nil where nobody asks for them
}

// followStart runs what the files of the start do to ENV, and say of default_url_options.
func (l *loader) followStart(routes *grammar.File) {
	e := &environment{giving: map[string]bool{}, classes: map[string]autoloaded{}}
	e.start = l.newStart(e)
	if l.wantsURLOptions(routes) {
		e.urlOptions = &configuredURLOptions{}
	}
	changes := false
	e.mark(func(f files.Text) bool {
		does := e.changes(f)
		changes = changes || does
		return does || e.urlOptions != nil && bytes.Contains(f.Src, []byte(urlOptionsWord))
	})
	if e.usesDotenv() {
		e.configure = sync.OnceFunc(func() { e.dotenv(e.dotenvFiles(), false) })
		changes = changes || len(e.dotenvFiles()) > 0
	}
	if !changes {
		return
	}
	e.findMethods()
	var after core.Environment
	keep := func() {}
	e.reads(l.run.to(toRead), func(*reading) {
		if e.urlOptions != nil {
			e.answerURLOptions()
		}
		e.boot()
		after = core.EnvironmentOf(l.interp)
		if e.urlOptions != nil {
			keep = e.urlOptions.kept(l)
		}
	})
	core.SetEnvironment(l.interp, after)
	keep()
}

// inFile implements [aim]: it notes which variables were missing.
func (e *environment) inFile(s *start, name string, body *grammar.Stmts, run func()) {
	if _, ran := e.l.configuration.environmentAt[name]; !ran {
		e.l.configuration.environmentAt[name] = core.EnvironmentOf(e.l.interp)
	}
	missing := e.l.variables.collect(run)
	missedFor(&e.l.variables.ofFiles, name, missing)
	if e.urlOptions != nil {
		e.noteURLVariables(name, body, missing)
	}
}

// unsure implements [aim]: what runs at another time is rare, and runs here once.
func (e *environment) unsure() {}

// method implements [aim].
func (e *environment) method(d *grammar.Def) bool {
	news := !e.giving[d.Name] && e.givesURLOptions(d.Body)
	e.giving[d.Name] = e.giving[d.Name] || news
	return news
}

// does implements [aim].
func (e *environment) does(n grammar.Node) bool { return e.changesVariables(n) || e.givesURLOptions(n) }

// changes reports whether a file may do what matters by itself: options of mailers alone do not.
func (e *environment) changes(f files.Text) bool {
	if changesEnvironment(f.Src) || bytes.Contains(f.Src, []byte("Dotenv")) || e.urlOptions != nil && givesURLOptions(f.Src) {
		return true
	}
	own := e.l.definitions.DefinedIn(f)
	return slices.ContainsFunc(e.l.definitions.NamedIn(f), func(class string) bool {
		return e.autoloaded(class) != (autoloaded{}) && !slices.Contains(own, code.LastName(class))
	})
}

// An autoloaded class is one whose file may do what matters.
type autoloaded struct{ changesVariables, givesURLOptions bool }

// autoloaded says what the file of a class may do, which autoloading finds.
func (e *environment) autoloaded(class string) autoloaded {
	does, known := e.classes[class]
	if known {
		return does
	}
	for _, name := range e.l.definitions.FilesOf(class) {
		if src, err := e.l.Read(name); err == nil {
			does.changesVariables = does.changesVariables || changesEnvironment(src)
			does.givesURLOptions = does.givesURLOptions || e.urlOptions != nil && givesURLOptions(src)
		}
	}
	e.classes[class] = does
	return does
}

// changesEnvironment reports whether a text mentions ENV in another way than to
// read a variable.
func changesEnvironment(src []byte) bool {
	return code.Mentions(src, "ENV", func(_, after []byte) bool { return !readsVariable(after) })
}

// readsVariable reports whether a text goes on behind ENV as a read does.
func readsVariable(text []byte) bool {
	if method, ok := bytes.CutPrefix(text, []byte(".")); ok {
		return core.ReadsEnvironment(code.NameAt(method))
	}
	key, ok := bytes.CutPrefix(text, []byte("["))
	if !ok {
		return false
	}
	_, after, ok := bytes.Cut(key, []byte("]"))
	if line, _, _ := bytes.Cut(key, []byte("\n")); !ok || bytes.Count(line, []byte("[")) > 0 {
		return false // whatever the name is made of
	}
	return !code.Assigns(after)
}

// changesVariables reports whether a piece of code may change ENV.
func (e *environment) changesVariables(n grammar.Node) bool {
	reads := map[grammar.Node]bool{} // ENV where it is read
	return code.Any(n, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Assign:
			return isVariable(n.Target)
		case *grammar.OpAssign:
			return isVariable(n.Target)
		case *grammar.MultiAssign:
			return slices.ContainsFunc(n.Targets.List, isVariable)
		case *grammar.Index:
			reads[n.Recv] = isVariable(n)
		case *grammar.Call:
			if isENV(n.Recv) {
				reads[n.Recv] = core.ReadsEnvironment(n.Name)
			}
		case *grammar.Const:
			return e.classes[code.ConstName(n)].changesVariables || isENV(n) && !reads[n] || n.Name == "Dotenv" && n.Scope == nil
		}
		return false
	})
}

func isVariable(x grammar.Expr) bool {
	at, ok := x.(*grammar.Index)
	return ok && isENV(at.Recv)
}

func isENV(x grammar.Expr) bool {
	c, ok := x.(*grammar.Const)
	return ok && strings.TrimPrefix(code.ConstName(c), "Object::") == "ENV"
}

// loses implements [aim]: what the statement would have said is unknown.
func (e *environment) loses(_ *start, x grammar.Expr, _ *dsl.EvalError) {
	if e.urlOptions != nil {
		e.urlOptions.lost(e, x)
	}
	now := core.EnvironmentOf(e.l.interp)
	lose := func(target grammar.Expr, onlyMissing bool) {
		at, ok := target.(*grammar.Index)
		if !ok || !isVariable(at) {
			return
		}
		name := firstArg(at.Args)
		_, given := e.l.options.Env[name]
		if name == "" {
			now.SetUnknown(dsl.NewUnknown(grammar.String(at.Args[0]), at.Pos))
			return
		}
		if !given && !(onlyMissing && now.Has(name)) {
			now.Set(name, dsl.NewUnknown(route.VariableText(name), at.Pos))
		}
	}
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			lose(n.Target, false)
		case *grammar.OpAssign:
			lose(n.Target, n.Op == "||")
		}
	})
	core.SetEnvironment(e.l.interp, now)
}

// asked notes what the value of a variable depends on, which files of the
// start assign.
func (vn *variableNotes) asked(name string) {
	for file, missing := range vn.ofFiles {
		parsed := vn.l.files[file]
		if parsed != nil && vn.l.run.start == nil && strings.Contains(parsed.Source, name) {
			vn.noteAll(missing)
		}
	}
}
