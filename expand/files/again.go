package files

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"
)

// maxKept bounds the bytes of the texts that a tree remembers.
const maxKept = 64 << 20

// fresh is how old a change must be to be seen by its time: two changes that follow one
// another may have the same.
const fresh = 2 * time.Second

// An answer is what a tree said of a name.
type answer struct {
	real string
	info fs.FileInfo
	err  error

	at     time.Time // before the text or the list was read
	read   bool
	text   []byte // nil if it is not kept
	listed bool
	limit  int64 // of the text or the list
	list   []fs.DirEntry
}

// A Use is what was asked about a name.
type Use struct {
	Name string
	Kind Kind
}

// A Kind is what is known of a name that was used.
type Kind string

// The kinds of uses.
const (
	Read   Kind = "read"   // a file whose text was read
	Listed Kind = "listed" // a folder whose entries were listed
	Found  Kind = "found"  // a file or folder that is there
	Absent Kind = "absent" // a name that leads nowhere
)

// Remember returns the tree of a file system that remembers what it was asked, for
// [Tree.Again] and [Tree.Uses].
func Remember(fsys fs.FS) *Tree {
	t := New(fsys)
	t.asked, t.links = map[string]answer{}, map[string]string{}
	return t
}

// Uses returns what the tree was asked, by name.
func (t *Tree) Uses() []Use {
	t.mu.Lock()
	defer t.mu.Unlock()
	uses := make([]Use, 0, len(t.asked))
	for name, a := range t.asked {
		u := Use{name, Found}
		switch {
		case a.err != nil:
			u.Kind = Absent
		case a.read:
			u.Kind = Read
		case a.listed:
			u.Kind = Listed
		}
		uses = append(uses, u)
	}
	slices.SortFunc(uses, func(a, b Use) int { return cmp.Compare(a.Name, b.Name) })
	return uses
}

// Again asks everything that the tree was asked again. It reports whether every answer is
// the same; next is the tree to go on with, which reads nothing again that is the same.
func (t *Tree) Again() (next *Tree, same bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next = Remember(t.fsys)
	next.before = make(map[string]answer, len(t.asked))
	same = !t.unsure
	for name, old := range t.asked {
		now, held := next.check(name, old)
		next.before[name] = now
		same = same && held
	}
	for name, target := range t.links {
		now, _ := next.readLink(name)
		same = same && now == target
	}
	if same {
		next.asked, next.before, next.links, next.kept = next.before, nil, t.links, t.kept
	}
	return next, same
}

// check asks for a name again, and for its text or list where that may differ; held
// reports whether the answer is the old one.
func (t *Tree) check(name string, old answer) (now answer, held bool) {
	now = answer{at: time.Now()}
	now.real, now.info, now.err = t.find(name)
	switch {
	case now.err != nil || old.err != nil:
		return now, now.err != nil && old.err != nil && now.err.Error() == old.err.Error()
	case now.info.Mode() != old.info.Mode() || now.real != old.real || now.info.Mode().IsRegular() && now.info.Size() != old.info.Size():
		return now, false
	case !old.read && !old.listed:
		return now, true
	case unchanged(old, now.info):
		old.info = now.info
		return old, true
	case old.read:
		if old.text == nil {
			return now, false
		}
		text, err := t.readFile(now, name, old.limit)
		if err != nil || !bytes.Equal(text, old.text) {
			return now, false
		}
		now.read, now.text, now.limit = true, old.text, old.limit
		return now, true
	}
	list, err := t.readDir(now, name, int(old.limit))
	if err != nil {
		return now, false
	}
	now.listed, now.limit, now.list = true, old.limit, list
	return now, sameList(list, old.list)
}

// unchanged reports whether size and time say that a file or folder is as it was when it
// was read: not for a file system without times, nor soon after a change.
func unchanged(old answer, now fs.FileInfo) bool {
	was := old.info
	return !was.ModTime().IsZero() && was.ModTime().Equal(now.ModTime()) && was.Size() == now.Size() &&
		was.ModTime().Add(fresh).Before(old.at) && os.SameFile(was, now) == os.SameFile(was, was) // which is false of other file systems
}

func sameList(a, b []fs.DirEntry) bool {
	types := func(list []fs.DirEntry) map[string]fs.FileMode {
		all := make(map[string]fs.FileMode, len(list))
		for _, e := range list {
			all[e.Name()] = e.Type()
		}
		return all
	}
	return len(a) == len(b) && maps.Equal(types(a), types(b))
}

// ask finds what a name leads to, or remembers it.
func (t *Tree) ask(name string) answer {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.asked[name]
	if ok {
		return a
	}
	if a, ok = t.before[name]; !ok {
		a.real, a.info, a.err = t.find(name)
	}
	t.keep(name, a)
	return a
}

// remember adds what was read to an answer.
func (t *Tree) remember(name string, a answer, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.unsure = true
		return
	}
	t.keep(name, a)
}

func (t *Tree) keep(name string, a answer) {
	if t.asked == nil {
		return
	}
	others := t.kept - len(t.asked[name].text)
	if others+len(a.text) > maxKept {
		a.text = nil
	}
	t.kept = others + len(a.text)
	t.asked[name] = a
}
