package psych

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/grammar"
	"signalbox/internal/regex"
)

// quoted are the styles of text that is not plain.
const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// scalar is what YAML.load makes of a scalar.
func scalar(n *yaml.Node) (dsl.Value, error) {
	switch {
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		return nil, ErrRuby
	case n.Style&(yaml.TaggedStyle|quoted) != 0:
		return dsl.NewString(n.Value), nil
	}
	return plain(n.Value)
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

// plain is what Psych takes a scalar without quotes for.
func plain(s string) (dsl.Value, error) {
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
		return dsl.Symbol(SymbolName(s[1:])), nil
	case psychTime.MatchString(s), psychDate.MatchString(s), psychSixty.MatchString(s):
		return nil, ErrRuby
	case psychFloat.MatchString(s) && strings.Trim(s, "+-") != ".":
		f, err := strconv.ParseFloat(psychPoint.ReplaceAllString(strings.NewReplacer(",", "", "_", "").Replace(s), "$1"), 64)
		return dsl.Float(f), err
	case psychInteger.MatchString(s):
		i, err := strconv.ParseInt(strings.NewReplacer(",", "", "_", "").Replace(s), 0, 64)
		return dsl.Int(i), err
	}
	return dsl.NewString(s), nil
}

// SymbolName returns the name of a symbol that may stand in quotes: `"a b"`.
func SymbolName(s string) string {
	if n := len(s); n > 1 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return strings.TrimPrefix(s[1:n-1], ":")
	}
	return s
}

// Tagged returns the value of a scalar with a tag of YAML or one of `!ruby/regexp` and
// `!ruby/symbol`, as YAML.unsafe_load makes it; text where there is none. A Date is its text.
func Tagged(n *yaml.Node) dsl.Value {
	switch n.Tag {
	case "!ruby/regexp":
		if re := Regexp(n.Value); re != nil {
			return re
		}
	case "!ruby/symbol", "!ruby/sym":
		return dsl.Symbol(n.Value)
	case "!!null":
		return dsl.Nil
	case "!!bool":
		return dsl.Bool(strings.EqualFold(n.Value, "true") || strings.EqualFold(n.Value, "yes") || strings.EqualFold(n.Value, "on"))
	case "!!int":
		if i, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64); err == nil {
			return dsl.Int(i)
		}
	case "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return dsl.Float(f)
		}
	case "!!str":
		if n.Style&quoted != 0 {
			break
		}
		switch strings.ToLower(n.Value) {
		case "yes", "on":
			return dsl.True
		case "no", "off":
			return dsl.False
		}
		if len(n.Value) > 1 && n.Value[0] == ':' && n.Value[1] != ':' {
			return dsl.Symbol(strings.Trim(n.Value[1:], `"'`))
		}
	}
	return dsl.NewString(n.Value)
}

// Regexp returns the pattern of `!ruby/regexp /a|b/i`; nil for what is none.
func Regexp(text string) dsl.Value {
	end := strings.LastIndexByte(text, '/')
	if end < 1 || text[0] != '/' || strings.Trim(text[end+1:], "imxn") != "" {
		return nil
	}
	file, err := grammar.Parse("", []byte("/"+strings.ReplaceAll(strings.ReplaceAll(text[1:end], `\/`, "/"), "/", `\/`)+text[end:]))
	if err != nil || len(file.Body.List) != 1 {
		return nil
	}
	re, ok := file.Body.List[0].(*grammar.Regexp)
	if !ok {
		return nil
	}
	return dsl.NewRegexp(re.Source, regex.ParseOptions(re.Flags))
}
