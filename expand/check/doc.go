// Package check finds problems in a table: unreachable routes, unknown conditions and
// values, and the settings that would make the table exact.
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
// Unreachable routes: shadow.go.
//
// Unset expressions: missing.go, find.go (the expressions to set), expression.go (how
// they are used), methods.go (what methods of data reveal), shape.go (the kind of value)
// and sample.go (an example of it), template.go (the file that sets them).
package check
