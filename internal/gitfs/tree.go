package gitfs

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// An entry is one of a folder, as a tree object has it.
type entry struct {
	name string
	mode fs.FileMode
	id   string
}

// entries parses a tree object, whose ids have so many bytes: MODE SP NAME NUL ID, again and
// again.
func entries(data []byte, width int) ([]entry, error) {
	var list []entry
	for len(data) > 0 {
		mode, rest, ok := bytes.Cut(data, []byte{' '})
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < width {
			return nil, errors.New("a tree object of the repository is damaged")
		}
		list = append(list, entry{string(name), modeOf(string(mode)), hex.EncodeToString(rest[:width])})
		data = rest[width:]
	}
	return list, nil
}

// modeOf returns the mode of an entry. A submodule is a folder, and as empty as in a clone
// without it.
func modeOf(octal string) fs.FileMode {
	switch octal {
	case "40000":
		return fs.ModeDir | 0o755
	case "160000":
		return fs.ModeDir | fs.ModeIrregular | 0o755
	case "120000":
		return fs.ModeSymlink | 0o777
	case "100755":
		return 0o755
	}
	return 0o644
}

// A tree is the files of a folder of a revision. It implements fs.ReadLinkFS, and is safe for
// concurrent use until its repository is closed.
type tree struct {
	repo *Repository
	root entry
}

// FS returns the files of a commit, given by its id, below a folder; "" is the top. Links are
// not followed: fs.ReadLink reads them. Files have no times.
func (r *Repository) FS(commit, folder string) (fs.FS, error) {
	id, err := r.git("rev-parse", "--verify", "--end-of-options", commit+"^{tree}")
	if err != nil {
		return nil, err
	}
	t := &tree{r, entry{".", fs.ModeDir | 0o755, id}}
	if folder == "" {
		return t, nil
	}
	root, err := t.find("open", folder)
	if err != nil {
		return nil, err
	}
	if !root.mode.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: folder, Err: syscall.ENOTDIR}
	}
	return &tree{r, entry{".", root.mode, root.id}}, nil
}

// find walks to a name.
func (t *tree) find(op, name string) (entry, error) {
	if !fs.ValidPath(name) {
		return entry{}, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	at := t.root
	if name == "." {
		return at, nil
	}
	for part := range strings.SplitSeq(name, "/") {
		if !at.mode.IsDir() {
			return entry{}, &fs.PathError{Op: op, Path: name, Err: syscall.ENOTDIR}
		}
		list, err := t.list(at)
		if err != nil {
			return entry{}, &fs.PathError{Op: op, Path: name, Err: err}
		}
		i := slices.IndexFunc(list, func(e entry) bool { return e.name == part })
		if i < 0 {
			return entry{}, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
		}
		at = list[i]
	}
	return at, nil
}

// list returns what a folder holds.
func (t *tree) list(dir entry) ([]entry, error) {
	if dir.mode&fs.ModeIrregular != 0 { // a submodule
		return nil, nil
	}
	return t.repo.tree(dir.id)
}

// Open implements fs.FS.
func (t *tree) Open(name string) (fs.File, error) {
	e, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode&fs.ModeSymlink != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("a symbolic link is not followed")}
	}
	if !e.mode.IsDir() {
		text, err := t.repo.blob(e.id)
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return &file{info{t, e}, *bytes.NewReader(text)}, nil
	}
	list, err := t.list(e)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &folder{info: info{t, e}, left: list}, nil
}

// Stat implements fs.StatFS.
func (t *tree) Stat(name string) (fs.FileInfo, error) { return t.stat("stat", name) }

// Lstat implements fs.ReadLinkFS.
func (t *tree) Lstat(name string) (fs.FileInfo, error) { return t.stat("lstat", name) }

func (t *tree) stat(op, name string) (fs.FileInfo, error) {
	e, err := t.find(op, name)
	if err != nil {
		return nil, err
	}
	return info{t, e}, nil
}

// ReadLink implements fs.ReadLinkFS.
func (t *tree) ReadLink(name string) (string, error) {
	e, err := t.find("readlink", name)
	if err == nil && e.mode&fs.ModeSymlink == 0 {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	target, err := t.repo.blob(e.id)
	return string(target), err
}

// An info is what is known of an entry; its size is that of the text, which is read for it.
type info struct {
	tree *tree
	entry
}

func (i info) Name() string               { return path.Base(i.name) }
func (i info) Mode() fs.FileMode          { return i.mode &^ fs.ModeIrregular }
func (i info) Type() fs.FileMode          { return i.Mode().Type() }
func (i info) ModTime() time.Time         { return time.Time{} }
func (i info) IsDir() bool                { return i.mode.IsDir() }
func (i info) Sys() any                   { return nil }
func (i info) Info() (fs.FileInfo, error) { return i, nil }

func (i info) Size() int64 {
	if i.mode.IsDir() {
		return 0
	}
	text, _ := i.tree.repo.blob(i.id) // reading it gives the error
	return int64(len(text))
}

// A file is one that is open.
type file struct {
	info
	text bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error)                { return f.info, nil }
func (f *file) Read(b []byte) (int, error)                { return f.text.Read(b) }
func (f *file) ReadAt(b []byte, off int64) (int, error)   { return f.text.ReadAt(b, off) }
func (f *file) Seek(off int64, whence int) (int64, error) { return f.text.Seek(off, whence) }
func (f *file) Close() error                              { return nil }

// A folder is one that is open.
type folder struct {
	info
	left []entry
}

func (d *folder) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *folder) Close() error               { return nil }

func (d *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: syscall.EISDIR}
}

// ReadDir implements fs.ReadDirFile.
func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	some := d.left
	if n > 0 {
		if len(some) == 0 {
			return nil, io.EOF
		}
		some = some[:min(n, len(some))]
	}
	d.left = d.left[len(some):]
	list := make([]fs.DirEntry, len(some))
	for i, e := range some {
		list[i] = info{d.tree, e}
	}
	return list, nil
}
