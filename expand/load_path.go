package expand

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/expand/files"
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

// routesOf is the routes file of an application, relative to its folder, which is root
// to links and was given as path; empty if its engines draw all routes.
func routesOf(links files.LinkReader, path, root string, own *appFiles) (string, error) {
	_, err := links.Stat(filepath.Join(root, applicationRoutes))
	if err == nil {
		return applicationRoutes, nil
	}
	engines := len(engineFiles(own)) > 0
	for _, name := range []string{applicationRoutes, "routes.rb"} { // the latter in config itself
		file := filepath.Join(path, name)
		if files.DanglingLink(links, file) != "" && (name == applicationRoutes || !engines) {
			return "", missingFile(links, file, err)
		}
	}
	if !engines {
		return "", noRoutes(path, root, own, err)
	}
	return "", nil
}

// missingFile is fileError with the symbolic link that leads nowhere, if that is
// what keeps a file from being there.
func missingFile(links files.LinkReader, name string, err error) error {
	all := fileError(name, err)
	var e *RouteError
	if !errors.As(all, &e) || !errors.Is(err, fs.ErrNotExist) {
		return all
	}
	if why := files.DanglingLink(links, name); why != "" {
		e.Message, e.Hint = "no such file: "+why, "correct the link, or give the file itself"
	}
	return e
}

// irregular is the error of what is neither a file nor a folder.
func irregular(name string) error {
	return &RouteError{
		Class: "IOError", Message: "is no regular file", Pos: grammar.Pos{Filename: name},
		Hint: "give a file of its own: a folder, a pipe or a device is not read as one",
	}
}
