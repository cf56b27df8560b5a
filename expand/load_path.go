package expand

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/grammar"
)

// What a path that is given to Load leads to.

// routesIn is the routes.rb of a folder that is no application: of config itself,
// mostly. Empty if there is none.
func routesIn(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "config", "routes.rb")); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	file := filepath.Join(dir, "routes.rb")
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if filepath.Base(dir) != "config" && len(engineFilesIn(dir)) > 0 {
		return ""
	}
	return file
}

// routesOf is the routes file of an application's folder, relative to it; empty if
// its engines draw all routes. The folder was given as path.
func routesOf(path, root string) (string, error) {
	_, err := os.Stat(filepath.Join(root, applicationRoutes))
	if err == nil {
		return applicationRoutes, nil
	}
	engines := len(engineFilesIn(root)) > 0
	for _, name := range []string{applicationRoutes, "routes.rb"} { // the latter in config itself
		file := filepath.Join(path, name)
		if danglingLink(osFiles{}, file) != "" && (name == applicationRoutes || !engines) {
			return "", missingFile(osFiles{}, file, err)
		}
	}
	if !engines {
		return "", noRoutes(path, root, err)
	}
	return "", nil
}

// A linkReader reads symbolic links: an [os.Root], or osFiles.
type linkReader interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
}

// osFiles are all files of the system.
type osFiles struct{}

func (osFiles) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (osFiles) Readlink(name string) (string, error)   { return os.Readlink(name) }

// missingFile is fileError with the symbolic link that leads nowhere, if that is
// what keeps a file from being there.
func missingFile(files linkReader, name string, err error) error {
	all := fileError(name, err)
	var e *RouteError
	if !errors.As(all, &e) || !errors.Is(err, fs.ErrNotExist) {
		return all
	}
	if why := danglingLink(files, name); why != "" {
		e.Message, e.Hint = "no such file: "+why, "correct the link, or give the file itself"
	}
	return e
}

// maxLinks bounds the links that lead to one another.
const maxLinks = 8

// danglingLink says of a file that is not there which link on the way to it leads
// nowhere: "config is a symbolic link to /shared, which does not exist". It is
// empty if none does.
func danglingLink(files linkReader, name string) string {
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
func linksFrom(files linkReader, link string) (way string) {
	for range maxLinks {
		target, err := files.Readlink(link)
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

// irregular is the error of what is neither a file nor a folder.
func irregular(name string) error {
	return &RouteError{
		Class: "IOError", Message: "is no regular file", Pos: grammar.Pos{Filename: name},
		Hint: "give a file of its own: a folder, a pipe or a device is not read as one",
	}
}
