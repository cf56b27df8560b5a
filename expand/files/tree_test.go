package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	folder, err := OpenFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for kind, fsys := range map[string]fs.FS{"Folder": folder, "DirFS": os.DirFS(root), "Root.FS": dir.FS()} {
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
			if len(folder.open) > maxOpened {
				t.Fatalf("%d folders are open", len(folder.open))
			}
		}
	}
}

func outside(err error) bool { return err != nil && strings.Contains(err.Error(), "escapes") }
