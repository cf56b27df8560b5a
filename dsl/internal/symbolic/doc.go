// Package symbolic holds what an expression means whose value only the running
// application knows: a reference, a call, or what !, &&, || and ?: make of others. A
// [Node] is compared by what it means, not by its source, which [Node.Text] writes when
// somebody asks for it. [Implies] and [Evaluator] say what follows from what is known.
//
// Read node.go first, then text.go and truth.go.
package symbolic
