package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// A tree reads as os.Root, whatever file system the folder is, links within and out of
// it included.
func TestTreeReadsAsTheRoot(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "app")
	write := func(name string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{".", "", "/", "..", "../out.rb", "missing", "missing/a.rb", "a/b/c.rb/d", "a", "a/", "a/.", "a/../a/b/c.rb", "link/../x.rb"}
	for _, name := range []string{"a/b/c.rb", "a/x.rb", "x.rb", "../out.rb"} {
		write(name)
		names = append(names, name)
	}
	for i := range maxOpened + 3 {
		name := fmt.Sprintf("many/%d/f.rb", i)
		write(name)
		names = append(names, name)
	}
	for link, target := range map[string]string{"link": "a/b", "a/up.rb": "../x.rb", "a/b/up": "../..", "out": "..", "a/out.rb": "../../out.rb", "a/gone": "none", "loop": "loop", "abs": root, "far": "a/../../app"} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(root, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
		names = append(names, link, link+"/x.rb", link+"/c.rb")
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	folder, closeFolder, err := OpenFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	defer closeFolder()
	for kind, fsys := range map[string]fs.FS{"OpenFolder": folder, "DirFS": os.DirFS(root), "Root.FS": dir.FS()} {
		tree := New(fsys)
		for _, name := range append(names, names...) {
			want, wantErr := dir.ReadFile(filepath.FromSlash(name))
			got, err := tree.ReadFile(name, 1<<20)
			if string(got) != string(want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: ReadFile(%q) = %q, %v; the root gives %q, %v", kind, name, got, err, want, wantErr)
			}
			wantInfo, wantErr := dir.Stat(filepath.FromSlash(name))
			info, err := tree.Stat(name)
			if (err == nil) != (wantErr == nil) || err == nil && !os.SameFile(info, wantInfo) {
				t.Errorf("%s: Stat(%q) = %v, %v; the root gives %v, %v", kind, name, info, err, wantInfo, wantErr)
			}
			if errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) || outside(err) != outside(wantErr) {
				t.Errorf("%s: Stat(%q): %v; the root gives %v", kind, name, err, wantErr)
			}
			list, err := tree.ReadDir(name, 1000)
			if isFolder := wantErr == nil && wantInfo.IsDir(); (err == nil) != isFolder || isFolder && len(list) == 0 {
				t.Errorf("%s: ReadDir(%q) = %d entries, %v", kind, name, len(list), err)
			}
			if len(folder.(*dirCache).open) > maxOpened {
				t.Fatalf("%d folders are open", len(folder.(*dirCache).open))
			}
		}
	}
}

func outside(err error) bool { return err != nil && strings.Contains(err.Error(), "escapes") }

// What a tree has read answers for less; for more it is read again, unless that was all.
func TestTreeLimits(t *testing.T) {
	opened := &counting{FS: fstest.MapFS{"a/f": {Data: []byte("12345")}, "a/g": {}, "a/h": {}}}
	tree := Remember(opened)
	for _, name := range []string{"a", "a/f"} { // of which this opens some
		if _, err := tree.Stat(name); err != nil {
			t.Fatal(err)
		}
	}
	opened.n = 0
	for _, step := range []struct {
		limit, length, opened int
	}{{3, 3, 1}, {2, 2, 1}, {3, 3, 1}, {5, 5, 2}, {6, 5, 3}, {100, 5, 3}, {1, 1, 3}, {100, 5, 3}} {
		text, err := tree.ReadFile("a/f", int64(step.limit))
		if len(text) != step.length || opened.n != step.opened || err != nil {
			t.Errorf("ReadFile up to %d: %q, %d times opened, %v", step.limit, text, opened.n, err)
		}
	}
	if tree.kept != 5 {
		t.Errorf("%d bytes kept of 5", tree.kept)
	}
	opened.n = 0
	for _, step := range []struct {
		limit, length, opened int
	}{{2, 2, 1}, {1, 1, 1}, {3, 3, 2}, {4, 3, 3}, {100, 3, 3}, {2, 2, 3}} {
		list, err := tree.ReadDir("a", step.limit)
		if len(list) != step.length || opened.n != step.opened || err != nil {
			t.Errorf("ReadDir up to %d: %v, %d times opened, %v", step.limit, list, opened.n, err)
		}
	}
}

// A counting file system counts what is opened, and the bytes that are read.
type counting struct {
	fs.FS
	n, bytes int
}

func (c *counting) Open(name string) (fs.File, error) {
	c.n++
	f, err := c.FS.Open(name)
	if d, ok := f.(fs.ReadDirFile); ok {
		return d, err
	}
	return counted{f, c}, err
}

type counted struct {
	fs.File
	c *counting
}

func (f counted) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.c.bytes += n
	return n, err
}

// A text is compared up to where it was read.
func TestAgainReadsNoFurther(t *testing.T) {
	m := fstest.MapFS{"f": {Data: bytes.Repeat([]byte("x"), 10_000)}}
	read := &counting{FS: m}
	tree := Remember(read)
	if _, err := tree.ReadFile("f", 10); err != nil {
		t.Fatal(err)
	}
	read.bytes = 0
	if _, same := tree.Again(); !same || read.bytes > 10 {
		t.Errorf("the same: %t, of 10 bytes %d were compared", same, read.bytes)
	}
}

// What a tree keeps is of its last use, however often files change.
func TestAgainIsFlat(t *testing.T) {
	m := fstest.MapFS{"dir/same": {Data: []byte("same")}, "link": {Mode: fs.ModeSymlink, Data: []byte("dir")}}
	tree := Remember(m)
	for i := range 1000 {
		name := fmt.Sprint("dir/", i)
		m[name] = &fstest.MapFile{Data: []byte(name)}
		next, same := tree.Again()
		if tree = next; same != (i == 0) {
			t.Fatalf("%d: the same: %t", i, same)
		}
		for _, limit := range []int64{4, 100, 100} {
			for _, f := range []string{"dir/same", name} {
				if _, err := tree.ReadFile(f, limit); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := tree.ReadDir("dir", 2000); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.ReadLink(name); err == nil {
			t.Fatal("a file is a link")
		}
		if len(tree.asked) != 3 || len(tree.before) > 3 || len(tree.links) != 1 || len(tree.folders) > 4 || tree.kept != len("same")+len(name) {
			t.Fatalf("%d: %d asked, %d before, %d links, %d folders, %d bytes", i, len(tree.asked), len(tree.before), len(tree.links), len(tree.folders), tree.kept)
		}
		delete(m, fmt.Sprint("dir/", i-1))
	}
}
