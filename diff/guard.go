package diff

import (
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// guardTexts are guards in one way of writing, by what the files say: quotes, spaces, parentheses
// and `lambda` for `->` make no difference.
type guardTexts map[route.Guard]string

// text is a guard on one line.
func (t guardTexts) text(g route.Guard) string {
	key := route.Guard{Kind: g.Kind, Text: g.Text}
	text, ok := t[key]
	if !ok {
		text = g.Kind.String() + " " + plainRuby(g)
		t[key] = text
	}
	return text
}

// plainRuby is the text of a guard in one way of writing; of what is no expression, only the
// spaces change.
func plainRuby(g route.Guard) string {
	text := g.Text
	if g.Kind == route.HashGuard {
		text = "{" + text + "}"
	}
	file, err := grammar.Parse("guard", []byte(text))
	if err != nil || file.Body == nil || len(file.Body.List) != 1 {
		return strings.Join(strings.Fields(g.Text), " ")
	}
	text = grammar.String(arrow(file.Body.List[0]))
	if g.Kind == route.HashGuard {
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}"))
	}
	return text
}

// arrow writes `lambda { }` as `->() { }`, also as an argument: `authenticate :user, lambda { }`.
func arrow(x grammar.Expr) grammar.Expr {
	call, ok := x.(*grammar.Call)
	if !ok {
		return x
	}
	if call.Name == "lambda" && call.Recv == nil && len(call.Args) == 0 && call.Block != nil {
		return &grammar.Lambda{Pos: call.Pos, Params: call.Block.Params, Body: call.Block.Body}
	}
	with := *call
	with.Args = make([]grammar.Expr, len(call.Args))
	for i, arg := range call.Args {
		with.Args[i] = arrow(arg)
	}
	return &with
}
