// Package check finds problems in a table: routes that no request reaches,
// conditions that could not be decided, what only the application knows, and what would
// settle it.
//
//	for _, f := range check.Findings(table) {
//		fmt.Println(f)
//	}
//	for _, d := range check.Groups(table) { // each thing once
//		fmt.Println(d, len(d.Places))
//	}
//
// # Files in order
//
// Findings: findings.go, groups.go (those with one cause).
//
// Routes that no request reaches: shadow.go.
//
// What is missing: missing.go, find.go (the expressions that settle a value),
// expression.go (what they tell of it), methods.go (what methods of data tell), shape.go
// (the value that is wanted) and sample.go (one of such).
package check
