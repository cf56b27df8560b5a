package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"signalbox/diff"
	"signalbox/expand"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/internal/gitfs"
)

// workingTree is the name of the side that is no revision.
const workingTree = "working tree"

// A side is one of two that are compared.
type side struct {
	name  string
	table *route.Table

	path string // of a folder or a routes file
	rev  string // the id of a commit
}

// isApplication reports whether a side is a whole application, not a routes file.
func (s *side) isApplication() bool {
	if s.rev != "" {
		return true
	}
	info, err := os.Stat(s.path)
	return err == nil && info.IsDir()
}

// compare reads the two sides that the arguments name, and compares them.
func (c *command) compare(ctx context.Context, from *source, args []string) (before, after *side, report *diff.Report, err error) {
	if from.isStdin() {
		return nil, nil, nil, &usageError{"diff reads no routes file from standard input: give a revision, a folder or a file", "routes diff"}
	}
	options, err := c.options(from)
	if err != nil {
		return nil, nil, nil, err
	}
	r := &revisions{ctx: ctx, from: from}
	defer r.close()
	if before, after, err = r.name(args); err != nil {
		return nil, nil, nil, err
	}
	if report, err = r.compare(before, after, options); err != nil {
		return nil, nil, nil, err
	}
	return before, after, report, nil
}

// compare loads two sides, and compares them.
func (r *revisions) compare(before, after *side, options expand.Options) (*diff.Report, error) {
	// Two applications have all that they draw when they boot: a file that they moved into an
	// engine, or that config.paths names, is no difference. A routes file has itself.
	options.Framework = options.Framework || before.isApplication() && after.isApplication()
	options.NoRequests = true
	var wait sync.WaitGroup
	var wrong [2]error
	for i, s := range []*side{before, after} {
		wait.Go(func() { s.table, wrong[i] = r.load(s, options) })
	}
	wait.Wait()
	if err := errors.Join(wrong[:]...); err != nil {
		return nil, err
	}
	report := diff.Compare(before.table, after.table)
	if !report.WantsRequests() {
		return report, nil
	}
	options.NoRequests = false
	var err error
	if after.table, err = r.load(after, options); err != nil {
		return nil, err
	}
	return diff.Compare(before.table, after.table), nil
}

// A revisions finds what the arguments of diff name, and the repository around the
// application if one is a revision.
type revisions struct {
	ctx  context.Context
	from *source
	repo *gitfs.Repository
}

func (r *revisions) close() {
	if r.repo != nil {
		r.repo.Close()
	}
}

// name finds the sides of the arguments.
func (r *revisions) name(args []string) (before, after *side, err error) {
	if len(args) == 0 {
		args = []string{"HEAD"}
	}
	if a, b, ok := strings.Cut(args[0], "..."); ok && len(args) == 1 && !there(args[0]) {
		return r.range3(a, b)
	}
	if a, b, ok := strings.Cut(args[0], ".."); ok && len(args) == 1 && !there(args[0]) {
		args = []string{orHead(a), orHead(b)}
	}
	if before, err = r.side(args[0]); err != nil {
		return nil, nil, err
	}
	if len(args) == 2 {
		after, err = r.side(args[1])
		return before, after, err
	}
	path, err := r.from.file()
	return before, &side{name: workingTree, path: path}, err
}

// range3 are the sides of A...B: their merge base, and B.
func (r *revisions) range3(a, b string) (before, after *side, err error) {
	if before, err = r.revision(orHead(a)); err != nil {
		return nil, nil, err
	}
	if after, err = r.revision(orHead(b)); err != nil {
		return nil, nil, err
	}
	before.rev, err = r.repo.MergeBase(before.rev, after.rev)
	before.name = "merge base of " + before.name + " and " + after.name
	return before, after, err
}

func orHead(name string) string {
	if name == "" {
		return "HEAD"
	}
	return name
}

// side is what one argument names.
func (r *revisions) side(arg string) (*side, error) {
	if !there(arg) {
		return r.revision(arg)
	}
	if !strings.ContainsAny(arg, `./\`) {
		if s, err := r.revision(arg); err == nil {
			return nil, &usageError{quote(s.name) + " is both a revision and a file: write ./" + s.name + " for the file, or refs/heads/" + s.name, "routes diff"}
		}
	}
	return &side{name: arg, path: arg}, nil
}

func there(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// revision is a commit of the repository around the application.
func (r *revisions) revision(name string) (*side, error) {
	if r.repo == nil {
		root, err := r.root()
		if err != nil {
			return nil, err
		}
		if r.repo, err = gitfs.Open(r.ctx, root); err != nil {
			return nil, err
		}
	}
	id, err := r.repo.Commit(name)
	if err != nil {
		return nil, err
	}
	return &side{name: name, rev: id}, nil
}

// root is the folder of the application whose revisions are meant: the working directory if
// it has none, as a bare repository.
func (r *revisions) root() (string, error) {
	path, err := r.from.file()
	if errors.Is(err, errNoApplication) {
		return os.Getwd()
	}
	if err != nil {
		return "", err
	}
	root, err := expand.Root(path)
	if err != nil {
		return "", &fileError{err: err, path: path}
	}
	return root, nil
}

// load reads the table of a side.
func (r *revisions) load(s *side, options expand.Options) (*route.Table, error) {
	if s.rev != "" {
		fsys, err := r.repo.FS(s.rev, r.repo.Prefix)
		if err != nil {
			return nil, err
		}
		table, err := open(fsys, options)
		if err != nil {
			return nil, (&fileError{err: err, at: s.name + ":"}).in(fsys)
		}
		return table, nil
	}
	info, err := os.Stat(s.path)
	if err != nil || !info.IsDir() { // a routes file, or an error that says what is wrong
		table, err := expand.Load(s.path, options)
		if err != nil {
			return nil, &fileError{err: err, path: s.path}
		}
		return table, nil
	}
	// As a revision is read, so that Rails.root is the same of both.
	fsys, closeFolder, err := files.OpenFolder(s.path)
	if err != nil {
		return nil, err
	}
	defer closeFolder()
	table, err := open(fsys, options)
	if err != nil {
		at := ""
		if s.name != workingTree {
			at = filepath.ToSlash(s.name) + "/"
		}
		return nil, &fileError{err: err, path: s.path, at: at}
	}
	return table, nil
}

// open reads the table of a file system.
func open(fsys fs.FS, options expand.Options) (*route.Table, error) {
	app, err := expand.Open(fsys, options)
	if err != nil {
		return nil, err
	}
	return app.Table()
}
