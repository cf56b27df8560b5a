package expand

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/psych"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/expand/settings"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// readSettings reads the settings of an application. A file that is not there gives
// empty settings. The error is a *[RouteError] with the place of what is wrong.
func readSettings(tree *files.Tree) (*settings.Settings, error) {
	info, err := tree.Stat(route.SettingsFile)
	if errors.Is(err, fs.ErrNotExist) && files.DanglingLink(tree, route.SettingsFile) == "" {
		return settings.New(), nil
	}
	if err != nil {
		return nil, missingFile(tree, route.SettingsFile, err)
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(route.SettingsFile)
	}
	src, err := tree.ReadFile(route.SettingsFile, settings.MaxSize+1)
	if err != nil {
		return nil, fileError(route.SettingsFile, err)
	}
	if len(src) > settings.MaxSize {
		return nil, &RouteError{Class: "IOError", Message: fmt.Sprintf("the file is too large: at most %d bytes are read", settings.MaxSize), Pos: grammar.Pos{Filename: route.SettingsFile}}
	}
	if err := checkText(route.SettingsFile, src); err != nil {
		return nil, err
	}
	s, err := settings.Parse(src)
	return s, psychError(err)
}

// psychError gives an error about YAML the form of this package.
func psychError(err error) error {
	var e *psych.Error
	if !errors.As(err, &e) {
		return err
	}
	return &RouteError{Class: e.Class, Message: e.Message, Pos: e.Pos, Hint: e.Hint, cause: err}
}

// addSettings adds what the settings beside an application say and the options
// leave open.
func (o *Options) addSettings(s *settings.Settings) error {
	if err := o.takeVariables(); err != nil {
		return err
	}
	o.withoutOwn(s)
	if o.plain {
		s.Set = nil
	}
	o.places = s.Places
	for key := range o.Set { // goes before the file
		delete(o.places, key)
	}
	o.Env, o.Set = withDefaults(o.Env, s.Env), withDefaults(o.Set, s.Set)
	if o.RailsEnv == "" {
		o.RailsEnv = s.RailsEnv
	}
	if o.RailsEnv == "" {
		o.RailsEnv = "development"
	}
	_, unset := o.Set[route.VariableText("RAILS_ENV")]
	if _, ok := o.Env["RAILS_ENV"]; !ok && !unset {
		o.Env["RAILS_ENV"] = o.RailsEnv
	}
	o.Words, o.wordPlaces = slices.Concat(s.Words, o.Words), s.WordPlaces
	if o.Unknown == "" {
		o.Unknown = s.Unknown
	}
	return nil
}

// takeVariables moves the variables among the settings of the options to Env; one
// that is ~ stays, as that of which it is known that it is not there.
func (o *Options) takeVariables() error {
	s := settings.New()
	rest := maps.Clone(o.Set)
	for _, key := range slices.Sorted(maps.Keys(o.Set)) {
		if _, ok := route.VariableName(key); !ok && key != "ENV" {
			continue
		}
		delete(rest, key)
		if err := s.Add(key, o.Set[key]); err != nil {
			return &RouteError{Class: "ArgumentError", Message: "the value of " + key + ": " + err.Error(), cause: err}
		}
	}
	for name := range o.Env {
		delete(s.Set, route.VariableText(name))
	}
	o.Set, o.Env = withDefaults(rest, s.Set), withDefaults(o.Env, s.Env)
	return nil
}

// withoutOwn drops what a file says of variables that the options give.
func (o *Options) withoutOwn(s *settings.Settings) {
	for name := range o.Env {
		delete(s.Set, route.VariableText(name))
	}
	for name := range s.Env {
		if _, ok := o.Set[route.VariableText(name)]; ok {
			delete(s.Env, name)
		}
	}
}

// withDefaults is a copy of values with more under the keys that it lacks.
func withDefaults(values, more map[string]string) map[string]string {
	all := maps.Clone(more)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, values)
	return all
}

// Root is the folder of the application that a path belongs to, as [Load] takes
// it: the files that positions name are relative to it. The error is a
// *[RouteError].
func Root(path string) (string, error) { return applicationRoot(path) }

// applicationRoot is the folder of the application that a path belongs to.
func applicationRoot(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", &RouteError{Message: err.Error(), cause: err}
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", missingFile(files.System, path, err)
	}
	if info.IsDir() {
		file := routesIn(abs)
		if file == "" {
			return abs, nil
		}
		abs = file
	}
	dir := filepath.Dir(abs)
	if filepath.Base(dir) == "config" {
		dir = filepath.Dir(dir)
	}
	return dir, nil
}

// ---- settling

// settingValues are the expressions that Options.Set settles.
type settingValues struct {
	l      *loader
	values map[string]*setting
}

// A setting is one expression that Options.Set settles.
type setting struct {
	key   string // as it was given
	value dsl.Value
	used  bool
}

// read reads Options.Set.
func (st *settingValues) read() error {
	st.values = map[string]*setting{}
	for _, key := range slices.Sorted(maps.Keys(st.l.options.Set)) {
		text, err := route.ExpressionText(key)
		if err != nil {
			return &RouteError{Class: "ArgumentError", Message: err.Error()}
		}
		value, err := settings.Value(st.l.thread, text, st.l.options.Set[key])
		if err != nil {
			return settingError(key, st.l.options.places[key], err)
		}
		_, isVariable := route.VariableName(text) // of which none is told that is not asked
		st.values[text] = &setting{key: key, value: value, used: isVariable}
	}
	return nil
}

// settingError is what is wrong with the value of a setting; at is its place in the file.
func settingError(key string, at grammar.Pos, err error) error {
	var e *psych.Error
	if errors.As(err, &e) {
		return psychError(err)
	}
	return &RouteError{Class: "ArgumentError", Message: err.Error(), Pos: at}
}

// given is the value that the settings have for an expression.
func (st *settingValues) given(text string) (dsl.Value, bool) {
	st.l.asked[text] = true
	s, ok := st.values[text]
	if !ok {
		return nil, false
	}
	s.used = true
	return s.value, true
}

// IsGiven reports whether the user gives an expression its value.
func (l *loader) IsGiven(text string) bool {
	_, ok := l.settings.values[text]
	return ok
}

// Settle returns the value of an expression that only the application knows: what
// the settings say, or what its configuration does.
func (l *loader) Settle(text string) (dsl.Value, bool) {
	if l.run.purpose == toAnswer {
		return l.requests.settled(text)
	}
	if v, ok := l.settings.given(text); ok {
		return v, true
	}
	if v, ok := l.ofController(text); ok {
		return v, true
	}
	if v, ok := l.configuration.value(text); ok {
		return v, true
	}
	if v, ok := l.deprecator(text); ok {
		return v, true
	}
	return l.configuration.attribute(text)
}

var controllerQuestion = regexp.MustCompile(`^((?:[A-Z]\w*::)*[A-Z]\w*)\.controller_(path|name)$`)

// ofController is what controllers say of themselves by their names:
// Admin::PostsController.controller_path is admin/posts. Rails:
// AbstractController::Base, ActionController::Metal.
func (l *loader) ofController(text string) (dsl.Value, bool) {
	if !strings.HasSuffix(text, ".controller_path") && !strings.HasSuffix(text, ".controller_name") {
		return nil, false
	}
	m := controllerQuestion.FindStringSubmatch(text)
	if m == nil {
		return nil, false
	}
	name := strings.TrimSuffix(m[1], "Controller")
	if m[2] == "name" {
		name = name[strings.LastIndexByte(name, ':')+1:]
	}
	return dsl.NewString(l.Underscore(name)), true
}

// withoutSettings is the table where nothing is settled; nil if there is none.
func (st *settingValues) withoutSettings() *route.Table {
	options := st.l.options
	options.Set, options.plain, options.NoRequests = nil, true, true
	table, err := st.l.from.load(options)
	if err != nil {
		return nil
	}
	return table
}

// noteOthers warns of files that look like settings and are not read.
func (st *settingValues) noteOthers() {
	for _, name := range []string{".routes.yaml", "config/" + route.SettingsFile, "config/.routes.yaml"} {
		if st.l.IsFile(name) {
			st.l.warnOf(route.UnusedSetting, grammar.Pos{Filename: name, Line: 1, Column: 1}, name+" is not read; move it to "+route.SettingsFile+" in the application's folder, next to its Gemfile")
		}
	}
}

// nearestAsked is which of the asked expressions a text may be a misspelling of;
// empty if there is none.
func nearestAsked(text string, asked []string) string {
	if len(text) <= 4 {
		return ""
	}
	return spelling.Nearest(text, asked)
}

// variableWithin is a variable of the environment in a larger expression, which is
// decided wherever it is asked for.
var variableWithin = regexp.MustCompile(`\bENV(?:\[|\.fetch\()["'](\w+)["']`)

// wantsUnused tells whether a setting is left that nothing has asked for.
func (st *settingValues) wantsUnused() bool {
	if st.l.options.plain {
		return false
	}
	for _, s := range st.values {
		if !s.used {
			return true
		}
	}
	return false
}

// check warns of settings that nothing asked for, and of those whose value is
// not what they are asked for. The error is a value that would be taken for its opposite.
func (st *settingValues) check() error {
	if st.l.options.plain || !st.wantsUnused() && !st.hasOddValue() {
		return nil
	}
	var missing []check.Missing
	if plain := st.withoutSettings(); plain != nil {
		missing = check.MissingOf(plain, check.Groups(plain)...)
		for text := range plain.Unknown.Asked {
			if s := st.values[text]; s != nil { // another setting decides before it
				s.used = true
			}
		}
	}
	st.noteUnused()
	for _, m := range missing {
		for _, text := range slices.Sorted(maps.Keys(st.values)) {
			if name, _, _ := strings.Cut(text, "("); text != m.Expr && (m.Wants.Kind != route.WordShape || name != m.Expr) {
				continue
			}
			if err := st.checkValue(st.values[text], m.Wants); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasOddValue reports whether a setting has a value that may not be what is asked for:
// text or a number, which count as true, and false.
func (st *settingValues) hasOddValue() bool {
	for text, s := range st.values {
		if isTextOrNumber(s.value) || s.value == dsl.False && ruby.IsWord(text[:1]) && text[0] >= 'a' {
			return true
		}
	}
	return false
}

func isTextOrNumber(v dsl.Value) bool {
	switch v.(type) {
	case *dsl.String, dsl.Symbol, dsl.Int, dsl.Float:
		return true
	}
	return false
}

// checkValue looks whether a setting has a value of the kind that is asked for.
func (st *settingValues) checkValue(s *setting, wants *check.Shape) error {
	switch {
	case wants.Kind == route.WordShape && !ruby.Truthy(s.value):
		return &RouteError{
			Class: "ArgumentError", Pos: st.l.options.places[s.key],
			Message: fmt.Sprintf("the setting %s can only be true, if the method adds no routes; remove it to get the warning back", s.key),
		}
	case wants.Decides() && isTextOrNumber(s.value):
		shown, _, _ := st.l.interp.InspectLiteral(s.value) // of text and numbers there is one
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], fmt.Sprintf("the setting %s is %s, which counts as true in a condition; write true or false", s.key, dsl.Brief(shown)))
	}
	return nil
}

// noteUnused warns of settings that nothing asked for.
func (st *settingValues) noteUnused() {
	asked := slices.Sorted(maps.Keys(st.l.asked))
	for _, text := range slices.Sorted(maps.Keys(st.values)) {
		s := st.values[text]
		if s.used || st.askedLater(text) {
			st.noteNamesake(text, s)
			continue
		}
		todo := "remove it"
		if ruby.IsWord(text) {
			todo = "use a Ruby expression, or one of " + strings.Join(settings.Keys, ", ")
		}
		if near := nearestAsked(text, asked); near != "" {
			todo = "did you mean `" + near + "`?"
		}
		if m := variableWithin.FindStringSubmatch(text); m != nil {
			todo = "set the variable itself, `ENV." + m[1] + "`, to a value or ~"
		}
		if ruby.IsWord(text) && st.l.asked[route.VariableText(text)] {
			todo = "did you mean `ENV." + text + "`?"
		}
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], "unused setting: nothing in the routes asks for "+s.key+"; "+todo)
	}
}

// askedLater reports whether a setting is about a class that constraints ask when a request
// comes: its own methods may ask for it then.
func (st *settingValues) askedLater(text string) bool {
	return slices.ContainsFunc(st.l.sets, func(set *routeSet) bool {
		return slices.ContainsFunc(set.Routes, func(r *route.Route) bool {
			return slices.ContainsFunc(r.Callables, func(v dsl.Value) bool {
				class, ok := v.(*dsl.Class)
				return ok && strings.HasPrefix(text, class.Name()+".")
			})
		})
	})
}

// noteNamesake warns of a setting of a constant beside a variable of the environment of
// its name, which is asked for and has no value.
func (st *settingValues) noteNamesake(text string, s *setting) {
	if ruby.IsWord(text) && len(st.l.variables.missing[text]) > 0 {
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], "the setting "+s.key+" is that of the constant "+text+", and "+route.VariableText(text)+" is treated as unset; did you mean `ENV."+text+"`?")
	}
}
