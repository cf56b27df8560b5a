package expand

import (
	"path"
	"strings"

	"signalbox/dsl"
)

// provides tells whether a required file that is not the application's is there:
// that of a gem of Gemfile.lock, of Rails and of Ruby's own library is, and in
// the application's folder nothing else. Any gem may have files of any name, so
// that others are not known to be missing.
func (l *loader) provides(name string) dsl.Provision {
	return answer(l, func(a *answers) map[string]dsl.Provision { return a.provided }, name, func() dsl.Provision { return l.findProvided(name) })
}

func (l *loader) findProvided(name string) dsl.Provision {
	name = strings.TrimSuffix(name, ".rb")
	if own, ok := l.ownFile(name); ok {
		if file, _, known := l.fileAt(own + ".rb"); known && !file {
			return dsl.Lacks
		}
		return dsl.MayProvide
	}
	if l.lockedGems().Provide(name) {
		return dsl.Provides
	}
	return dsl.MayProvide
}

// ownFile is the path of a file that can only be the application's.
func (l *loader) ownFile(name string) (string, bool) {
	own, ok := strings.CutPrefix(name, l.root+"/")
	if !ok {
		own, ok = strings.CutPrefix(name, "./")
	}
	own = path.Clean(own)
	return own, ok && own != ".." && !strings.HasPrefix(own, "../")
}
