package expand

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// maxOpened bounds the folders that are open at once, well below what systems
// allow a process.
const maxOpened = 128

// openedFolders reads files below a root, by names with slashes, and leads
// nowhere else, as [os.Root]. It keeps the folders open: to open a file by a long
// path takes longer than to read it. Without a root there are no files.
type openedFolders struct {
	root *os.Root

	mu   sync.Mutex
	open map[string]*os.Root
}

func newOpenedFolders(root *os.Root) *openedFolders {
	return &openedFolders{root: root, open: map[string]*os.Root{}}
}

// Stat tells about a file or folder.
func (o *openedFolders) Stat(name string) (info fs.FileInfo, err error) {
	err = o.within(name, func(dir *os.Root, name string) (err error) {
		info, err = dir.Stat(name)
		return err
	})
	return info, err
}

// ReadFile gives what a file holds.
func (o *openedFolders) ReadFile(name string) (src []byte, err error) {
	err = o.within(name, func(dir *os.Root, name string) (err error) {
		src, err = dir.ReadFile(name)
		return err
	})
	return src, err
}

// ReadDir gives what a folder holds, at most limit entries.
func (o *openedFolders) ReadDir(name string, limit int) (list []fs.DirEntry, err error) {
	err = o.within(name, func(dir *os.Root, name string) error {
		if dir, err = dir.OpenRoot(name); err != nil { // does not wait for a pipe, as Open may
			return err
		}
		defer dir.Close()
		f, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		list, err = f.ReadDir(limit)
		return err
	})
	return list, err
}

// OpenRoot opens a folder; the caller closes it.
func (o *openedFolders) OpenRoot(name string) (*os.Root, error) {
	if o.root == nil {
		return nil, noFile(name)
	}
	return o.root.OpenRoot(filepath.FromSlash(name))
}

// within does something with a file in its folder; where a link leads out of the
// folder, from the root.
func (o *openedFolders) within(name string, do func(dir *os.Root, name string) error) error {
	if o.root == nil {
		return noFile(name)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	name = filepath.FromSlash(name)
	if !filepath.IsLocal(name) || filepath.Clean(name) != name { // `link/..` is not where it seems to be
		return do(o.root, name)
	}
	dir, err := o.folder(filepath.Dir(name))
	if err == nil {
		err = do(dir, filepath.Base(name))
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return do(o.root, name)
}

func noFile(name string) error {
	return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// danglingLink is [danglingLink] for a file below the root.
func (o *openedFolders) danglingLink(name string) string {
	if o.root == nil {
		return ""
	}
	return danglingLink(o.root, name)
}

// folder opens a folder from the one that holds it.
func (o *openedFolders) folder(name string) (*os.Root, error) {
	if name == "." {
		return o.root, nil
	}
	if dir := o.open[name]; dir != nil {
		return dir, nil
	}
	above, err := o.folder(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	dir, err := above.OpenRoot(filepath.Base(name))
	if err != nil {
		dir, err = o.root.OpenRoot(name)
	}
	if err != nil {
		return nil, err
	}
	if len(o.open) >= maxOpened {
		o.closeAll()
	}
	o.open[name] = dir
	return dir, nil
}

// close closes all folders: nothing is read from now on.
func (o *openedFolders) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closeAll()
	if o.root != nil {
		o.root.Close()
	}
}

func (o *openedFolders) closeAll() {
	for name, dir := range o.open {
		dir.Close()
		delete(o.open, name)
	}
}
