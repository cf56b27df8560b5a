package route

import "strings"

// A NodeKind is the kind of a [Node].
type NodeKind uint8

// The kinds of nodes, each with an example of its text.
const (
	Literal NodeKind = iota // posts
	Slash                   // /
	Dot                     // .
	Segment                 // :id
	Glob                    // *rest
	Group                   // ( ... ), its content in Children
	Or                      // a|b, its alternatives in Children
	Seq                     // several nodes in a row, in Children
)

// A Node is one part of a path, see [Path.Tree]. Rails: Journey::Nodes.
type Node struct {
	Kind     NodeKind
	Text     string // of Literal, Slash, Dot, Segment (with its colon) and Glob
	Children []*Node
}

// Name is the parameter's name of a Segment or Glob.
func (n *Node) Name() string {
	if n.Kind == Segment || n.Kind == Glob {
		return n.Text[1:]
	}
	return ""
}

// String returns the text that the node was parsed from. Rails:
// Journey::Visitors::String.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	switch n.Kind {
	case Group:
		b.WriteByte('(')
		n.Children[0].write(b)
		b.WriteByte(')')
	case Or:
		for i, c := range n.Children {
			if i > 0 {
				b.WriteByte('|')
			}
			c.write(b)
		}
	case Seq:
		for _, c := range n.Children {
			c.write(b)
		}
	default:
		b.WriteString(n.Text)
	}
}

func (n *Node) params(list []Param, optional bool) []Param {
	switch n.Kind {
	case Segment, Glob:
		return append(list, Param{Name: n.Name(), Optional: optional, Glob: n.Kind == Glob})
	case Group:
		optional = true
	}
	for _, c := range n.Children {
		list = c.params(list, optional)
	}
	return list
}

// maxPathGroups bounds how deep groups may nest.
const maxPathGroups = 1000

// A pathParser follows Journey's parser token by token, its slips included: it
// forgives an unmatched `)` (the rest of the path is lost), and where it makes
// a tree with holes, Rails fails with an error of Ruby's.
type pathParser struct {
	s     string
	pos   int
	next  token
	depth int
}

type token struct {
	kind byte // 0 at the end, else one of . / ( ) | : * or 'a' for a literal
	text string
}

// parseTree parses a path into its nodes.
func parseTree(text string) (*Node, error) {
	p := &pathParser{s: text}
	if err := p.advance(); err != nil {
		return nil, err
	}
	n, err := p.expressions()
	if err != nil {
		return nil, err
	}
	if n == nil {
		return nil, nilNode("each")
	}
	if n.hole() {
		return nil, nilNode("symbol?")
	}
	return n, nil
}

func nilNode(method string) error {
	return &PathError{"NoMethodError", "undefined method '" + method + "' for nil"}
}

// hole tells whether a node is missing somewhere in the tree.
func (n *Node) hole() bool {
	if n == nil {
		return true
	}
	for _, c := range n.Children {
		if c.hole() {
			return true
		}
	}
	return false
}

// advance reads the next token.
func (p *pathParser) advance() error {
	s, i := p.s, p.pos
	if i >= len(s) {
		p.next = token{}
		return nil
	}
	c := s[i]
	end := i + 1
	switch {
	case c == ':':
		if end == len(s) {
			return &PathError{"TypeError", "no implicit conversion from nil to integer"}
		}
		if pathByte[s[end]]&tokenByte != 0 {
			p.next = token{'a', ":"}
		} else {
			end = wordEnd(s, end)
			p.next = token{':', s[i:end]}
		}
	case c == '*':
		end = wordEnd(s, end)
		p.next = token{'*', s[i:end]}
	case pathByte[c]&tokenByte != 0:
		p.next = token{c, s[i:end]}
	default:
		end = p.literalEnd(i)
		p.next = token{'a', strings.ReplaceAll(s[i:end], `\`, "")}
	}
	p.pos = end
	return nil
}

func (p *pathParser) literalEnd(i int) int {
	s, start := p.s, i
	for i < len(s) {
		switch {
		case pathByte[s[i]]&literalByte != 0:
			i++
		case s[i] == '\\' && i+1 < len(s) && strings.IndexByte(":()", s[i+1]) >= 0:
			i += 2
		default:
			if i > start {
				return i
			}
			return i + charLen(s[i:])
		}
	}
	return i
}

// charLen is the length of the first character of s.
func charLen(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

func (p *pathParser) expressions() (*Node, error) {
	n, err := p.expression()
	if err != nil {
		return nil, err
	}
	list := []*Node{n}
	for p.next.kind != 0 && p.next.kind != ')' {
		or := p.next.kind == '|'
		if or {
			if err := p.advance(); err != nil {
				return nil, err
			}
		}
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		if or {
			last := len(list) - 1
			list[last] = &Node{Kind: Or, Children: []*Node{list[last], n}}
		} else {
			list = append(list, n)
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return &Node{Kind: Seq, Children: list}, nil
}

// expression reads one node; nil where Journey reads a hole.
func (p *pathParser) expression() (*Node, error) {
	t := p.next
	if err := p.advance(); err != nil {
		return nil, err
	}
	switch t.kind {
	case '(':
		return p.group()
	case '*':
		return &Node{Kind: Glob, Text: t.text}, nil
	case ':':
		return &Node{Kind: Segment, Text: t.text}, nil
	case 'a':
		return &Node{Kind: Literal, Text: t.text}, nil
	case '/':
		return &Node{Kind: Slash, Text: t.text}, nil
	case '.':
		return &Node{Kind: Dot, Text: t.text}, nil
	}
	return nil, nil
}

func (p *pathParser) group() (*Node, error) {
	if p.depth++; p.depth > maxPathGroups {
		return nil, &PathError{"SystemStackError", "stack level too deep"}
	}
	n, err := p.expressions()
	if err != nil {
		return nil, err
	}
	p.depth--
	if p.next.kind != ')' {
		return nil, &PathError{"ArgumentError", "missing right parenthesis."}
	}
	return &Node{Kind: Group, Children: []*Node{n}}, p.advance()
}
