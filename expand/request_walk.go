package expand

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/survey"
	"signalbox/expand/code"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A requestWalk goes through the code that requests can reach, from the lambdas, blocks
// and objects that routes keep, and asks what that code may ask for: constants, global
// variables, files, the configuration, settings.
type requestWalk struct {
	l      *loader
	reach  *survey.Reach
	thread *dsl.Thread
	asked  int // questions that were evaluated
	texts  []mentioned
}

// A mentioned is a text of the code that may name a constant: const_get("Gate").
type mentioned struct {
	code dsl.Code
	name *grammar.Const
}

// calledByRuby are the methods that code calls without their names, and the words that
// are no methods.
const calledByRuby = `=== == eql? equal? hash <=> to_s to_str to_sym to_a to_ary to_h to_hash to_proc to_param inspect each coerce
	initialize method_missing respond_to_missing? const_missing ! =~ [] []= + - * / % << deconstruct deconstruct_keys true false nil self`

// newWalk begins with the values that the routes keep, see [loader.eachKept]; it
// returns nil if none of them has code.
func (rq *requests) newWalk(requests bool) *requestWalk {
	var code []dsl.Value
	rq.eachKept(requests, func(v dsl.Value) {
		if s := route.SignInOf(v); s != nil {
			v = s.Check
		}
		switch v := v.(type) {
		case *dsl.Proc:
			if v != nil {
				code = append(code, v)
			}
		case *dsl.Object:
			if v.Host == nil {
				code = append(code, v)
			}
		case *dsl.Class, *dsl.Method:
			code = append(code, v)
		}
	})
	if code == nil {
		return nil
	}
	w := &requestWalk{l: rq.l, reach: survey.NewReach(rq.l.interp), thread: rq.l.looking}
	for name := range strings.FieldsSeq(calledByRuby) {
		w.reach.Mention(name)
	}
	if requests {
		w.reach.Mention("matches?")
		w.reach.Mention("call")
	}
	for _, v := range code {
		w.reach.Value(v)
	}
	return w
}

// maxWalked bounds the lambdas and methods that are gone through.
const maxWalked = 20_000

// run goes through all code that is reached; what it mentions defines more of it.
func (w *requestWalk) run() {
	for range maxWalked {
		code, ok := w.reach.Next()
		if !ok && !w.namedByTexts() {
			return
		}
		if ok {
			w.visit(code)
		}
	}
}

// namedByTexts looks for the constants that texts name if the code asks for constants by
// their names; it reports whether there were any.
func (w *requestWalk) namedByTexts() bool {
	asks := slices.ContainsFunc([]string{"const_get", "constantize", "safe_constantize", "const_defined?"}, w.reach.Mentions)
	if !asks || len(w.texts) == 0 {
		return false
	}
	for _, m := range w.texts {
		w.evaluate(m.code, m.name, w.reach.Value)
	}
	w.texts = nil
	return true
}

// text notes what a text or symbol may name.
func (w *requestWalk) text(from dsl.Code, pos grammar.Pos, text string) {
	if len(text) > maxMentioned {
		return
	}
	for name := range code.Names(text) {
		w.reach.Mention(name)
	}
	if route.IsConstant(text) {
		w.texts = append(w.texts, mentioned{from, code.ConstOf(text, pos)})
	}
}

// maxMentioned bounds the texts that may name a method.
const maxMentioned = 60

// visit asks what one piece of code may ask for.
func (w *requestWalk) visit(from dsl.Code) {
	if m, ok := from.Node.(*grammar.Def); ok && from.Class() != nil {
		w.l.definitions.IsChanged(m, m.Name, from.Class())
	}
	grammar.Inspect(from.Node, func(n grammar.Node) bool {
		switch x := n.(type) {
		case *grammar.Const:
			if name := code.ConstName(x); name != "" {
				w.constant(from, x, name)
				return false
			}
		case *grammar.Call:
			w.reach.Mention(x.Name)
			w.objects(from, x)
			if x.Recv == nil && route.IsRoutesFile(x.Pos.Filename) {
				w.word(x.Name)
			}
			w.question(from, x)
			if x.Name == "URI" { // the function that makes one
				w.constant(from, &grammar.Const{Pos: x.Pos, Name: x.Name}, x.Name)
			}
		case *grammar.Assign:
			if target, ok := x.Target.(*grammar.Call); ok {
				w.reach.Mention(target.Name + "=")
			}
		case *grammar.Sym:
			w.reach.Mention(x.Name)
			w.text(from, x.Pos, x.Name)
		case *grammar.Str:
			w.text(from, x.Pos, x.Value)
		case *grammar.GVar:
			w.l.assignsGlobal(x.Name)
		}
		return true
	})
}

// objects notes the classes of which a call may make objects.
func (w *requestWalk) objects(from dsl.Code, x *grammar.Call) {
	if !makesObjects[x.Name] {
		return
	}
	switch on := x.Recv.(type) {
	case nil, *grammar.Self:
		if class := from.Class(); class != nil {
			w.reach.Instances(class)
		}
	case *grammar.Const:
		w.evaluate(from, on, w.reach.Instances)
	default:
		w.reach.Instances(nil)
	}
}

// makesObjects are the methods of classes that make objects.
var makesObjects = map[string]bool{"new": true, "allocate": true, "instance": true, "[]": true}

// word looks for what a routes file calls without a receiver: a method of the mapper
// that a module of the application has.
func (w *requestWalk) word(name string) {
	if !mapper.IsWord(name) && !w.l.Defines(name) {
		w.l.definitions.FindWord(name)
	}
}

// constant looks for a constant as the code does that mentions it.
func (w *requestWalk) constant(from dsl.Code, x *grammar.Const, name string) {
	for part := range strings.SplitSeq(name, "::") {
		w.reach.Mention(part)
	}
	w.evaluate(from, x, w.reach.Value)
}

// evaluate hands the value of an expression to use, if it has one.
func (w *requestWalk) evaluate(from dsl.Code, x grammar.Expr, use func(dsl.Value)) {
	w.l.interp.WithoutJournal(func() {
		w.thread.Aside(func(t *dsl.Thread) {
			if v, err := from.Eval(t, x); err == nil {
				use(v)
			}
		})
	})
}

// ---- files

// asksFiles are the classes whose methods look into the application's folder.
var asksFiles = map[string]bool{"File": true, "FileTest": true, "Dir": true, "IO": true, "Pathname": true, "YAML": true, "Psych": true}

// asksRails are the methods that begin a question for a file of Rails itself.
var asksRails = map[string]bool{"root": true, "public_path": true, "config_for": true}

// maxQuestions bounds the questions about files that are evaluated.
const maxQuestions = 1_000

// question evaluates an expression that asks for a file, if it needs no variable:
// the answer is what a request gets.
func (w *requestWalk) question(from dsl.Code, x *grammar.Call) {
	on, asks := innermost(x)
	if !asksFiles[on] && (on != "Rails" || !asks) || !code.Closed(x) {
		return
	}
	if w.asked++; w.asked > maxQuestions {
		return
	}
	w.evaluate(from, x, func(dsl.Value) {})
}

// innermost is the constant that a chain of calls begins with; asks reports whether
// one of them is of asksRails.
func innermost(x grammar.Expr) (name string, asks bool) {
	for {
		switch call := x.(type) {
		case *grammar.Call:
			asks = asks || asksRails[call.Name]
			x = call.Recv
		case *grammar.Index:
			x = call.Recv
		default:
			return code.ConstName(x), asks
		}
	}
}

// ---- the configuration and the settings

// readConfiguration asks for the settings of the configuration whose names the
// reached code mentions.
func (w *requestWalk) readConfiguration() {
	for _, text := range []string{"I18n.available_locales", "I18n.config.available_locales", "I18n.default_locale", "I18n.locale", "ActiveStorage.routes_prefix"} {
		if w.mentions(text) {
			w.configured(text)
		}
	}
	if !w.reach.Mentions("config") && !w.reach.Mentions("configuration") {
		return
	}
	paths := slices.Concat(slices.Collect(maps.Keys(configDefaults)), slices.Collect(maps.Keys(w.l.configuration.allWrites().paths)))
	slices.Sort(paths)
	for _, path := range paths {
		if w.mentions(path) {
			w.configured(configText + path)
		}
	}
}

func (w *requestWalk) configured(text string) {
	if v, ok := w.l.configuration.value(text); ok {
		w.l.requests.answers.config[text] = v
	}
}

// useSettings notes the settings that the reached code may ask for.
func (w *requestWalk) useSettings() {
	for text, s := range w.l.settings.values {
		s.used = s.used || w.mentions(withoutArguments(text)) || w.mentions(strings.Replace(text, "Rails.application.config", "Rails.configuration", 1))
	}
}

// withoutArguments is the text of a call whose arguments only a request has: of
// `Flag.on?("a.example")`, which settles a case of `Flag.on?(request.host)`.
func withoutArguments(text string) string {
	if c, ok := route.ParseExpression(text).(*grammar.Call); ok && c.Recv != nil && len(c.Args) > 0 {
		return grammar.String(c.Recv) + "." + c.Name
	}
	return text
}

// mentions reports whether the reached code has all names of an expression; the request
// is named `request`, whatever the code calls it.
func (w *requestWalk) mentions(text string) bool {
	for name := range code.Names(text) {
		if c := name[0]; name != "request" && (c < '0' || c > '9') && !w.reach.Mentions(name) {
			return false
		}
	}
	return true
}
