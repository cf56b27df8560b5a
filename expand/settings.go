package expand

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// SettingsFile is [route.SettingsFile].
const SettingsFile = route.SettingsFile

// Settings are what only the application knows, as [SettingsFile] tells it:
//
//	Settings.sso: true                # the value of an expression
//	Feature.enabled?(:billing): false
//	Site.locales: [en, fr]
//	ENV.TIER: gold                    # ENV["TIER"]
//	unknown: false                    # what other conditions do: both, true or false
//	env: production                   # Rails.env
//	words: [lib/routing_words.rb]     # files that define routing words
//
// Expressions may also stand below set:, variables of the environment below
// env: as a mapping.
type Settings struct {
	Set      map[string]string // YAML values by expression, as in [Options]
	Env      map[string]string
	Unknown  string // both, true or false; empty if the file does not say
	RailsEnv string
	Words    []string

	keys   map[string]grammar.Pos // the places of what Set holds
	places map[string]grammar.Pos // of Words
}

// maxSettings bounds the size of a settings file, in bytes.
const maxSettings = 1 << 20

// readSettings reads the settings of an application. A file that is not there gives
// empty settings. The error is a *[RouteError] with the place of what is wrong.
func readSettings(tree *files.Tree) (*Settings, error) {
	info, err := tree.Stat(SettingsFile)
	if errors.Is(err, fs.ErrNotExist) && files.DanglingLink(tree, SettingsFile) == "" {
		return &Settings{}, nil
	}
	if err != nil {
		return nil, missingFile(tree, SettingsFile, err)
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(SettingsFile)
	}
	src, err := tree.ReadFile(SettingsFile, maxSettings+1)
	if err != nil {
		return nil, fileError(SettingsFile, err)
	}
	return parseSettings(src)
}

// addSettings adds what the settings beside an application say and the options
// leave open.
func (o *Options) addSettings(s *Settings) error {
	if err := o.takeVariables(); err != nil {
		return err
	}
	s.withoutVariables(o)
	if o.plain {
		s.Set = nil
	}
	o.places = s.keys
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
	o.Words, o.wordPlaces = slices.Concat(s.Words, o.Words), s.places
	if o.Unknown == "" {
		o.Unknown = s.Unknown
	}
	return nil
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

func parseSettings(src []byte) (*Settings, error) {
	if len(src) > maxSettings {
		return nil, &RouteError{Class: "IOError", Message: fmt.Sprintf("the file is too large: at most %d bytes are read", maxSettings), Pos: grammar.Pos{Filename: SettingsFile}}
	}
	if err := checkText(SettingsFile, src); err != nil {
		return nil, err
	}
	document, second, err := readYAML(src)
	switch {
	case errors.Is(err, io.EOF):
		return &Settings{}, nil
	case err != nil:
		return nil, yamlError(SettingsFile, err, src)
	case second != nil:
		return nil, &RouteError{
			Class: "SyntaxError", Message: "a second YAML document begins here", Pos: placeOf(second), Hint: "put all settings into one, without ---",
		}
	}
	s := &Settings{Set: map[string]string{}, Env: map[string]string{}}
	if err := checkQuotes(document); err != nil {
		return nil, err
	}
	return s, s.read(document.Content[0])
}

// checkQuotes refuses text that begins with a quote which is none to YAML: “true”.
func checkQuotes(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		if l, off, ok := spelling.FindLookAlike(n.Value); ok && off == 0 && (l.Want == `"` || l.Want == "'") {
			return &RouteError{Class: "SyntaxError", Message: l.Error(), Pos: placeOf(n), Hint: l.Hint()}
		}
	}
	for _, part := range n.Content {
		if err := checkQuotes(part); err != nil {
			return err
		}
	}
	return nil
}

// ofYAMLParser tells the errors of the YAML reader's grammar from those of its
// scanner.
var ofYAMLParser = regexp.MustCompile(`^did not find expected (<|node content|'-' indicator|key|',' or)`)

// yamlError gives an error of the YAML reader its place: it tells only the line,
// and of aliases not even that.
func yamlError(name string, err error, src []byte) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	pos := grammar.Pos{Filename: name, Line: 1, Column: 1}
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		if at := bytes.Index(src, []byte("*"+name)); at >= 0 {
			before := src[:at]
			pos.Line += bytes.Count(before, []byte("\n"))
			pos.Column += utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
		}
	}
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				pos.Line, pos.Column, text = n, 1, message
				if ofYAMLParser.MatchString(message) {
					pos.Line = min(n+1, 1+bytes.Count(bytes.TrimRight(src, "\n"), []byte("\n"))) // it counts from 0 there
				}
			}
		}
	}
	return &RouteError{
		Class: "SyntaxError", Message: text, Pos: pos, cause: err,
		Hint: "text with one of : # [ ] { } & * ! % @ in it needs quotes around it, and lines are indented with spaces",
	}
}

func placeOf(n *yaml.Node) grammar.Pos {
	return grammar.Pos{Filename: SettingsFile, Line: n.Line, Column: n.Column}
}

func wrongSetting(n *yaml.Node, format string, args ...any) error {
	return &RouteError{Class: "ArgumentError", Message: fmt.Sprintf(format, args...), Pos: placeOf(n)}
}

// settingKeys are the keys that are no expressions.
var settingKeys = []string{"set", "env", "unknown", "words"}

func (s *Settings) read(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	return eachPair(n, "the settings", func(key, value *yaml.Node) error {
		switch key.Value {
		case "set":
			return eachPair(value, "set", s.readValue)
		case "env":
			return s.readEnv(value)
		case "unknown":
			if !slices.Contains([]string{"both", "true", "false"}, value.Value) {
				return wrongSetting(value, "unknown: must be both, true or false")
			}
			s.Unknown = value.Value
			return nil
		case "words":
			return s.readWords(value)
		}
		for _, known := range settingKeys {
			if likeKey(key.Value, known) {
				return wrongSetting(key, "unknown key %s, did you mean %s? An expression of that name belongs below set:", ruby.Quote(key.Value), ruby.Quote(known))
			}
		}
		return s.readValue(key, value)
	})
}

// likeKey reports whether name is known, one of settingKeys, or a slip of it.
func likeKey(name, known string) bool {
	return ruby.IsWord(name) && spelling.Distance(name, known, 3) < 3
}

// eachPair gives f the pairs of a mapping.
func eachPair(n *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return wrongSetting(n, "%s must be a mapping of keys to values", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return wrongSetting(key, "a key must be an expression, not a list or a mapping")
		}
		if seen[key.Value] {
			return wrongSetting(key, "the key %s is there twice", ruby.Quote(key.Value))
		}
		seen[key.Value] = true
		if err := f(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Settings) readEnv(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return wrongSetting(n, "env: wants the name of an environment, or a mapping of variables to values")
	}
	if n.Kind == yaml.ScalarNode {
		if n.Value == "" {
			return wrongSetting(n, "env: wants the name of an environment, or a mapping of variables to values")
		}
		s.RailsEnv = n.Value
		return nil
	}
	return eachPair(n, "env", func(key, value *yaml.Node) error {
		return s.readVariable(key.Value, value)
	})
}

// readVariable reads the value of a variable of the environment, which is text. One
// that is ~ is not there; one that is left empty is not settled yet.
func (s *Settings) readVariable(name string, value *yaml.Node) error {
	if name == "" {
		return wrongSetting(value, "the name of a variable is missing: ENV.TIER, or TIER below env:")
	}
	if value = resolved(value); value.Kind != yaml.ScalarNode {
		return wrongSetting(value, "the value of ENV.%s must be text, as \"gold\", not a list or a mapping", name)
	}
	switch {
	case value.Tag != "!!null":
		s.Env[name] = value.Value
	case value.Value != "":
		s.Set[route.VariableText(name)] = "~"
	}
	return nil
}

func (s *Settings) readWords(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return wrongSetting(n, "words: must be a list of Ruby files: [config/routing_words.rb]")
	}
	for _, e := range n.Content {
		if e.Kind != yaml.ScalarNode || e.Value == "" {
			return wrongSetting(e, "words: must be a list of Ruby files: [config/routing_words.rb]")
		}
		s.Words = append(s.Words, e.Value)
		if s.places == nil {
			s.places = map[string]grammar.Pos{}
		}
		s.places[e.Value] = placeOf(e)
	}
	return nil
}

// readValue reads the value of an expression. One that is left empty is not
// settled yet.
func (s *Settings) readValue(key, value *yaml.Node) error {
	if name, ok := route.VariableName(key.Value); ok {
		return s.readVariable(name, value)
	}
	if key.Value == "ENV" {
		return eachPair(value, "ENV", func(key, value *yaml.Node) error { return s.readVariable(key.Value, value) })
	}
	if _, err := route.ExpressionText(key.Value); err != nil {
		return wrongSetting(key, "%s", err.Error())
	}
	if value.Kind == yaml.ScalarNode && value.Tag == "!!null" && value.Value == "" {
		return nil
	}
	if _, err := (&yamlReader{}).value(value, 0); err != nil {
		return err
	}
	text, err := yaml.Marshal(withoutAliases(value))
	if err != nil {
		return wrongSetting(value, "%s", err.Error())
	}
	s.Set[key.Value] = string(text)
	if s.keys == nil {
		s.keys = map[string]grammar.Pos{}
	}
	s.keys[key.Value] = grammar.Pos{Filename: SettingsFile, Line: key.Line, Column: key.Column}
	return nil
}

// objectMade is an expression that makes an object.
var objectMade = regexp.MustCompile(`^(::)?[A-Z][\w:]*\.new(\(.*\))?$`)

// checkObject is the error of an object that is said to be true or false.
func checkObject(expr string, value dsl.Value) error {
	if _, ok := value.(dsl.Bool); ok && objectMade.MatchString(expr) {
		return fmt.Errorf("%s is an object, not %v: `%s` says whether a constraint admits requests", expr, value, route.Matches(expr))
	}
	return nil
}

// CutSetting splits "EXPR=VALUE" at the first `=` behind a whole expression, so
// that `Tier.level == 2=true` has the comparison as its expression.
func CutSetting(text string) (expr, value string, ok bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '=' {
			continue
		}
		expr = strings.TrimSpace(text[:i])
		if strings.HasPrefix(expr, "ENV.") {
			return expr, text[i+1:], true
		}
		if _, err := route.ExpressionText(expr); err == nil && !strings.HasPrefix(text[i+1:], "=") && !strings.HasPrefix(text[i+1:], "~") {
			return expr, text[i+1:], true
		}
	}
	expr, value, ok = strings.Cut(text, "=")
	return strings.TrimSpace(expr), value, ok
}

// CheckSetting tells what is wrong with a key and a value of [Options].Set.
func CheckSetting(expr, value string) error {
	if _, err := route.ExpressionText(expr); err != nil {
		return err
	}
	n, _, err := readYAML([]byte(value))
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the value is no YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	v, err := (&yamlReader{}).value(n.Content[0], 0)
	if err == nil {
		err = checkObject(expr, v)
	}
	if re := new(RouteError); errors.As(err, &re) {
		return errors.New(re.Message)
	}
	return err
}

// ---- settling

// settings are the expressions that Options.Set settles.
type settings struct {
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
func (st *settings) read() error {
	st.values = map[string]*setting{}
	for _, key := range slices.Sorted(maps.Keys(st.l.options.Set)) {
		text, err := route.ExpressionText(key)
		if err != nil {
			return &RouteError{Class: "ArgumentError", Message: err.Error()}
		}
		n, _, err := readYAML([]byte(st.l.options.Set[key]))
		if err != nil && !errors.Is(err, io.EOF) {
			return &RouteError{Class: "ArgumentError", Message: fmt.Sprintf("the value of %s is no YAML: %s", key, strings.TrimPrefix(err.Error(), "yaml: "))}
		}
		value := dsl.Nil
		if n != nil {
			if value, err = (&yamlReader{thread: st.l.thread, names: true}).value(n.Content[0], 0); err != nil {
				return err
			}
		}
		if err := checkObject(text, value); err != nil {
			return &RouteError{Class: "ArgumentError", Message: err.Error(), Pos: st.l.options.places[key]}
		}
		_, isVariable := route.VariableName(text) // of which none is told that is not asked
		st.values[text] = &setting{key: key, value: value, used: isVariable}
	}
	return nil
}

// given is the value that the settings have for an expression.
func (st *settings) given(text string) (dsl.Value, bool) {
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
	if v, ok := l.ofDevise(text); ok {
		return v, true
	}
	if v, ok := l.configuration.value(text); ok {
		return v, true
	}
	if v, ok := l.deprecator(text); ok {
		return v, true
	}
	return l.attributes.value(text)
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
	return dsl.NewString(l.underscore(name)), true
}

// withoutSettings is the table where nothing is settled; nil if there is none.
func (st *settings) withoutSettings() *route.Table {
	options := st.l.options
	options.Set, options.plain, options.NoRequests = nil, true, true
	table, err := st.l.from.load(options)
	if err != nil {
		return nil
	}
	return table
}

// noteOthers warns of files that look like settings and are not read.
func (st *settings) noteOthers() {
	for _, name := range []string{".routes.yaml", "config/" + SettingsFile, "config/.routes.yaml"} {
		if st.l.isFile(name) {
			st.l.warnOf(route.UnusedSetting, grammar.Pos{Filename: name, Line: 1, Column: 1}, name+" is not read", "Settings stand in "+SettingsFile+" in the application's folder, next to its Gemfile.")
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
func (st *settings) wantsUnused() bool {
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
func (st *settings) check() error {
	if st.l.options.plain || !st.wantsUnused() && !st.hasOddValue() {
		return nil
	}
	var missing []check.Missing
	if plain := st.withoutSettings(); plain != nil {
		missing = check.MissingOf(plain, check.Doubts(plain)...)
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
func (st *settings) hasOddValue() bool {
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
func (st *settings) checkValue(s *setting, wants *check.Shape) error {
	switch {
	case wants.Kind == route.WordShape && !ruby.Truthy(s.value):
		return &RouteError{
			Class: "ArgumentError", Pos: st.l.options.places[s.key],
			Message: fmt.Sprintf("the setting %s can only be true, which says that the word draws no routes; without the setting a warning tells of it", s.key),
		}
	case wants.Decides() && isTextOrNumber(s.value):
		shown, _, _ := st.l.interp.InspectLiteral(s.value) // of text and numbers there is one
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], fmt.Sprintf("the setting %s is %s, which counts as true", s.key, dsl.Brief(shown)),
			"It is asked as a condition: write true or false.")
	}
	return nil
}

// noteUnused warns of settings that nothing asked for.
func (st *settings) noteUnused() {
	asked := slices.Sorted(maps.Keys(st.l.asked))
	for _, text := range slices.Sorted(maps.Keys(st.values)) {
		s := st.values[text]
		if s.used {
			st.noteNamesake(text, s)
			continue
		}
		detail := "Nothing in the routes asks for it."
		if ruby.IsWord(text) {
			detail = "Nothing in the routes asks for it; the keys that are no expressions are " + strings.Join(settingKeys, ", ") + "."
		}
		if near := nearestAsked(text, asked); near != "" {
			detail = "Nothing in the routes asks for it; did you mean `" + near + "`?"
		}
		if m := variableWithin.FindStringSubmatch(text); m != nil {
			detail = "Nothing in the routes asks for it: give the variable itself its value, `ENV." + m[1] + "`, or ~."
		}
		if ruby.IsWord(text) && st.l.asked[route.VariableText(text)] {
			detail = "Nothing in the routes asks for it; did you mean `ENV." + text + "`?"
		}
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], "unused setting: "+s.key, detail)
	}
}

// noteNamesake warns of a setting of a constant beside a variable of the environment of
// its name, which is asked for and has no value.
func (st *settings) noteNamesake(text string, s *setting) {
	if ruby.IsWord(text) && len(st.l.variables.missing[text]) > 0 {
		st.l.warnOf(route.UnusedSetting, st.l.options.places[s.key], "the setting "+s.key+" is that of the constant "+text+", not of "+route.VariableText(text),
			"The variable counts as unset; did you mean `ENV."+text+"`?")
	}
}
