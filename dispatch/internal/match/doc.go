// Package match finds the routes of a table that match a path and a verb, in order, and
// captures the path's parameters. It does not deal with requests: an [Asker] does.
//
//	trie, unmatchable := match.Compile(table)
//	s := match.Search{Trie: trie}
//	if err := s.Take("/posts/1.json"); err != nil {
//		return err
//	}
//	s.Start("GET")
//	i := s.Find(0) // the first route
//	s.Capture(trie.Routes[i])
//	s.Text(s.Pieces[0]) // "1"
//
// # Files in order
//
// A path: path.go (normalized), work.go (what it may cost).
//
// A table: compiled.go (a route), pattern.go (its path as rows of pairs), trie.go (all of
// them), literals.go (nodes with many children), hosts.go (routes that differ by host).
//
// A search: search.go, stride.go (the path, split on the way), requirement.go (what a parameter must match),
// program.go (captures that the trie cannot decide), simulation.go (patterns that are not rows
// of pairs), single.go (one route without the others).
package match
