// Package lint puts together what is found in a table of routes, as `routes check` prints it:
// each finding with a stable code, a remedy and a fingerprint.
//
//	found := lint.Check(table, controllers.New(fsys, table))
//	found = lint.Disable(table, found) // by comments: # routes:disable unreachable old links
//	for _, f := range found {
//		fmt.Println(f.Pos, f.Code, f.Message)
//	}
//
// # Files in order
//
// code.go (the codes), finding.go (a finding), check.go (what a table and its requests show),
// reach.go (routes that are not reached), remarks.go (what declarations say in vain), paths.go (paths), redirects.go, draw.go (files), actions.go (controllers and
// actions), edit.go and mend.go (what mends a finding), fix.go, disable.go (comments), baseline.go (what is known),
// json.go, sarif.go and github.go (how they are written).
package lint
