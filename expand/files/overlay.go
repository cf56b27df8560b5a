package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// An Overlay is a file system with texts on top that go before its files, such as those
// an editor has not saved. It is safe for concurrent use if the file system is.
type Overlay struct {
	below fs.FS

	mu    sync.RWMutex
	texts map[string][]byte
}

// NewOverlay returns an overlay of a file system without texts.
func NewOverlay(below fs.FS) *Overlay { return &Overlay{below: below, texts: map[string][]byte{}} }

// Set puts a text on top of the file of a name, be it there or not. It is not copied.
func (o *Overlay) Set(name string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.texts[o.unlinked(name)] = text
}

// Remove takes the text of a name away.
func (o *Overlay) Remove(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.texts, o.unlinked(name))
}

// unlinked is the name of a file in a folder without links, as a [Tree] asks for it.
func (o *Overlay) unlinked(name string) string {
	name = path.Clean(name)
	if real, err := New(o.below).folder(path.Dir(name)); err == nil {
		return path.Join(real, path.Base(name))
	}
	return name
}

// above returns the text of a name; ok reports whether it has one. Of a folder that leads to some,
// inside are the entries on the way, with their types.
func (o *Overlay) above(name string) (text []byte, ok bool, inside map[string]fs.FileMode) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if text, ok = o.texts[name]; ok {
		return text, true, nil
	}
	for other := range o.texts {
		rest, below := strings.CutPrefix(other, name+"/")
		if name == "." {
			rest, below = other, true
		}
		if !below {
			continue
		}
		if inside == nil {
			inside = map[string]fs.FileMode{}
		}
		first, _, deeper := strings.Cut(rest, "/")
		inside[first] = 0
		if deeper {
			inside[first] = fs.ModeDir
		}
	}
	return nil, false, inside
}

// Open implements [fs.FS].
func (o *Overlay) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, pathError("open", name, fs.ErrInvalid)
	}
	text, ok, inside := o.above(name)
	if ok {
		return &overlaid{info: o.file(name, text), text: bytes.NewReader(text)}, nil
	}
	if inside == nil {
		return o.below.Open(name)
	}
	list, err := fs.ReadDir(o.below, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { // a link to a folder stays one
		mode, ok := inside[e.Name()]
		if ok && mode.IsDir() {
			delete(inside, e.Name())
			return false
		}
		return ok
	})
	for _, base := range slices.Sorted(maps.Keys(inside)) {
		full := path.Join(name, base)
		info := o.folder(base)
		if text, ok, _ := o.above(full); ok {
			info = o.file(base, text)
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	return &overlaid{info: o.folder(name), list: list}, nil
}

// Lstat implements [fs.ReadLinkFS].
func (o *Overlay) Lstat(name string) (fs.FileInfo, error) {
	text, ok, inside := o.above(name)
	if ok {
		return o.file(name, text), nil
	}
	info, err := fs.Lstat(o.below, name)
	switch {
	case inside == nil:
		return info, err
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return info, nil
	}
	return o.folder(name), nil
}

// Stat implements [fs.StatFS].
func (o *Overlay) Stat(name string) (fs.FileInfo, error) {
	text, ok, inside := o.above(name)
	switch {
	case ok:
		return o.file(name, text), nil
	case inside != nil:
		return o.folder(name), nil
	}
	return fs.Stat(o.below, name)
}

// ReadLink implements [fs.ReadLinkFS].
func (o *Overlay) ReadLink(name string) (string, error) {
	if _, ok, _ := o.above(name); ok {
		return "", pathError("readlink", name, fs.ErrInvalid)
	}
	return fs.ReadLink(o.below, name)
}

func (o *Overlay) file(name string, text []byte) fs.FileInfo {
	return overlayInfo{path.Base(name), int64(len(text)), 0o444}
}

func (o *Overlay) folder(name string) fs.FileInfo {
	return overlayInfo{path.Base(name), 0, fs.ModeDir | 0o555}
}

// overlayInfo has no time: what is on top is compared each time.
type overlayInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i overlayInfo) Name() string       { return i.name }
func (i overlayInfo) Size() int64        { return i.size }
func (i overlayInfo) Mode() fs.FileMode  { return i.mode }
func (i overlayInfo) ModTime() time.Time { return time.Time{} }
func (i overlayInfo) IsDir() bool        { return i.mode.IsDir() }
func (i overlayInfo) Sys() any           { return nil }

// overlaid is an open file or folder.
type overlaid struct {
	info fs.FileInfo
	text *bytes.Reader
	list []fs.DirEntry
}

func (f *overlaid) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *overlaid) Close() error               { return nil }

func (f *overlaid) Read(p []byte) (int, error) {
	if f.text == nil {
		return 0, pathError("read", f.info.Name(), fs.ErrInvalid)
	}
	return f.text.Read(p)
}

// ReadDir implements [fs.ReadDirFile].
func (f *overlaid) ReadDir(n int) ([]fs.DirEntry, error) {
	if f.text != nil {
		return nil, pathError("readdir", f.info.Name(), fs.ErrInvalid)
	}
	if n > 0 && len(f.list) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.list) {
		n = len(f.list)
	}
	list := f.list[:n]
	f.list = f.list[n:]
	return list, nil
}
