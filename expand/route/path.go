package route

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// A Path is a route's path pattern in the language of Rails' Journey:
//
//	/posts/:id(.:format)      a dynamic segment and an optional format
//	/files/*rest              a glob, which may hold slashes
//	(/:locale)/about          an optional group
//
// It is parsed once, for its parameters; [Path.Tree] has the nodes for those
// who match or generate. Rails: Journey::Path::Pattern and Journey::Ast.
type Path struct {
	text   string
	params []Param
	tree   *Node // of the rare path that does not parse to itself
}

// A Param is one dynamic part of a path: `:id`, or the glob `*rest`.
type Param struct {
	Name     string
	Optional bool // stands in a group
	Glob     bool
}

// A PathError is a path that Journey refuses. Class is the Ruby class of the
// exception: ArgumentError "missing right parenthesis." for `/a(b`, but
// NoMethodError or TypeError where Journey itself stumbles (`/a()`, `/a:`).
type PathError struct {
	Class, Message string
}

func (e *PathError) Error() string { return e.Message }

// ParsePath parses a path:
//
//	p, _ := expand.ParsePath("/posts/:id(.:format)")
//	p.Names() // [id format]
//
// Rails: Journey::Parser.parse.
func ParsePath(text string) (*Path, error) {
	p := &Path{text: text}
	room := make([]Param, 0, 4)
	if len(text) > longPath {
		room = make([]Param, 0, strings.Count(text, ":")+strings.Count(text, "*"))
	}
	params, ok := scanParams(text, room)
	if !ok || text == "" {
		return parseSlow(text)
	}
	p.params = shareParams(params)
	return p, nil
}

// longPath is where counting the parameters of a path pays.
const longPath = 100

// parseSlow is for the rare paths whose text is not their own spec: an
// unmatched `)` ends a path early, `|` and escapes need the tree.
func parseSlow(text string) (*Path, error) {
	tree, err := parseTree(text)
	if err != nil {
		return nil, err
	}
	p := &Path{tree: tree}
	var b strings.Builder
	tree.write(&b)
	p.text = b.String()
	p.params = tree.params(nil, false)
	return p, nil
}

// String is the path as `rails routes` prints it, Rails' path.spec.to_s.
func (p *Path) String() string { return p.text }

// Params lists the dynamic parts from left to right; a name may occur twice.
func (p *Path) Params() []Param { return p.params }

// Names lists the parameters' names from left to right. Rails: Pattern#names.
func (p *Path) Names() []string {
	names := make([]string, len(p.params))
	for i, q := range p.params {
		names[i] = q.Name
	}
	return names
}

// Has reports whether the path has a parameter of that name.
func (p *Path) Has(name string) bool {
	for i := range p.params {
		if p.params[i].Name == name {
			return true
		}
	}
	return false
}

// HasKey is [Path.Has] for the key of a hash.
func (p *Path) HasKey(key dsl.Value) bool {
	name, ok := key.(dsl.Symbol)
	return ok && p.Has(string(name))
}

// Glob reports whether the path holds a glob. Rails: Route#glob?.
func (p *Path) Glob() bool {
	for i := range p.params {
		if p.params[i].Glob {
			return true
		}
	}
	return false
}

// fixedStart is a text that everything begins with that the path matches.
func (p *Path) fixedStart() string {
	if p.tree != nil {
		return ""
	}
	i := strings.IndexAny(p.text, `:*(|\`)
	if i < 0 {
		return p.text
	}
	return p.text[:i]
}

// Required lists the names that stand outside of every group; a name that also
// stands in a group is not among them. Rails: Pattern#required_names.
func (p *Path) Required() []string {
	required := []string{}
	for _, q := range p.params {
		if !p.optional(q.Name) {
			required = append(required, q.Name)
		}
	}
	return required
}

// Optional lists the names that stand in a group, each once. Rails:
// Pattern#optional_names.
func (p *Path) Optional() []string {
	optional := []string{}
	for _, q := range p.params {
		if q.Optional && !slices.Contains(optional, q.Name) {
			optional = append(optional, q.Name)
		}
	}
	return optional
}

func (p *Path) optional(name string) bool {
	for _, q := range p.params {
		if q.Optional && q.Name == name {
			return true
		}
	}
	return false
}

// Tree returns the nodes of the path. It must not be changed.
func (p *Path) Tree() *Node {
	if p.tree != nil {
		return p.tree
	}
	tree, err := parseTree(p.text)
	if err != nil { // the spec of a parsed path parses again
		return &Node{Kind: Literal, Text: p.text}
	}
	return tree
}

// ---- scanning

// Character classes of Journey's scanner.
const (
	tokenByte   = 1 << iota // . / ( ) | : *
	wordByte                // \w
	literalByte             // [\w%\-~!$&'*+,;=@]
)

var pathByte = func() (t [256]uint8) {
	for _, c := range []byte("./()|:*") {
		t[c] |= tokenByte
	}
	for c := range 128 {
		b := byte(c)
		if b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' {
			t[c] |= wordByte | literalByte
		}
	}
	for _, c := range []byte("%-~!$&'*+,;=@") {
		t[c] |= literalByte
	}
	return t
}()

// scanParams collects the parameters of a path whose text is its own spec; ok
// is false for every other path.
func scanParams(s string, params []Param) (_ []Param, ok bool) {
	depth := 0
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '(':
			if i+1 == len(s) || s[i+1] == ')' {
				return nil, false
			}
			depth++
			i++
		case ')':
			if depth--; depth < 0 {
				return nil, false
			}
			i++
		case '|', '\\':
			return nil, false
		case ':', '*':
			if c == ':' {
				if i+1 == len(s) {
					return nil, false
				}
				if pathByte[s[i+1]]&tokenByte != 0 {
					i++
					continue
				}
			}
			end := wordEnd(s, i+1)
			params = append(params, Param{Name: s[i+1 : end], Optional: depth > 0, Glob: c == '*'})
			i = end
		case '/', '.':
			i++
		default:
			i++
			if pathByte[c]&literalByte != 0 {
				for i < len(s) && pathByte[s[i]]&literalByte != 0 {
					i++
				}
			}
		}
	}
	return params, depth == 0
}

func wordEnd(s string, i int) int {
	for i < len(s) && pathByte[s[i]]&wordByte != 0 {
		i++
	}
	return i
}

// The parameter lists that nearly every route has.
var (
	onlyFormat  = []Param{{Name: "format", Optional: true}}
	idAndFormat = []Param{{Name: "id"}, {Name: "format", Optional: true}}
)

func shareParams(params []Param) []Param {
	switch {
	case len(params) == 0:
		return nil
	case slices.Equal(params, onlyFormat):
		return onlyFormat
	case slices.Equal(params, idAndFormat):
		return idAndFormat
	}
	return slices.Clone(params)
}
