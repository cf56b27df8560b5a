package expand

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// What a block of code that is not read is given may be the mapper:
// `Foo.draw { |m| m.resources :posts }`.

// Source implements dsl.EscapeObserver.
func (m *Mapper) Source() string { return "self" }

// Claims implements dsl.EscapeObserver: words that are called as the mapper's are.
func (m *Mapper) Claims(c *dsl.Call) bool {
	if m.l.sealed {
		return false
	}
	if m.l.ofGem(c.Name) {
		return c.Block != nil || strings.Contains(c.Name, "_")
	}
	hash, _ := ruby.OldOptions(c.Args)
	options := c.Keywords.Len() > 0 || hash != nil
	switch c.Name {
	case "get", "post", "put", "patch", "delete", "options", "connect", "match":
		return options // a client of HTTP, a cache and a text have these too
	case "root":
		return options || len(c.Args) == 1 && isTarget(c.Args[0])
	case "resources", "resource", "mount", "concerns":
		return len(c.Args) > 0 || options
	case "draw":
		return len(c.Args) == 1 && isSymbol(c.Args[0])
	case "namespace", "scope", "constraints", "concern", "controller", "defaults", "shallow":
		return c.Block != nil
	}
	return false
}

func isTarget(v dsl.Value) bool {
	s, ok := v.(*dsl.String)
	return ok && strings.Contains(s.String(), "#")
}

func isSymbol(v dsl.Value) bool {
	_, ok := v.(dsl.Symbol)
	return ok
}

// HasEffects implements dsl.EscapeObserver: words that are known, and those of gems.
func (m *Mapper) HasEffects(name string) bool {
	return !strings.HasSuffix(name, "?") && !kernelFunctions[name] && m.l.host.isWord(name)
}

// Escaped implements dsl.EscapeObserver.
func (m *Mapper) Escaped(code *dsl.Unknown) {
	if m.l.sealed {
		return
	}
	m.l.drawsUnknown(onlyKnown, code, "It gets the mapper; its routes are not in the table.")
}

// handedBlock tells of a block for a word that only the application knows.
func (m *Mapper) handedBlock(code *dsl.Unknown) {
	text := code.Text() + ".call"
	if _, known := m.l.host.settle(text); !known {
		m.Escaped(dsl.NewUnknown(text, code.Pos))
	}
}

const onlyKnown = "only the application knows what this draws"

// drawsUnknown tells of a call that may draw.
func (l *drawing) drawsUnknown(what string, call *dsl.Unknown, detail string) {
	d := warning(route.UnknownWord, call.Pos, what+": `"+dsl.Brief(call.Text())+"`", detail)
	d.Source, d.Expr = what+": `"+call.Text()+"`", call.Text()
	l.host.tell(d)
}

// kernelFunctions are those of Ruby and of debuggers that the language here does
// not have: they cannot draw.
var kernelFunctions = map[string]bool{
	"BigDecimal": true, "Complex": true, "JSON": true, "Pathname": true, "Rational": true, "URI": true,
	"printf": true, "putc": true, "gem": true, "global_variables": true, "set_trace_func": true, "trace_var": true,
	"debugger": true, "byebug": true,
}

// Defines implements dsl.Definer: the routing words are the Mapper's methods;
// other names that it takes may be words of a gem.
func (m *Mapper) Defines(name string) bool {
	return words[name].run != nil || m.l.ofGem(name)
}

// Words implements dsl.Definer: what a name may be a slip of.
func (m *Mapper) Words() []string {
	return slices.Concat(slices.Sorted(maps.Keys(words)), m.l.gemWords, clauseKeywords)
}
