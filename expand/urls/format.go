package urls

import (
	"signalbox/dsl"
	"signalbox/expand/route"
)

// A pathFormat writes a path from its parts: a path pattern, compiled. A group
// whose part is missing writes nothing, and so does the whole path. Rails:
// Journey::Format and Visitors::FormatBuilder.
type pathFormat struct {
	parts []formatPart
	// simple tells that the path is made of texts and parts only, with an
	// optional format behind them that may be left out.
	simple bool
}

// A formatPart is a text, a dynamic part or a group.
type formatPart struct {
	text  string
	key   dsl.Value   // of a dynamic part
	safe  *byteSet    // how it is escaped
	group *pathFormat // of a group
}

// newPathFormat compiles a path.
func newPathFormat(n *route.Node) *pathFormat {
	f := &pathFormat{}
	f.add(n)
	f.simple = true
	for i, p := range f.parts {
		if p.group != nil && (i != len(f.parts)-1 || !p.group.onlyFormat()) {
			f.simple = false
		}
	}
	return f
}

// onlyFormat tells the group (.:format).
func (f *pathFormat) onlyFormat() bool {
	return len(f.parts) == 2 && f.parts[0].text == "." && f.parts[1].key == formatOption
}

func (f *pathFormat) add(n *route.Node) {
	switch n.Kind {
	case route.Seq:
		for _, c := range n.Children {
			f.add(c)
		}
	case route.Group:
		f.parts = append(f.parts, formatPart{group: newPathFormat(n.Children[0])})
	case route.Glob:
		f.parts = append(f.parts, formatPart{key: dsl.Symbol(n.Name()), safe: pathBytes})
	case route.Segment:
		safe := segmentBytes
		if n.Name() == "controller" {
			safe = pathBytes
		}
		f.parts = append(f.parts, formatPart{key: dsl.Symbol(n.Name()), safe: safe})
	case route.Or:
		// Rails' builder does not visit alternatives: it writes their source.
		for _, c := range n.Children {
			f.addText(c.String())
		}
	default:
		f.addText(n.Text)
	}
}

func (f *pathFormat) addText(s string) {
	if last := len(f.parts) - 1; last >= 0 && f.parts[last].key == nil && f.parts[last].group == nil {
		f.parts[last].text += s
		return
	}
	f.parts = append(f.parts, formatPart{text: s})
}

// write appends the path to b; parts holds what to_param made of the values.
func (f *pathFormat) write(c *urlCall, b []byte, parts *dsl.Hash) []byte {
	start := len(b)
	for i := range f.parts {
		p := &f.parts[i]
		if p.key != nil && isNone(option(parts, p.key)) {
			return b[:start]
		}
	}
	for i := range f.parts {
		p := &f.parts[i]
		switch {
		case p.group != nil:
			b = p.group.write(c, b, parts)
		case p.key != nil:
			text := c.toS(option(parts, p.key))
			checkURLText(text)
			b = appendEscaped(b, text, p.safe, false)
		default:
			b = append(b, p.text...)
		}
	}
	return b
}

// names are the dynamic parts outside of groups.
func (f *pathFormat) names() []string {
	var all []string
	for _, p := range f.parts {
		if name, ok := p.key.(dsl.Symbol); ok {
			all = append(all, string(name))
		}
	}
	return all
}
