// Package lint collects the findings of `routes check`, each with a stable code, a remedy and a
// fingerprint.
//
//	found := lint.Check(table, controllers.New(fsys, table))
//	found = lint.Disable(table, found) // by comments: # routes:disable unreachable old links
//	for _, f := range found {
//		fmt.Println(f.Pos, f.Code, f.Message)
//	}
//
// # Files in order
//
// code.go (the codes), finding.go (a finding), check.go (the table and its requests), reach.go
// (unreachable routes), remarks.go (declarations without effect), paths.go, redirects.go, draw.go
// (files of routes), actions.go (controllers and actions), invalid.go (files with errors), edit.go and mend.go (edits), fix.go,
// disable.go (comments), baseline.go, json.go, sarif.go and github.go (output).
package lint
