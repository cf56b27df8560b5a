// Package gitfs reads the files of a revision in a git repository as a file system.
//
//	repo, err := gitfs.Open(ctx, "shop/config")
//	defer repo.Close()
//	id, err := repo.Commit("HEAD~2")
//	fsys, err := repo.FS(id, "shop")
//	text, err := fs.ReadFile(fsys, "config/routes.rb")
//
// git is the only program that is run: rev-parse and merge-base to understand names, and one
// cat-file for all objects. Nothing is checked out, no filter and no text conversion is
// applied, no hook runs, and nothing is fetched.
//
// # Files in order
//
// repository.go (names of revisions), objects.go (what cat-file says), tree.go (the file
// system).
package gitfs
