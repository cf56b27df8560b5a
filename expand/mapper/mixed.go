package mapper

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/expand/code"
	"signalbox/grammar"
)

// MentionsClass reports whether a text mentions the class of the mapper, and so may change it.
func MentionsClass(src []byte) bool {
	return bytes.Contains(src, []byte(classText)) || bytes.Contains(src, []byte("class Mapper")) && bytes.Contains(src, []byte("Routing"))
}

// classText is the class that modules are mixed into.
const classText = "Routing::Mapper"

// MixesIn reports whether an expression mixes something into the mapper's class, or into one of
// its modules: `ActionDispatch::Routing::Mapper.include X`, also with prepend, class_eval,
// send(:include, X), or `ActionDispatch::Routing::Mapper::Resources.prepend X`.
func MixesIn(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	if !ok || c.Recv == nil {
		return false
	}
	on := grammar.String(c.Recv)
	if strings.HasSuffix(on, classText) {
		return true
	}
	last := code.LastName(on)
	return strings.HasSuffix(strings.TrimSuffix(on, "::"+last), classText) && slices.Contains(Modules, last)
}

// ChangesClass reports whether a piece of code mixes something into the mapper, or opens its
// class, anywhere in it.
func ChangesClass(x grammar.Node) bool {
	return code.Any(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Call:
			return MixesIn(n)
		case *grammar.Class:
			return code.LastName(grammar.String(n.Name)) == "Mapper"
		case *grammar.Module:
			return strings.Contains(grammar.String(n.Name), classText)
		}
		return false
	})
}
