package expand

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// What is read by folders that are kept open is what the root itself gives,
// links within and out of it included.
func TestOpenedFoldersReadAsTheRoot(t *testing.T) {
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
	for link, target := range map[string]string{"link": "a/b", "a/up.rb": "../x.rb", "a/b/up": "../..", "out": "..", "a/out.rb": "../../out.rb", "a/gone": "none"} {
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
	opened := newOpenedFolders(dir)
	defer opened.close()
	for _, name := range append(names, names...) {
		want, wantErr := dir.ReadFile(filepath.FromSlash(name))
		got, err := opened.ReadFile(name)
		if string(got) != string(want) || (err == nil) != (wantErr == nil) {
			t.Errorf("ReadFile(%q) = %q, %v; the root gives %q, %v", name, got, err, want, wantErr)
		}
		wantInfo, wantErr := dir.Stat(filepath.FromSlash(name))
		info, err := opened.Stat(name)
		if (err == nil) != (wantErr == nil) || err == nil && !os.SameFile(info, wantInfo) {
			t.Errorf("Stat(%q) = %v, %v; the root gives %v, %v", name, info, err, wantInfo, wantErr)
		}
		list, err := opened.ReadDir(name, maxEntries)
		if isFolder := wantErr == nil && wantInfo.IsDir(); (err == nil) != isFolder || isFolder && len(list) == 0 {
			t.Errorf("ReadDir(%q) = %d entries, %v", name, len(list), err)
		}
		if len(opened.open) > maxOpened {
			t.Fatalf("%d folders are open", len(opened.open))
		}
	}
}
