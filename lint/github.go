package lint

import (
	"fmt"
	"io"
	"path"
	"strings"
)

// WriteGitHub writes findings as GitHub's workflow commands, which annotate the lines of a
// pull request. Files are those of the application in folder, below the repository's root:
//
//	::error file=config/routes.rb,line=3,col=3,title=unreachable::GET /posts/new is unreachable
func WriteGitHub(w io.Writer, folder string, all []*Finding) error {
	var b strings.Builder
	for _, f := range all {
		kind := string(f.Severity)
		if f.Severity == Note {
			kind = "notice"
		}
		fmt.Fprintf(&b, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", kind, property(path.Join(folder, f.Pos.Filename)), max(f.Pos.Line, 1), max(f.Pos.Column, 1), property(f.Name), data(f.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// data and property escape what ends a command or a property. Source:
// github.com/actions/toolkit, command.ts.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
