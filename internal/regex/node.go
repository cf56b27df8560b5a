package regex

// A node is a part of a parsed pattern. Flags are already resolved into it.
type node interface{}

type (
	// setNode matches one code point of a set: `a`, `.`, `\d`, `[a-z&&[^e]]`.
	setNode struct {
		set  set
		form setForm
	}

	// charNode is a character as written; joinChars turns runs of them into setNode and foldNode.
	charNode struct {
		r    rune
		fold bool
	}

	// foldNode is one of several sequences that are equal when case is ignored: `ss` under i is also ß.
	foldNode struct {
		alts  [][]set
		width int // characters in the source, which is what a look-behind counts
	}

	// catNode is a sequence, altNode is `a|b`.
	catNode struct{ subs []node }
	altNode struct{ subs []node }

	// repNode is a quantifier; max is -1 for no limit.
	repNode struct {
		sub      node
		min, max int
		kind     repKind
	}

	// groupNode is `(a)` or `(?<name>a)`. index is 0 for a group that does not capture, because named groups exist, and for the whole pattern
	// as `\g<0>` calls it.
	groupNode struct {
		sub       node
		name      string
		index     int
		number    int  // its place among all groups
		referred  bool // by a back-reference or a call
		called    bool
		recursive bool // calls itself
	}

	// atomicNode is `(?>a)`.
	atomicNode struct{ sub node }

	// lookNode is `(?=a)`, `(?!a)`, `(?<=a)` or `(?<!a)`.
	lookNode struct {
		sub         node
		behind, not bool
	}

	// assertNode is an anchor.
	assertNode struct{ kind assertKind }

	// backrefNode is `\1` or `\k<name>`; several groups of one name are tried from the last.
	backrefNode struct {
		groups  []int
		targets []*groupNode
		ref     groupRef
		fold    bool
	}

	// callNode is `\g<name>`: the group's pattern once more.
	callNode struct {
		ref    groupRef
		target *groupNode
	}

	// condNode is `(?(1)yes|no)`.
	condNode struct {
		ref     groupRef
		groups  []int
		yes, no node
	}

	// keepNode is `\K`: the match starts here.
	keepNode struct{}

	// absentNode is `(?~a)`: any text that a is not in.
	absentNode struct{ sub node }
)

// A groupRef is a group as written: a name, a number, or a number relative to the place (before = groups opened so far).
type groupRef struct {
	name     string
	num      int
	relative bool
	before   int
}

// A setForm is how a set was written, see onigmoSize.
type setForm int

const (
	classForm setForm = iota
	charForm          // a character, with or without its other cases
	typeForm          // `.` or `\w`
)

type repKind int

const (
	greedy repKind = iota
	lazy
	possessive
)

type assertKind int

const (
	beginLine      assertKind = iota // ^
	endLine                          // $
	beginText                        // \A
	endText                          // \z
	endTextNewline                   // \Z
	wordBoundary                     // \b
	notBoundary                      // \B
	asciiBoundary                    // \b under (?a)
	asciiNotBoundary
	searchStart // \G
)

// children gives the nodes inside n.
func children(n node) []node {
	switch n := n.(type) {
	case *catNode:
		return n.subs
	case *altNode:
		return n.subs
	case *repNode:
		return []node{n.sub}
	case *groupNode:
		return []node{n.sub}
	case *atomicNode:
		return []node{n.sub}
	case *lookNode:
		return []node{n.sub}
	case *condNode:
		return []node{n.yes, n.no}
	case *absentNode:
		return []node{n.sub}
	}
	return nil
}

// walk calls f for n and all nodes inside, in the order of the source.
func walk(n node, f func(node)) {
	f(n)
	for _, c := range children(n) {
		walk(c, f)
	}
}
