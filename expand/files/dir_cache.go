package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// maxOpened bounds the folders that are open at once, well below what systems
// allow a process.
const maxOpened = 128

// A dirCache is the file system of an [os.Root] that keeps the folders below open until it is
// closed: to open a file by a long path takes longer than to read it. Names whose folders are
// links it refuses; a [Tree] asks for none. It is safe for concurrent use.
type dirCache struct {
	root *os.Root

	mu   sync.RWMutex // held for reading while a folder of open is used
	open map[string]*os.Root
}

// OpenFolder returns a folder of the system as a file system for a [Tree], which leads nowhere
// else, and what closes it.
func OpenFolder(name string) (fsys fs.FS, close func() error, err error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, nil, err
	}
	f := &dirCache{root: root, open: map[string]*os.Root{}}
	return f, f.Close, nil
}

// Open implements [fs.FS].
func (f *dirCache) Open(name string) (file fs.File, err error) {
	err = f.within(name, func(dir *os.Root, base string) error {
		file, err = dir.Open(base)
		return err
	})
	return file, err
}

// Stat implements [fs.StatFS].
func (f *dirCache) Stat(name string) (info fs.FileInfo, err error) {
	err = f.within(name, func(dir *os.Root, base string) error {
		info, err = dir.Stat(base)
		return err
	})
	return info, err
}

// Lstat implements [fs.ReadLinkFS].
func (f *dirCache) Lstat(name string) (info fs.FileInfo, err error) {
	err = f.within(name, func(dir *os.Root, base string) error {
		info, err = dir.Lstat(base)
		return err
	})
	return info, err
}

// ReadLink implements [fs.ReadLinkFS].
func (f *dirCache) ReadLink(name string) (target string, err error) {
	err = f.within(name, func(dir *os.Root, base string) error {
		target, err = dir.Readlink(base)
		return err
	})
	return filepath.ToSlash(target), err
}

// within does something with a file in its folder.
func (f *dirCache) within(name string, do func(dir *os.Root, base string) error) error {
	if !fs.ValidPath(name) {
		return pathError("open", name, fs.ErrInvalid)
	}
	name = filepath.FromSlash(name)
	above := filepath.Dir(name)
	f.mu.RLock()
	defer f.mu.RUnlock()
	for {
		if dir := f.opened(above); dir != nil {
			return do(dir, filepath.Base(name))
		}
		f.mu.RUnlock()
		err := f.openFolder(above)
		f.mu.RLock()
		if err != nil {
			return err
		}
	}
}

func (f *dirCache) opened(name string) *os.Root {
	if name == "." {
		return f.root
	}
	return f.open[name]
}

func (f *dirCache) openFolder(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.folder(name)
	return err
}

// folder opens a folder from the one that holds it.
func (f *dirCache) folder(name string) (*os.Root, error) {
	if dir := f.opened(name); dir != nil {
		return dir, nil
	}
	above, err := f.folder(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	dir, err := above.OpenRoot(filepath.Base(name))
	if err != nil {
		return nil, err
	}
	if len(f.open) >= maxOpened {
		f.closeAll()
	}
	f.open[name] = dir
	return dir, nil
}

// Close closes all folders: nothing is read from now on.
func (f *dirCache) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closeAll()
	return f.root.Close()
}

func (f *dirCache) closeAll() {
	for name, dir := range f.open {
		dir.Close()
		delete(f.open, name)
	}
}
