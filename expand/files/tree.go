package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ErrOutside is the error of a name that leads out of the application.
var ErrOutside = errors.New("path escapes from parent")

// maxLinks bounds the links that lead to one another, as [os.Root] does.
const maxLinks = 8

// A Tree reads the files of an application, by names with slashes that may hold `.` and
// `..`. It is safe for concurrent use if its file system is.
type Tree struct {
	fsys fs.FS

	mu      sync.Mutex
	folders map[string]folder // by their names
	asked   map[string]answer // what was asked so far; nil if it is not remembered
	before  map[string]answer // what an earlier tree was asked, and still holds
	kept    int               // bytes of texts
	links   map[string]string // where those lead that were asked for
	unsure  bool              // something could not be read, whatever the reason is
}

// A folder is where the name of one leads.
type folder struct {
	real string // without links
	err  error
}

// New returns the tree of a file system; without one it holds nothing.
func New(fsys fs.FS) *Tree {
	if fsys == nil {
		fsys = nothing{}
	}
	return &Tree{fsys: fsys, folders: map[string]folder{".": {real: "."}}}
}

type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, pathError("open", name, fs.ErrNotExist)
}

func pathError(op, name string, err error) error {
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// Stat returns what a name leads to.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	a := t.ask(name)
	return a.info, a.err
}

// Lstat is Stat that does not follow a link in the last place.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	real, err := t.unfollowed(name)
	if err != nil {
		return nil, err
	}
	return fs.Lstat(t.fsys, real)
}

// ReadLink returns where a link leads.
func (t *Tree) ReadLink(name string) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	target, err := t.readLink(name)
	if t.asked != nil {
		t.links[name] = target
	}
	return target, err
}

func (t *Tree) readLink(name string) (string, error) {
	real, err := t.unfollowed(name)
	if err != nil {
		return "", err
	}
	return fs.ReadLink(t.fsys, real)
}

// unfollowed is the name of a file in a folder without links.
func (t *Tree) unfollowed(name string) (string, error) {
	real, err := t.folder(path.Dir(path.Clean(name)))
	return path.Join(real, path.Base(name)), err
}

// ReadFile returns the text of a regular file, and no more than limit bytes of it.
func (t *Tree) ReadFile(name string, limit int64) ([]byte, error) {
	a := t.ask(name)
	if a.err != nil {
		return nil, a.err
	}
	if text, ok := first(a.text, a.limit, limit); ok && a.text != nil {
		return text, nil
	}
	a.at = time.Now()
	text, err := t.readFile(a, name, limit)
	a.read, a.text, a.limit = true, text, limit
	t.remember(name, a, err)
	return text, err
}

// first returns at most limit elements of a list that was read up to another limit; ok
// reports whether it has them.
func first[T any](list []T, read, limit int64) (some []T, ok bool) {
	return list[:min(int64(len(list)), limit)], int64(len(list)) < read || limit <= read
}

func (t *Tree) readFile(a answer, name string, limit int64) ([]byte, error) {
	if !a.info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return nil, pathError("read", name, fs.ErrInvalid)
	}
	f, err := t.fsys.Open(a.real)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	b.Grow(int(min(a.info.Size(), limit)) + bytes.MinRead)
	_, err = b.ReadFrom(io.LimitReader(f, limit))
	return b.Bytes(), err
}

// ReadDir returns what a folder holds, at most limit entries, in no order.
func (t *Tree) ReadDir(name string, limit int) ([]fs.DirEntry, error) {
	a := t.ask(name)
	if a.err != nil {
		return nil, a.err
	}
	if list, ok := first(a.list, a.limit, int64(limit)); ok && a.listed {
		return list, nil
	}
	a.at = time.Now()
	list, err := t.readDir(a, name, limit)
	a.listed, a.limit, a.list = true, int64(limit), list
	t.remember(name, a, err)
	return list, err
}

func (t *Tree) readDir(a answer, name string, limit int) ([]fs.DirEntry, error) {
	if !a.info.IsDir() {
		return nil, pathError("readdir", name, syscall.ENOTDIR)
	}
	f, err := t.fsys.Open(a.real)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return nil, pathError("readdir", name, errors.ErrUnsupported)
	}
	list, err := dir.ReadDir(limit)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return list, err
}

// find returns the name without links of what a name leads to.
func (t *Tree) find(name string) (real string, info fs.FileInfo, err error) {
	if name != path.Clean(name) || name == ".." || name == "." || name == "/" { // `link/..` is not where it seems to be
		return t.resolve(name)
	}
	above, err := t.folder(path.Dir(name))
	if err != nil {
		return "", nil, err
	}
	real = path.Join(above, path.Base(name))
	if info, err = fs.Lstat(t.fsys, real); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return t.resolve(name)
	}
	return real, info, err
}

// folder returns the name without links of a folder.
func (t *Tree) folder(name string) (string, error) {
	f, ok := t.folders[name]
	if !ok {
		f.real, _, f.err = t.find(name)
		t.folders[name] = f
	}
	return f.real, f.err
}

// resolve follows a name link by link.
func (t *Tree) resolve(name string) (real string, info fs.FileInfo, err error) {
	if name == "" {
		return "", nil, pathError("stat", name, errors.New("empty path"))
	}
	if name[0] == '/' {
		return "", nil, pathError("stat", name, ErrOutside)
	}
	real = "."
	parts, links := strings.Split(name, "/"), 0
	for len(parts) > 0 {
		if info != nil && !info.IsDir() {
			return "", nil, pathError("stat", name, syscall.ENOTDIR)
		}
		part := parts[0]
		parts = parts[1:]
		if part == ".." {
			if real == "." {
				return "", nil, pathError("stat", name, ErrOutside)
			}
			real, info = path.Dir(real), nil
			continue
		}
		next := path.Join(real, part)
		at, err := fs.Lstat(t.fsys, next)
		if err != nil {
			return "", nil, err
		}
		if at.Mode()&fs.ModeSymlink == 0 {
			real, info = next, at
			continue
		}
		target, err := fs.ReadLink(t.fsys, next)
		if links++; links > maxLinks {
			err = pathError("stat", name, syscall.ELOOP)
		}
		if err == nil && path.IsAbs(target) {
			err = pathError("stat", name, ErrOutside)
		}
		if err != nil {
			return "", nil, err
		}
		parts = append(strings.Split(target, "/"), parts...)
	}
	if info == nil {
		info, err = fs.Lstat(t.fsys, real)
	}
	return real, info, err
}
