package inspect

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"signalbox/expand"
	"signalbox/expand/files"
	"signalbox/expand/route"
)

// A Source is a routes file with the application around it, which tables are loaded from.
type Source struct {
	// Root is the folder that the positions in a table are relative to.
	Root string

	path    string // of a routes file that is no application's; empty for an application
	options expand.Options
	root    *os.Root

	mu  sync.Mutex
	app *expand.Application // nil with a path
	// table is the last one of a path.
	table *route.Table
}

// Open opens a path as [expand.Load] takes it: the folder of an application, or a routes file.
// Options.Source has no meaning.
func Open(path string, options expand.Options) (*Source, error) {
	root, err := expand.Root(path)
	if err != nil {
		return nil, err
	}
	s := &Source{Root: root, options: options}
	if s.root, err = os.OpenRoot(root); err != nil {
		return nil, err
	}
	if !isApplication(path, root) {
		s.path = path
		return s, nil
	}
	if s.app, err = expand.Open(s.root.FS(), options); err != nil {
		return nil, err
	}
	return s, nil
}

// isApplication reports whether a path stands for the whole application in a folder.
func isApplication(path, root string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(root, "config", "routes.rb"))
	if err != nil {
		stat, err := os.Stat(abs)
		return err == nil && stat.IsDir() && abs == root
	}
	given, err := os.Stat(abs)
	return err == nil && (given.IsDir() || os.SameFile(info, given))
}

// FS is the folder of the application as a file system that leads nowhere else.
func (s *Source) FS() fs.FS { return s.root.FS() }

// Table returns the table of the files as they are now.
func (s *Source) Table() (*route.Table, error) {
	if s.app != nil {
		return s.at(s.app.Table())
	}
	table, err := expand.Load(s.path, s.options)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table = table; err != nil {
		s.table = nil
	}
	return table, err
}

// With returns the table where the settings hold besides those of the source, as
// Options.Set of [expand.Load] takes them.
func (s *Source) With(set map[string]string) (*route.Table, error) {
	if len(set) == 0 {
		return s.Table()
	}
	options := s.options
	options.Set = maps.Clone(options.Set)
	if options.Set == nil {
		options.Set = map[string]string{}
	}
	maps.Copy(options.Set, set)
	if s.app == nil {
		return expand.Load(s.path, options)
	}
	app, err := expand.Open(s.root.FS(), options)
	if err != nil {
		return nil, err
	}
	return s.at(app.Table())
}

// at lets a table know its folder, which a file system does not.
func (s *Source) at(t *route.Table, err error) (*route.Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t != nil && t.Root != s.Root {
		t.Root = s.Root
	}
	return t, err
}

// Uses returns what the last table depended on, by names relative to Root.
func (s *Source) Uses() []files.Use {
	if s.app != nil {
		return s.app.Files()
	}
	uses := []files.Use{}
	if abs, err := filepath.Abs(s.path); err == nil {
		if name, err := filepath.Rel(s.Root, abs); err == nil {
			uses = append(uses, files.Use{Name: filepath.ToSlash(name), Kind: files.Read})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		for name := range s.table.Files {
			uses = append(uses, files.Use{Name: name, Kind: files.Read})
		}
	}
	return uses
}

// Close closes what [Open] opened.
func (s *Source) Close() error { return s.root.Close() }
