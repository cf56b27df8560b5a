package inspect

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"signalbox/expand/files"
	"signalbox/expand/route"
)

// quiet is how long nothing may change before a change counts as over: editors write a file
// in several steps, git many files.
const quiet = 30 * time.Millisecond

// patience bounds how long the end of a change is waited for.
const patience = 300 * time.Millisecond

// maxFolders bounds how many folders are watched.
const maxFolders = 8_000

// A Watcher tells when files may have changed that a table depends on.
type Watcher struct {
	root    string
	notify  *fsnotify.Watcher
	folders map[string]bool
}

// NewWatcher returns a watcher of the files below a folder, which watches nothing before
// [Watcher.Follow].
func NewWatcher(root string) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{root, notify, map[string]bool{}}, nil
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.notify.Close() }

// Follow watches what a table depends on, and the controllers and views that findings ask
// for; the table is nil if it could not be loaded. It reports whether folders came in: what
// changed in them before is to be looked at again.
func (w *Watcher) Follow(uses []files.Use, t *route.Table) (more bool, err error) {
	before := len(w.folders)
	w.forgetGone()
	for _, u := range uses {
		name := filepath.Join(w.root, filepath.FromSlash(u.Name))
		err = errors.Join(err, w.watchAround(name))
		if real, linkErr := filepath.EvalSymlinks(name); linkErr == nil && real != name {
			err = errors.Join(err, w.watchAround(real))
		}
	}
	if t != nil {
		for _, name := range controllerFolders(t) {
			err = errors.Join(err, w.watchBelow(name), w.watchBelow(path.Join(path.Dir(name), "views")))
		}
	}
	return len(w.folders) > before, err
}

// forgetGone forgets the folders that are watched no more, because they are gone.
func (w *Watcher) forgetGone() {
	watched := map[string]bool{}
	for _, name := range w.notify.WatchList() {
		watched[name] = true
	}
	for name := range w.folders {
		if !watched[name] {
			delete(w.folders, name)
		}
	}
}

// watchAround watches a folder, or the nearest one that is there around a name.
func (w *Watcher) watchAround(name string) error {
	for {
		info, err := os.Stat(name)
		if err == nil && info.IsDir() {
			return w.watch(name)
		}
		up := filepath.Dir(name)
		if up == name {
			return nil
		}
		name = up
	}
}

// watchBelow watches a folder, and those in it.
func (w *Watcher) watchBelow(folder string) error {
	return filepath.WalkDir(filepath.Join(w.root, filepath.FromSlash(folder)), func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil // what cannot be read is not watched
		}
		return w.watch(name)
	})
}

func (w *Watcher) watch(folder string) error {
	if w.folders[folder] || len(w.folders) >= maxFolders {
		return nil
	}
	if err := w.notify.Add(folder); err != nil {
		return err
	}
	w.folders[folder] = true
	return nil
}

// Next waits for a change, and until it is over. The error is that of the context.
func (w *Watcher) Next(ctx context.Context) error {
	var settled, late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.notify.Events:
			if !ok {
				return fsnotify.ErrClosed
			}
			if e.Op == fsnotify.Chmod { // by backups and indexers
				continue
			}
		case _, ok := <-w.notify.Errors:
			if !ok {
				return fsnotify.ErrClosed
			}
			// Too many events: what they said is unknown, so that all is looked at.
		case <-settled:
			return nil
		case <-late:
			return nil
		}
		settled = time.After(quiet)
		if late == nil {
			late = time.After(patience)
		}
	}
}

// Watch calls changed at once and after each change of what the source's table depends on,
// until the context ends, whose error it returns. A folder that cannot be watched is told to
// warn, and changes in it are missed.
func Watch(ctx context.Context, s *Source, changed func(*route.Table, error), warn func(error)) error {
	w, err := NewWatcher(s.Root)
	if err != nil {
		return err
	}
	defer w.Close()
	for {
		table, err := s.Table()
		for {
			more, problem := w.Follow(s.Uses(), table)
			if problem != nil && warn != nil {
				warn(problem)
				warn = nil
			}
			if !more {
				break
			}
			table, err = s.Table()
		}
		changed(table, err)
		if err := w.Next(ctx); err != nil {
			return err
		}
	}
}
