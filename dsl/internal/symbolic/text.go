package symbolic

import "strings"

// maxText bounds the text of a node, in bytes: an expression that holds another one twice
// would double it with each step.
const maxText = 1 << 14

// Text returns the Ruby source of the node. A long one ends in dots.
func (n *Node) Text() string {
	switch n.kind {
	case not:
		return "!" + n.ops[0].Operand()
	case and, or:
	default:
		return n.text
	}
	if made := n.made.Load(); made != nil {
		return *made
	}
	var space [256]byte
	text := finished(n.append(space[:0]))
	n.made.Store(&text)
	return text
}

// Operand returns the text as a part of a larger expression.
func (n *Node) Operand() string {
	if !n.needsParens {
		return n.Text()
	}
	return "(" + n.Text() + ")"
}

func finished(b []byte) string {
	if len(b) > maxText {
		return shortened(string(b))
	}
	return string(b)
}

func shortened(text string) string { return strings.ToValidUTF8(text[:maxText], "") + "..." }

// append appends the text, as far as it is not too long.
func (n *Node) append(b []byte) []byte {
	if len(b) > maxText {
		return b
	}
	if n.made != nil {
		if made := n.made.Load(); made != nil {
			return append(b, *made...)
		}
	}
	switch n.kind {
	case not:
		return n.ops[0].appendOperand(append(b, '!'))
	case and:
		b = append(n.ops[0].appendPart(b, and), " && "...)
		return n.ops[1].appendPart(b, and)
	case or:
		b = append(n.ops[0].appendPart(b, or), " || "...)
		return n.ops[1].appendPart(b, or)
	}
	return append(b, n.text...)
}

func (n *Node) appendOperand(b []byte) []byte {
	if !n.needsParens {
		return n.append(b)
	}
	return append(n.append(append(b, '(')), ')')
}

// appendPart appends an operand of && or ||, which needs no parentheses if it is one too.
func (n *Node) appendPart(b []byte, k kind) []byte {
	if n.kind == k {
		return n.append(b)
	}
	return n.appendOperand(b)
}
