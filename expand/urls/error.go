package urls

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/spelling"
)

// A URLError is why a helper makes no path, in Rails' words:
//
//	No route matches {action: "show", controller: "posts"}, missing required keys: [:id]
//	undefined method 'pots_path'
type URLError struct {
	// Class is the exception that Rails raises: ActionController::UrlGenerationError
	// for parts that are missing or do not meet a requirement, NoMethodError for
	// a helper that does not exist, ArgumentError for options that make no sense.
	Class   string
	Message string
	// Helper is the method that was called, "edit_post_path"; empty for PathFor
	// and URLFor.
	Helper string
	// Missing are the parts that have no value, Unmatched those whose value the
	// route does not take.
	Missing, Unmatched []string
	// Hint is what may have been meant; it may be empty.
	Hint string

	cause error
}

// Error is the message of the exception.
func (e *URLError) Error() string { return e.Message }

// Unwrap returns the error of the interpreter that ran a block, if any.
func (e *URLError) Unwrap() error { return e.cause }

const generationError = "ActionController::UrlGenerationError"

// ErrUndefined is the cause of the error for a helper that no route has.
var ErrUndefined = errors.New("undefined helper")

// urlError gives an error of the interpreter the form of this package.
func urlError(err error, helper string) error {
	var (
		ue    *URLError
		ee    *dsl.EvalError
		limit *dsl.LimitError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ue):
		if ue.Helper == "" {
			ue.Helper = helper
		}
		return ue
	case errors.As(err, &ee):
		return &URLError{Class: ee.Class, Message: ee.Message, Helper: helper, Hint: ee.Hint, cause: err}
	case errors.As(err, &limit):
		return &URLError{Class: "SystemStackError", Message: limit.Message(), Helper: helper, cause: err}
	}
	return &URLError{Class: "StandardError", Message: err.Error(), Helper: helper, cause: err}
}

// failure is that of an exception: panic(failure("ArgumentError", "..."))
func failure(class, message string) dsl.Failure {
	return dsl.Fail(&URLError{Class: class, Message: message})
}

// raised is the error as a block of the routes file sees it.
func raised(err error) error {
	var ue *URLError
	if errors.As(err, &ue) {
		return dsl.Raise(ue.Class, "%s", ue.Message)
	}
	return err
}

// undefined is the error of a helper that no route has.
func (t *tableHelpers) undefined(name string, kind helperKind) error {
	e := &URLError{Class: "NoMethodError", Message: "undefined method '" + name + kind.suffix() + "'", Helper: name + kind.suffix(), cause: ErrUndefined}
	if engines := t.mountsWith(name); len(engines) > 0 {
		e.Hint = "an engine has it: `" + strings.Join(engines, "`, `") + "`"
	} else if near := spelling.Nearest(name, t.names()); near != "" {
		e.Hint = "did you mean `" + near + kind.suffix() + "`?"
	} else if near := t.withoutSuffix(name); near != "" {
		e.Hint = "did you mean `" + near + "`? Names are given without _path and _url"
	} else if near := spelling.Nearest(name, t.helpersWithSuffix()); near != "" {
		e.Hint = "did you mean `" + near + "`?"
	}
	return e
}

// mountsWith are the helpers of the mounts whose engines have a helper, as
// `shop.product`.
func (t *tableHelpers) mountsWith(helper string) []string {
	var found []string
	for _, r := range t.Routes {
		if engine := r.Endpoint.Table; engine != nil && r.Name != "" && (engine.Names[helper] != nil || helpersOf(engine).direct(helper) != nil) {
			found = append(found, r.Name+"."+helper)
		}
	}
	return found
}

// helpersWithSuffix are the helpers as programs call them: of `post_pth` the end is
// misspelt.
func (t *tableHelpers) helpersWithSuffix() (names []string) {
	for _, name := range t.names() {
		names = append(names, name+pathKind.suffix(), name+urlKind.suffix())
	}
	return names
}

// withoutSuffix is the helper that a name with _path or _url means; empty if there is
// none.
func (t *tableHelpers) withoutSuffix(name string) string {
	for _, kind := range []helperKind{pathKind, urlKind} {
		base, ok := strings.CutSuffix(name, kind.suffix())
		if !ok {
			continue
		}
		if slices.Contains(t.names(), base) {
			return base
		}
		return spelling.Nearest(base, t.names())
	}
	return ""
}

// shifted adds to the error of a part without a value what took the values that were
// given in order: optional parts in front.
func (h *helper) shifted(err error, took []dsl.Value, args []dsl.Value) error {
	var ue *URLError
	if len(took) == 0 || !errors.As(err, &ue) || len(ue.Missing) == 0 || ue.Hint != "" {
		return err
	}
	var names, named []string
	for i, key := range took {
		if name := string(key.(dsl.Symbol)); !slices.Contains(h.required, key) {
			names = append(names, "`"+name+"` took the "+ordinal(i)+" value")
			named = append(named, name+"=")
		}
	}
	if len(names) == 0 {
		return err
	}
	given := make([]string, 0, len(args))
	for i, arg := range args {
		if i < len(h.required) {
			given = append(given, string(h.required[i].(dsl.Symbol))+"="+dsl.Brief(argumentText(arg)))
		}
	}
	ue.Hint = strings.Join(names, ", ") + "; write " + strings.Join(given, " ") + ", or give " + strings.Join(named, " ")
	return err
}

func ordinal(i int) string {
	if words := []string{"first", "second", "third"}; i < len(words) {
		return words[i]
	}
	return strconv.Itoa(i+1) + "th"
}

// argumentText is a value as one would write it on a command line.
func argumentText(v dsl.Value) string {
	if n, ok := v.(dsl.Int); ok {
		return strconv.FormatInt(int64(n), 10)
	}
	text, ok := textValue(v)
	if !ok {
		return "..."
	}
	return text
}

// missingRoute is the error of parameters that no route takes. Rails:
// Formatter::MissingRoute#message.
func (c *urlCall) missingRoute(constraints *dsl.Hash, missing []string) error {
	var unmatched, absent []string
	for _, key := range missing {
		if hasKey(constraints, dsl.Symbol(key)) {
			if !slices.Contains(unmatched, key) { // Ruby's & gives each once, its - does not
				unmatched = append(unmatched, key)
			}
		} else {
			absent = append(absent, key)
		}
	}
	return c.generationError(constraints, absent, unmatched)
}

func (c *urlCall) generationError(constraints *dsl.Hash, missing, unmatched []string) error {
	e := &URLError{Class: generationError, Message: "No route matches " + c.inspectSorted(constraints), Missing: slices.Sorted(slices.Values(missing)), Unmatched: slices.Sorted(slices.Values(unmatched))}
	if len(missing) > 0 {
		e.Message += ", missing required keys: " + c.symbolList(e.Missing)
	}
	if len(unmatched) > 0 {
		e.Message += ", possible unmatched constraints: " + c.symbolList(e.Unmatched)
	}
	return e
}

// symbolList shows an array of symbols.
func (c *urlCall) symbolList(names []string) string {
	a := dsl.NewArray()
	for _, name := range names {
		a.Elems = append(a.Elems, dsl.Symbol(name))
	}
	return dsl.Must(c.ruby().Inspect(a))
}

// inspectSorted shows a hash, its keys in order.
func (c *urlCall) inspectSorted(h *dsl.Hash) string {
	type pair struct {
		text     string
		key, val dsl.Value
	}
	pairs := make([]pair, h.Len())
	for i := range pairs {
		key, v := h.At(i)
		pairs[i] = pair{c.toS(key), key, v}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.text, b.text) })
	sorted := dsl.NewHash(len(pairs))
	for _, p := range pairs {
		sorted.Set(p.key, p.val)
	}
	return dsl.Must(c.ruby().Inspect(sorted))
}
