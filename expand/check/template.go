package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/expand/settings"
)

// Template returns the text of a [route.SettingsFile] that names what is missing, with what each
// value has to be:
//
//	Settings.sso: # true or false
func Template(missing []Missing) string {
	var b strings.Builder
	b.WriteString("# " + route.SettingsFile + ": unknown values. Set each of them.\n")
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
	for _, known := range settings.Keys {
		if settings.IsLikeKey(expr, known) {
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
		return ruby.Quote(expr)
	}
	return strings.TrimSpace(string(key))
}
