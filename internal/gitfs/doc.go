// Package gitfs reads the files of a revision in a git repository as a file system.
//
//	repo, err := gitfs.Open(ctx, "shop/config")
//	defer repo.Close()
//	id, err := repo.Commit("HEAD~2")
//	fsys, err := repo.FS(id, "shop")
//	text, err := fs.ReadFile(fsys, "config/routes.rb")
//
// git is the only program that runs: rev-parse and merge-base resolve names, and one cat-file
// reads all objects. Nothing is checked out or fetched, and no filter, text conversion or hook
// runs.
//
// # Files in order
//
// repository.go (names of revisions), objects.go (the output of cat-file), tree.go (the file
// system).
package gitfs
