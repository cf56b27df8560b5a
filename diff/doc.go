// Package diff compares two tables of routes, such as those of two revisions of an
// application, or of an application and its rewrite.
//
//	report := diff.Compare(before, after)
//	for _, e := range report.Exposure {
//		fmt.Println(e.Kind, e.After.Path, e.Detail)
//	}
//	report.WriteMarkdown(os.Stdout, diff.Names{Before: "main", After: "topic"})
//
// A row's position in its file is not a difference, unless another row then answers a request.
//
// # Files in order
//
// row.go and guard.go (rows), pair.go (pairs of rows), compare.go (the report), exposure.go
// (changes that expose something), precedence.go and hidden.go (which row answers), text.go, json.go and
// markdown.go (output).
package diff
