package files

import (
	"io/fs"
	"os"
	"path/filepath"
)

// A LinkReader reads symbolic links: a [Tree], or the [System].
type LinkReader interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadLink(name string) (string, error)
}

// System is all files of the system, by its own names.
var System LinkReader = system{}

type system struct{}

func (system) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (system) ReadLink(name string) (string, error)   { return os.Readlink(name) }

// DanglingLink says of a file that is not there which link on the way to it leads
// nowhere: "config is a symbolic link to /shared, which does not exist". It is
// empty if none does.
func DanglingLink(files LinkReader, name string) string {
	name = filepath.Clean(filepath.FromSlash(name))
	there := name // the part of the path that is there
	for above := filepath.Dir(there); above != there; above = filepath.Dir(there) {
		if _, err := files.Lstat(there); err == nil {
			break
		}
		there = above
	}
	way := linksFrom(files, there)
	switch {
	case way == "":
		return ""
	case there == name:
		return "it" + way + " does not exist"
	}
	return filepath.ToSlash(there) + way + " does not exist"
}

// linksFrom says where a symbolic link leads, and that one if it is a link itself;
// it is empty for what is none.
func linksFrom(files LinkReader, link string) (way string) {
	for range maxLinks {
		target, err := files.ReadLink(link)
		if err != nil {
			break
		}
		way += " is a symbolic link to " + target + ", which"
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(link), target)
		}
		link = target
	}
	return way
}
