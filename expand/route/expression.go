package route

import (
	"fmt"
	"regexp"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// How expressions are written that only the application knows: as Ruby, `Settings.sso?`.

// SettingsFile is the name of the file beside an application that says what
// only the application knows.
const SettingsFile = ".routes.yml"

// ExpressionText returns an expression in the one way of writing that conditions and
// diagnostics have.
func ExpressionText(src string) (string, error) {
	file, err := grammar.Parse("", []byte(src))
	if err != nil || len(file.Body.List) != 1 {
		return "", fmt.Errorf("%s is no Ruby expression", `"`+src+`"`)
	}
	if environmentQuestion.MatchString(strings.TrimSpace(src)) {
		return "", fmt.Errorf("%s is what --env NAME says, or env: NAME in %s", src, SettingsFile)
	}
	switch x := file.Body.List[0].(type) {
	case *grammar.Const, *grammar.Call, *grammar.Index, *grammar.Defined, *grammar.GVar, *grammar.Not, *grammar.And, *grammar.Or, *grammar.MatchPattern:
		return strings.TrimPrefix(grammar.String(x), "::"), nil
	}
	return "", fmt.Errorf("%s has a value of its own: only constants and method calls can be set", `"`+src+`"`)
}

// environmentQuestion is Rails.env, or what is asked of it alone.
var environmentQuestion = regexp.MustCompile(`^(::)?Rails\.env(\.\w+\?|\s*[=!]=.*)?$`)

// VariableName returns the variable of the environment that a setting names:
// `ENV.TIER`, `ENV["TIER"]`. ok is false for other expressions.
func VariableName(expr string) (name string, ok bool) {
	if name, ok := strings.CutPrefix(expr, "ENV."); ok {
		return name, !strings.Contains(name, "(")
	}
	if !strings.Contains(expr, "ENV") {
		return "", false
	}
	file, err := grammar.Parse("", []byte(expr))
	if err != nil || len(file.Body.List) != 1 {
		return "", false
	}
	i, ok := file.Body.List[0].(*grammar.Index)
	if !ok || len(i.Args) != 1 || strings.TrimPrefix(grammar.String(i.Recv), "::") != "ENV" {
		return "", false
	}
	s, ok := i.Args[0].(*grammar.Str)
	if !ok {
		return "", false
	}
	return s.Value, true
}

// VariableText returns the source of a variable, as conditions have it.
func VariableText(name string) string { return "ENV[" + `"` + name + `"` + "]" }

// Matches returns the expression whose value says, for all requests, whether an object
// that no file defines admits them: `Gate.new.matches?`.
func Matches(constraint string) string { return constraint + ".matches?" }

// ParseExpression returns the text of an unknown value, parsed; nil if it is no Ruby.
func ParseExpression(source string) grammar.Expr {
	source = strings.ReplaceAll(source, " { ... }", "")
	if _, rest, ok := strings.Cut(source, " stays: "); ok {
		source = rest
	}
	file, err := grammar.Parse("", []byte(strings.TrimLeft(source, "*")))
	if err != nil || len(file.Body.List) != 1 {
		return nil
	}
	return file.Body.List[0]
}

// IndexExpression returns where a text has an expression that is no part of a longer
// name; -1 if it has none.
func IndexExpression(text, expr string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], expr)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(expr)
		if (i == 0 || (!inName(text[i-1]) || text[i-1] == '!' || text[i-1] == '?') && text[i-1] != '.' && !(i > 1 && text[i-2:i] == "::")) && (end == len(text) || !inName(text[end]) && !strings.HasPrefix(text[end:], "::")) {
			return i
		}
		from = i + 1
	}
}

func inName(c byte) bool {
	return c == '_' || c == '?' || c == '!' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Decider returns the condition that picks a value; nil if none does.
func Decider(v dsl.Value) *dsl.Unknown {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		return nil
	}
	if on, _, _, ok := u.Choice(); ok {
		return on
	}
	on, _, _ := u.Guarded()
	return on
}

// IsConstant reports whether a text is the name of a constant, `Sidekiq::Web`.
func IsConstant(s string) bool {
	s = strings.TrimPrefix(s, "::")
	for part := range strings.SplitSeq(s, "::") {
		if part == "" || part[0] < 'A' || part[0] > 'Z' || wordEnd(part, 0) < len(part) {
			return false
		}
	}
	return true
}
