package expand

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/grammar"
)

// What is missing: the expressions that a [SettingsFile] must give a value, so
// that nothing is unknown.

// A Missing is an expression whose value would settle something unknown.
type Missing struct {
	Expr string      // `Settings.sso?`, as [Options].Set takes it
	Pos  grammar.Pos // of what first needs it
	Line string      // the line there; empty if no file has it
	// Wants tells what kind of value settles it.
	Wants *Shape
}

// maxVariables bounds how many variables of the environment are found missing.
const maxVariables = 200

// FindMissing lists what a [SettingsFile] would have to say so that nothing in
// the routes is unknown, in the order of the places that need it:
//
//	missing, err := expand.FindMissing(".", expand.Options{})
//	fmt.Print(expand.Skeleton(missing))
//
// A variable of the environment that the file can't do without is among them.
// The errors are those of [Load].
func FindMissing(path string, options Options) ([]Missing, error) {
	var all []Missing
	for {
		table, err := Load(path, options)
		name, pos, ok := missingVariable(err)
		switch {
		case err == nil:
			all = append(all, table.Missing()...)
			return all, addLines(path, all)
		case !ok || len(all) >= maxVariables:
			return nil, err
		}
		all = append(all, Missing{Expr: "ENV." + name, Pos: pos, Wants: &Shape{Kind: TextShape}})
		options.Env = maps.Clone(options.Env)
		if options.Env == nil {
			options.Env = map[string]string{}
		}
		options.Env[name] = name // made up, to find the next
	}
}

// missingVariable tells the error of ENV.fetch.
func missingVariable(err error) (name string, pos grammar.Pos, ok bool) {
	var ee *dsl.EvalError
	if !errors.As(err, &ee) {
		return "", grammar.Pos{}, false
	}
	name, ok = ee.MissingVariable()
	return name, ee.Pos, ok
}

// addLines adds the lines that the places stand on.
func addLines(path string, all []Missing) error {
	root, err := applicationRoot(path)
	if err != nil {
		return err
	}
	files := map[string][]string{}
	for i := range all {
		all[i].Line = lineOf(root, all[i].Pos, files)
	}
	return nil
}

// Missing lists the expressions that would settle everything unknown, in the
// order of the places that need them; without their lines.
func (t *Table) Missing() []Missing {
	t.Interp()
	f := &finder{asked: t.later.asked, uses: t.uses, calls: t.around, roots: map[string]*Missing{}}
	for _, finding := range t.Check() {
		if finding.Severity == Note || !unsettled[finding.Kind] {
			continue
		}
		source, wants, example := finding.source, finding.wants, finding.example
		switch finding.Kind {
		case "conditional":
			wants = DecisionShape
		case "word":
			if start := strings.IndexByte(source, '`'); start >= 0 {
				source, wants = strings.Trim(source[start:], "`"), DecisionShape
			}
		}
		f.find(source, wants, example, finding.Pos)
	}
	return f.all()
}

// unsettled are the kinds of findings that settings end.
var unsettled = map[string]bool{"conditional": true, "unknown": true, "word": true}

// Skeleton is a [SettingsFile] that names what is missing; each wants a value.
func Skeleton(missing []Missing) string {
	var b strings.Builder
	b.WriteString("# " + SettingsFile + ": what only the application knows. Give each its value.\n")
	missing = slices.Clone(missing)
	slices.SortStableFunc(missing, func(a, b Missing) int { return cmp.Compare(below(a.Expr), below(b.Expr)) })
	indent := ""
	for _, m := range missing {
		key, err := yaml.Marshal(m.Expr)
		if err != nil {
			continue
		}
		b.WriteByte('\n')
		if indent == "" && below(m.Expr) > 0 {
			indent = "  "
			b.WriteString("set:\n")
		}
		if m.Pos.Line > 0 {
			fmt.Fprintf(&b, "%s# %s\n", indent, m.Pos)
		}
		if m.Line != "" {
			fmt.Fprintf(&b, "%s#   %s\n", indent, m.Line)
		}
		text := strings.TrimSpace(string(key))
		if strings.Contains(text, "\n") {
			text = quotedKey(m.Expr)
		}
		fmt.Fprintf(&b, "%s%s: # %s\n", indent, text, m.Wants)
	}
	return b.String()
}

// below is 1 for an expression that the file takes for a key of its own: it
// belongs below `set:`.
func below(expr string) int {
	for _, known := range settingKeys {
		if expr == known || simpleName(expr) && editDistance(expr, known, 2) <= 2 {
			return 1
		}
	}
	return 0
}

// quotedKey is a key with line breaks in it on one line.
func quotedKey(expr string) string {
	node := yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: expr, Style: yaml.DoubleQuotedStyle}
	key, err := yaml.Marshal(&node)
	if err != nil {
		return quote(expr)
	}
	return strings.TrimSpace(string(key))
}

// ---- shapes

// A ShapeKind is a kind of values.
type ShapeKind uint8

// The kinds of values that settle something, from those that tell least.
const (
	AnyShape      ShapeKind = iota // any value
	DecisionShape                  // true or false
	TextShape                      // text, or a symbol
	NumberShape                    // an integer
	PatternShape                   // a regexp
	ClassShape                     // a class or another constant
	ListShape                      // a list
	MappingShape                   // an object with methods, or a hash
)

// A Shape tells what value an expression wants.
type Shape struct {
	Kind ShapeKind
	// Elem is the shape of a list's elements or a mapping's values; nil if
	// nothing tells.
	Elem *Shape
	// Key is the shape of the first of the pairs that a list holds, of which Elem
	// tells the second; nil for other lists.
	Key *Shape
	// Fields are what is asked of an object: its methods, or a hash's keys.
	Fields []Field
	// Example is a value in YAML; empty for none.
	Example string
	// Like are literals that the value is compared with, as Ruby writes them.
	Like []string
}

// A Field is a key of a mapping.
type Field struct {
	Name  string
	Wants *Shape
}

// String tells the value that is wanted: "true or false", "a list of text".
func (s *Shape) String() string {
	if s != nil && s.Example != "" {
		return s.text(0) + ", such as " + s.Example
	}
	return s.text(0)
}

// nameLetters are what a key may hold that YAML reads without quotes.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// maxShape bounds the depth of shapes in texts.
const maxShape = 4

func (s *Shape) text(depth int) string {
	switch {
	case s == nil:
		return "value"
	case len(s.Fields) > 0 && s.Kind != ListShape:
		if depth >= maxShape {
			return "a mapping"
		}
		parts := make([]string, len(s.Fields))
		for i, f := range s.Fields {
			name := f.Name
			if strings.Trim(name, nameLetters) != "" {
				name = quote(name)
			}
			parts[i] = fmt.Sprintf("%s: %s", name, f.Wants.text(depth+1))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case s.Key != nil:
		return "[[" + s.Key.text(depth+1) + ", " + s.Elem.text(depth+1) + "], ...]"
	case s.Kind == ListShape && s.Elem != nil && (s.Elem.Kind != AnyShape || len(s.Elem.Fields) > 0):
		return "a list of " + s.Elem.text(depth+1)
	case s.Kind == MappingShape && s.Elem != nil && (s.Elem.Kind != AnyShape || len(s.Elem.Fields) > 0):
		return "{name: " + s.Elem.text(depth+1) + ", ...}"
	}
	if len(s.Like) > 0 {
		return kindTexts[s.Kind] + ", as " + strings.Join(s.Like, " or ")
	}
	return kindTexts[s.Kind]
}

var kindTexts = [...]string{"value", "true or false", "text", "a number", "a pattern, !ruby/regexp /a|b/", "a constant, !ruby/class Some::Name", "[a, list]", "{a: mapping}"}

// merge notes another use.
func (s *Shape) merge(k ShapeKind) {
	s.Kind = max(s.Kind, k)
}

// mapping notes that it is looked into by keys.
func (s *Shape) mapping() {
	s.merge(MappingShape)
	s.Key = nil
}

// pair turns a list into one of pairs.
func (s *Shape) pair() *Shape {
	if s.Kind == MappingShape {
		return s.elem()
	}
	s.Kind = ListShape
	if s.Key == nil {
		s.Key, s.Elem = s.elem(), &Shape{}
	}
	return s.Elem
}

func (s *Shape) elem() *Shape {
	if s.Elem == nil {
		s.Elem = &Shape{}
	}
	return s.Elem
}

func (s *Shape) field(name string) *Shape {
	for _, f := range s.Fields {
		if f.Name == name {
			return f.Wants
		}
	}
	s.Fields = append(s.Fields, Field{name, &Shape{}})
	return s.Fields[len(s.Fields)-1].Wants
}

// lineOf is the line of a file of the application that a place stands on; empty
// if it cannot be told. files holds those that were read.
func lineOf(root string, pos grammar.Pos, files map[string][]string) string {
	if pos.Line < 1 || !filepath.IsLocal(filepath.FromSlash(pos.Filename)) {
		return ""
	}
	lines, ok := files[pos.Filename]
	if !ok {
		dir, err := os.OpenRoot(root)
		if err != nil {
			return ""
		}
		defer dir.Close()
		if info, err := dir.Stat(filepath.FromSlash(pos.Filename)); err == nil && info.Mode().IsRegular() && info.Size() <= DefaultMaxFileSize {
			src, err := dir.ReadFile(filepath.FromSlash(pos.Filename))
			if err == nil {
				lines = strings.Split(string(src), "\n")
			}
		}
		files[pos.Filename] = lines
	}
	if pos.Line > len(lines) {
		return ""
	}
	return dsl.Brief(strings.TrimSpace(lines[pos.Line-1]))
}
