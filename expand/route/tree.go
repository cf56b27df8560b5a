package route

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A TreeNode is a segment of the paths of a table, with the routes that end there and the
// segments that follow. An optional segment stands with its parentheses, `(/:locale)`; the
// format that most paths may end in is left out.
type TreeNode struct {
	Segment  string // "/posts", "/:id", "(/:locale)"
	Path     string // with the segments before, "/posts/:id"
	Routes   []*Route
	Children []*TreeNode
}

// Tree returns the rows that a filter chooses by the segments of their paths, in the order of
// the table.
func (t *Table) Tree(f Filter) (*TreeNode, error) {
	rows, err := t.Rows(f)
	if err != nil {
		return nil, err
	}
	root := &TreeNode{}
	for _, r := range rows {
		node := root
		for _, segment := range segments(r.Path.String()) {
			node = node.child(segment)
		}
		node.Routes = append(node.Routes, r)
	}
	return root, nil
}

func (n *TreeNode) child(segment string) *TreeNode {
	if i := slices.IndexFunc(n.Children, func(c *TreeNode) bool { return c.Segment == segment }); i >= 0 {
		return n.Children[i]
	}
	c := &TreeNode{Segment: segment, Path: n.Path + segment}
	n.Children = append(n.Children, c)
	return c
}

// segments splits a path before each slash that is not within parentheses.
func segments(path string) []string {
	path = strings.TrimSuffix(path, "(.:format)")
	var list []string
	depth, begin := 0, 0
	cut := func(at int) {
		if at > begin {
			list = append(list, path[begin:at])
			begin = at
		}
	}
	for i := range len(path) {
		switch path[i] {
		case '(':
			if depth == 0 && strings.HasPrefix(path[i:], "(/") {
				cut(i)
			}
			depth++
		case ')':
			depth--
		case '/':
			if depth == 0 {
				cut(i)
			}
		}
	}
	cut(len(path))
	return list
}

// count is how many routes there are at a node and below it.
func (n *TreeNode) count() int {
	all := len(n.Routes)
	for _, c := range n.Children {
		all += c.count()
	}
	return all
}

// Write prints the tree, one segment a line, two spaces a level, with verbs and endpoints
// behind it. Lines are cut to width, 0 for none; levels below depth are counted, 0 for all.
//
//	/posts    GET posts#index, POST posts#create
//	  /:id    GET posts#show
func (n *TreeNode) Write(w io.Writer, depth, width int) error {
	var lines [][2]string
	for _, c := range n.Children {
		lines = c.lines(lines, 0, depth)
	}
	column := 0
	for _, l := range lines {
		column = max(column, min(utf8.RuneCountInString(l[0]), maxTreeColumn))
	}
	out := bufio.NewWriter(w)
	for _, l := range lines {
		text := strings.TrimRight(fmt.Sprintf("%-*s  %s", column, l[0], l[1]), " ")
		if runes := []rune(text); width > 0 && len(runes) > width {
			text = string(runes[:max(width-1, 0)]) + "…"
		}
		fmt.Fprintln(out, text)
	}
	return out.Flush()
}

// maxTreeColumn is how wide the segments get for the sake of those below.
const maxTreeColumn = 60

func (n *TreeNode) lines(lines [][2]string, level, depth int) [][2]string {
	indent := strings.Repeat("  ", level)
	var parts []string
	for _, r := range n.Routes {
		parts = append(parts, strings.TrimSpace(r.Verb()+" "+r.EndpointText()))
	}
	lines = append(lines, [2]string{indent + n.Segment, strings.Join(parts, ", ")})
	if level+1 == depth && len(n.Children) > 0 {
		more := n.count() - len(n.Routes)
		return append(lines, [2]string{indent + "  ...", fmt.Sprintf("%d below", more)})
	}
	for _, c := range n.Children {
		lines = c.lines(lines, level+1, depth)
	}
	return lines
}

// TreeSchema is the name of the form that a tree's MarshalJSON writes.
const TreeSchema = "routes.tree/1"

type jsonTree struct {
	Schema   string      `json:"schema,omitempty"` // of the first node
	Segment  string      `json:"segment"`
	Path     string      `json:"path"`
	Routes   []jsonLeaf  `json:"routes"`
	Children []*jsonTree `json:"children"`
}

type jsonLeaf struct {
	Index    int    `json:"index"`
	Name     string `json:"name"`
	Verb     string `json:"verb"`
	Endpoint string `json:"endpoint"`
}

// MarshalJSON writes a node with those below it:
// {"schema":"routes.tree/1","segment":"","path":"","routes":[{"index","name","verb","endpoint"}],"children":[...]}.
func (n *TreeNode) MarshalJSON() ([]byte, error) {
	p := n.plain()
	p.Schema = TreeSchema
	return json.Marshal(p)
}

func (n *TreeNode) plain() *jsonTree {
	p := &jsonTree{Segment: n.Segment, Path: n.Path, Routes: []jsonLeaf{}, Children: []*jsonTree{}}
	for _, r := range n.Routes {
		p.Routes = append(p.Routes, jsonLeaf{r.Index, r.Name, r.Verb(), r.EndpointText()})
	}
	for _, c := range n.Children {
		p.Children = append(p.Children, c.plain())
	}
	return p
}
