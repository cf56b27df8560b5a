package expand

import (
	"bytes"
	"errors"
	"io"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/ruby"
)

// YAML as programs read it themselves:
//
//	YAML.load_file(Rails.root.join("config/redirects.yml")).each { |from, to| get from, to: redirect(to) }

// psychLoads are the methods of YAML that give the value of a text or a file,
// and whether they take a file.
var psychLoads = map[string]bool{
	"load": false, "safe_load": false, "unsafe_load": false,
	"load_file": true, "safe_load_file": true, "unsafe_load_file": true,
}

// setUpYAML makes YAML and Psych, its other name.
func (l *loader) setUpYAML() {
	psych := l.interp.NewHostModule("Psych", receiver(l.psych), func(name string) bool {
		_, ok := psychLoads[name]
		return ok || l.moduleWords(name)
	})
	l.interp.DefineConst("YAML", psych)
}

// psych answers the methods of YAML. What it cannot read stays unknown: a file
// that is not there may be one that only the running application has.
func (l *loader) psych(c *dsl.Call) dsl.Value {
	file, ok := psychLoads[c.Name]
	if !ok || len(c.Args) == 0 || dsl.UnknownIn(c.Args[0]) != nil {
		return l.unknownCall(c, "YAML")
	}
	text := c.ToS(c.Args[0])
	src, name := []byte(text), path.Clean(strings.TrimPrefix(text, l.root+"/"))
	if file {
		src = answer(l, func(a *answers) map[string][]byte { return a.yaml }, text, func() []byte {
			var content []byte
			if l.isFile(name) {
				content, _ = l.text(name)
			}
			return content
		})
		if src == nil {
			return l.unknownCall(c, "YAML")
		}
	}
	symbols, _ := c.Keywords.Sym("symbolize_names")
	for range len(src) / yamlBytesPerStep {
		c.Step()
	}
	v, err := readPsych(src, symbols != nil && ruby.Truthy(symbols))
	switch {
	case errors.Is(err, io.EOF):
		return emptyPsych(c)
	case err != nil:
		if file && !errors.Is(err, errNotPsych) {
			l.tellUnusable(name, yamlError(name, err, src))
		}
		return l.unknownCall(c, "YAML")
	}
	return v
}

// yamlBytesPerStep is what reading YAML costs of [dsl.Limits].
const yamlBytesPerStep = 16

// emptyPsych is the value of a text without a document.
func emptyPsych(c *dsl.Call) dsl.Value {
	if v, ok := c.Keywords.Sym("fallback"); ok {
		return v
	}
	if strings.HasPrefix(c.Name, "unsafe") {
		return dsl.False
	}
	return dsl.Nil
}

var errNotPsych = errors.New("only Ruby can make this value")

// readPsych makes of a YAML text what Psych makes of it; with symbols, the keys
// that are strings become symbols. The error is io.EOF for a text without a document.
func readPsych(src []byte, symbols bool) (dsl.Value, error) {
	var n yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(src)).Decode(&n); err != nil {
		return nil, err
	}
	if len(n.Content) == 0 {
		return nil, io.EOF
	}
	p := &psychReader{symbols: symbols}
	return p.value(n.Content[0], 0)
}

// A psychReader makes Ruby values of YAML nodes as YAML.load does: hashes with
// the keys as they are.
type psychReader struct {
	symbols bool
	count   int
}

func (p *psychReader) value(n *yaml.Node, depth int) (dsl.Value, error) {
	if p.count++; depth > maxYAMLDepth || p.count > maxYAMLNodes {
		return nil, errNotPsych
	}
	if n.Kind == yaml.AliasNode {
		return p.value(n.Alias, depth+1)
	}
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" {
		return nil, errNotPsych
	}
	switch n.Kind {
	case yaml.SequenceNode:
		list := dsl.NewArray()
		for _, e := range n.Content {
			v, err := p.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			list.Elems = append(list.Elems, v)
		}
		return list, nil
	case yaml.MappingNode:
		return p.hash(n, depth)
	}
	if n.Style&(yaml.TaggedStyle|yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return dsl.NewString(n.Value), nil
	}
	return plainScalar(n.Value)
}

func (p *psychReader) hash(n *yaml.Node, depth int) (*dsl.Hash, error) {
	h := dsl.NewHash(len(n.Content) / 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			if err := p.mergeInto(h, n.Content[i+1], depth+1); err != nil {
				return nil, err
			}
			continue
		}
		key, err := p.value(n.Content[i], depth+1)
		if err != nil {
			return nil, err
		}
		if s, ok := key.(*dsl.String); ok && p.symbols {
			key = dsl.Symbol(s.String())
		}
		v, err := p.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		h.Set(key, v)
	}
	return h, nil
}

// mergeInto merges the mapping of a `<<`, or those of a list, of which the first
// goes before the others.
func (p *psychReader) mergeInto(h *dsl.Hash, n *yaml.Node, depth int) error {
	from := []*yaml.Node{resolved(n)}
	if from[0].Kind == yaml.SequenceNode {
		from = from[0].Content
	}
	for i := len(from) - 1; i >= 0; i-- {
		mapping := resolved(from[i])
		if mapping.Kind != yaml.MappingNode || depth > maxYAMLDepth {
			return errNotPsych
		}
		merged, err := p.hash(mapping, depth)
		if err != nil {
			return err
		}
		ruby.Merge(h, merged)
	}
	return nil
}

// The forms of plain scalars, as Psych's ScalarScanner tells them.
var (
	psychTime    = regexp.MustCompile(`^-?\d{4}-\d{1,2}-\d{1,2}([Tt]|\s+)\d{1,2}:\d\d:\d\d(\.\d*)?(\s*(Z|[-+]\d{1,2}:?(\d\d)?))?$`)
	psychDate    = regexp.MustCompile(`^\d{4}-(1[012]|0\d|\d)-([12]\d|3[01]|0\d|\d)$`)
	psychSixty   = regexp.MustCompile(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?$`)
	psychFloat   = regexp.MustCompile(`^[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?$`)
	psychInteger = regexp.MustCompile(`^([-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(0|[1-9]([0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$`)
	psychPoint   = regexp.MustCompile(`\.([Ee]|$)`)
)

// plainScalar is what Psych takes a scalar without quotes for.
func plainScalar(s string) (dsl.Value, error) {
	switch strings.ToLower(s) {
	case "", "~", "null":
		return dsl.Nil, nil
	case "yes", "true", "on":
		return dsl.True, nil
	case "no", "false", "off":
		return dsl.False, nil
	case ".inf", "+.inf":
		return dsl.Float(math.Inf(1)), nil
	case "-.inf":
		return dsl.Float(math.Inf(-1)), nil
	case ".nan":
		return dsl.Float(math.NaN()), nil
	}
	switch {
	case s[0] == ':' && len(s) > 1:
		return dsl.Symbol(symbolName(s[1:])), nil
	case psychTime.MatchString(s), psychDate.MatchString(s), psychSixty.MatchString(s):
		return nil, errNotPsych
	case psychFloat.MatchString(s) && strings.Trim(s, "+-") != ".":
		f, err := strconv.ParseFloat(psychPoint.ReplaceAllString(strings.NewReplacer(",", "", "_", "").Replace(s), "$1"), 64)
		return dsl.Float(f), err
	case psychInteger.MatchString(s):
		i, err := strconv.ParseInt(strings.NewReplacer(",", "", "_", "").Replace(s), 0, 64)
		return dsl.Int(i), err
	}
	return dsl.NewString(s), nil
}

// symbolName is the name of a symbol that may stand in quotes.
func symbolName(s string) string {
	if n := len(s); n > 1 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return strings.TrimPrefix(s[1:n-1], ":")
	}
	return s
}
