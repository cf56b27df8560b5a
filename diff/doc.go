// Package diff compares two tables of routes: those of two revisions of an application, or
// of an application and its rewrite.
//
//	report := diff.Compare(before, after)
//	for _, e := range report.Exposure {
//		fmt.Println(e.Kind, e.After.Path, e.Detail)
//	}
//	report.WriteMarkdown(os.Stdout, diff.Names{Before: "main", After: "topic"})
//
// Where a row stands in its file, and which line declares it, is no difference; which of two
// rows answers a request is one.
//
// # Files in order
//
// row.go and guard.go (what a row says), pair.go (which rows are the same), compare.go (the report),
// exposure.go (what opens), precedence.go (which row answers), text.go, json.go and
// markdown.go (how it is printed).
package diff
