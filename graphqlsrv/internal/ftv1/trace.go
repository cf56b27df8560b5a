package ftv1

import (
	"encoding/base64"
	"net/http"
	"sync"
	"time"
)

// Asked reports whether a gateway asks for a trace.
func Asked(h http.Header) bool {
	asked := h["Apollo-Federation-Include-Trace"]
	return len(asked) > 0 && asked[0] == "ftv1"
}

// MaxNodes bounds the fields and items of lists that a trace has. One that lacks some says so.
const MaxNodes = 10_000

// MaxDepth bounds how deep they are: readers of Protocol Buffers, such as the prost of Apollo Router,
// take 100 messages within one another, of which the trace, its root, an error and its place are four.
const MaxDepth = 96

// A Trace is that of one operation. Its methods may be called concurrently.
type Trace struct {
	begin time.Time

	mu         sync.Mutex
	root       node
	nodes      map[step]*node
	incomplete bool
}

// A step leads from a node to one below it: by a response key, or the index of an item.
type step struct {
	from *node
	part any
}

type node struct {
	part       any // string or int; nil of the root
	field      Field
	begin, end time.Duration
	errors     []message
	children   []*node
}

// A Field is one of the schema.
type Field struct{ Name, Parent, Type string }

// New begins a trace.
func New() *Trace { return &Trace{begin: time.Now(), nodes: map[step]*node{}} }

// Resolved adds a field, by the path of its value: strings and ints.
func (t *Trace) Resolved(path []any, f Field, begin, end time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.at(path); ok {
		n.field, n.begin, n.end = f, begin.Sub(t.begin), end.Sub(t.begin)
	}
}

// An Error is one of the answer.
type Error struct {
	Message string
	Places  [][2]int // lines and columns of the query
	JSON    []byte   // the error as an answer has it
}

// Failed adds an error of the value at a path.
func (t *Trace) Failed(path []any, e Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, _ := t.at(path)
	n.errors = append(n.errors, e.encode())
}

// at returns the node at a path, or else the last one before it that there is room for.
func (t *Trace) at(path []any) (n *node, ok bool) {
	n = &t.root
	for depth, part := range path {
		next := t.nodes[step{n, part}]
		if next == nil {
			if len(t.nodes) == MaxNodes || depth == MaxDepth {
				t.incomplete = true
				return n, false
			}
			next = &node{part: part}
			t.nodes[step{n, part}] = next
			n.children = append(n.children, next)
		}
		n = next
	}
	return n, true
}

// Append ends the trace and appends it in base64.
func (t *Trace) Append(dst []byte) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return base64.StdEncoding.AppendEncode(dst, t.encode(time.Now()))
}
