// Package symbolic implements expressions whose value is unknown: references, calls, and
// their combinations by !, &&, || and ?:. A [Node] is compared by meaning, not by source
// code, which [Node.Text] writes on demand. [Implies] and [Evaluator] draw conclusions from
// known facts.
//
// Read node.go first, then text.go and truth.go.
package symbolic
