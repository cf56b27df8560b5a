package mapper

import (
	"regexp"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
	"signalbox/internal/uri"
)

// joinsTexts finds the expressions that pathOf takes apart.
var joinsTexts = regexp.MustCompile(`[^+]\+ |<< |\.concat\(|^File\.join\(`)

// pathOf is the path that stands for an unknown value. Of texts that are joined
// each has its own placeholder: `prefix + suffix` is :prefix:suffix.
func (d *Drawing) pathOf(u *dsl.Unknown) string {
	if joinsTexts.MatchString(u.Text()) {
		if file, err := grammar.Parse("", []byte(u.Text())); err == nil && len(file.Body.List) == 1 {
			if text, ok := d.joinedPath(file.Body.List[0]); ok {
				return text
			}
		}
	}
	return d.addPlaceholder(":"+placeholder(u), u.Text())
}

// joinedPath is the text of an expression that joins texts; ok is false for
// another one.
func (d *Drawing) joinedPath(x grammar.Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *grammar.Paren:
		if len(x.Stmts.List) == 1 {
			return d.joinedPath(x.Stmts.List[0])
		}
	case *grammar.Call:
		switch recv, _ := x.Recv.(*grammar.Const); {
		case x.Recv == nil || x.Block != nil || len(x.Args) == 0:
		case recv != nil && recv.Name == "File" && x.Name == "join":
			parts := make([]string, len(x.Args))
			for i, a := range x.Args {
				parts[i] = d.textOf(a)
			}
			return uri.SqueezeSlashes(strings.Join(parts, "/")), true
		case len(x.Args) == 1 && (x.Name == "+" || x.Name == "<<" || x.Name == "concat"):
			return d.textOf(x.Recv) + d.textOf(x.Args[0]), true
		}
	}
	return "", false
}

// textOf is a part of a joined path.
func (d *Drawing) textOf(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.Str:
		return x.Value
	case *grammar.Interp:
		var b strings.Builder
		for _, part := range x.Parts {
			b.WriteString(d.textOf(part))
		}
		return b.String()
	}
	if text, ok := d.joinedPath(x); ok {
		return text
	}
	source := grammar.String(x)
	return d.addPlaceholder(":"+placeholder(dsl.NewUnknown(source, grammar.Pos{})), source)
}
