package mapper

import (
	"fmt"
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
	if m.drawing.words == nil {
		return false
	}
	if m.drawing.isOfGem(c.Name) {
		return c.Block != nil || strings.Contains(c.Name, "_")
	}
	claims := words[c.Name].claims
	if claims == nil {
		return false
	}
	hash, _ := ruby.OldOptions(c.Args)
	return claims(c, c.Keywords.Len() > 0 || hash != nil)
}

// HasEffects implements dsl.EscapeObserver: words that are known, and those of gems.
func (m *Mapper) HasEffects(name string) bool {
	return !strings.HasSuffix(name, "?") && m.drawing.Host.MayDraw(name)
}

// Escaped implements dsl.EscapeObserver.
func (m *Mapper) Escaped(code *dsl.Unknown) {
	m.drawing.escaped(code)
}

func (d *Drawing) escaped(code *dsl.Unknown) {
	d.WarnDraws(code, MayDraw)
}

// handedBlock warns of a block for a word that only the application knows.
func (d *Drawing) handedBlock(code *dsl.Unknown) {
	text := code.Text() + ".call"
	if _, known := d.Host.Settle(text); !known {
		d.escaped(dsl.NewUnknown(text, code.Pos))
	}
}

// MayDraw is the message about a call that may draw.
const MayDraw = "`%s` may add routes that are missing here; set it to true if it adds none"

// WarnDraws warns of a call that may draw; format shows it.
func (d *Drawing) WarnDraws(call *dsl.Unknown, format string) {
	w := warning(route.UnknownWord, call.Pos, fmt.Sprintf(format, dsl.Brief(call.Text())))
	w.Source, w.Expr = call.Text(), call.Text()
	d.Host.Tell(w)
}

// Defines implements dsl.Definer: the routing words are the Mapper's methods;
// other names that it takes may be words of a gem.
func (m *Mapper) Defines(name string) bool {
	return words[name].run != nil || m.drawing.isOfGem(name)
}

// Words implements dsl.Definer: what a name may be a slip of.
func (m *Mapper) Words() []string {
	return slices.Concat(slices.Sorted(maps.Keys(words)), m.drawing.GemWords, ClauseKeywords)
}

// ClauseKeywords are the keywords of which a misspelt one is still valid Ruby.
var ClauseKeywords = []string{"else", "elsif", "when", "rescue", "ensure", "unless", "until", "while"}
