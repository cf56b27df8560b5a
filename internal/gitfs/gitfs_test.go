package gitfs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/internal/gitfs"
)

// A repo is a repository for a test, whose commits are made by git.
type repo struct {
	*testing.T
	dir string
}

func newRepo(t *testing.T, flags ...string) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	r := repo{t, t.TempDir()}
	r.git(append([]string{"init", "-q", "-b", "main"}, flags...)...)
	return r
}

func (r repo) git(args ...string) string {
	r.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(name, text string) {
	r.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.Fatal(err)
	}
}

func (r repo) commit(message string) {
	r.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

func (r repo) open(folder string) *gitfs.Repository {
	r.Helper()
	g, err := gitfs.Open(r.Context(), filepath.Join(r.dir, folder))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { g.Close() })
	return g
}

func (r repo) fs(g *gitfs.Repository, rev, folder string) fs.FS {
	r.Helper()
	id, err := g.Commit(rev)
	if err != nil {
		r.Fatal(err)
	}
	fsys, err := g.FS(id, folder)
	if err != nil {
		r.Fatal(err)
	}
	return fsys
}

// A revision is a file system as io/fs wants it, whatever the names and the kind of ids.
func TestRevisionIsAFileSystem(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			r := newRepo(t, "--object-format="+format)
			names := []string{"config/routes.rb", "config/routes/admin.rb", "app/models/a b.rb", "app/models/é.rb", "empty"}
			for _, name := range names {
				r.write(name, strings.Repeat("x\n", len(name)%5))
			}
			r.commit("first")
			g := r.open("")
			if err := fstest.TestFS(r.fs(g, "main", ""), names...); err != nil {
				t.Error(err)
			}
			below := r.fs(g, "main", "config")
			if text, err := fs.ReadFile(below, "routes/admin.rb"); string(text) != "x\nx\n" || err != nil {
				t.Errorf("routes/admin.rb of config is %q, %v", text, err)
			}
		})
	}
}

// What is in the index and the working tree has no part in a revision, nor has what git would
// make of a file on checkout.
func TestRevisionIsWhatWasCommitted(t *testing.T) {
	r := newRepo(t)
	ran := filepath.Join(t.TempDir(), "ran")
	r.write("a.rb", "one\n")
	r.commit("first")
	r.write("a.rb", "two\n")
	r.write(".gitattributes", "*.rb filter=run diff=run text eol=crlf\n")
	r.commit("second")
	for _, kind := range []string{"filter.run.smudge", "filter.run.clean", "diff.run.textconv", "core.fsmonitor", "core.pager"} {
		r.git("config", kind, fmt.Sprintf("touch %s; cat", ran))
	}
	r.write("a.rb", "three\n")
	g := r.open("")
	for rev, want := range map[string]string{"HEAD": "two\n", "HEAD~1": "one\n", "main@{0}": "two\n"} {
		if text, err := fs.ReadFile(r.fs(g, rev, ""), "a.rb"); string(text) != want || err != nil {
			t.Errorf("a.rb of %s is %q, %v; want %q", rev, text, err, want)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("git ran what the configuration of the repository names")
	}
}

func TestNamesOfRevisions(t *testing.T) {
	r := newRepo(t)
	r.write("a.rb", "one\n")
	r.commit("first")
	r.git("tag", "-a", "v1", "-m", "one")
	base := r.git("rev-parse", "HEAD")
	r.git("checkout", "-q", "-b", "topic")
	r.write("b.rb", "b\n")
	r.commit("topic")
	r.git("checkout", "-q", "main")
	r.write("c.rb", "c\n")
	r.commit("main")
	r.git("checkout", "-q", "--orphan", "apart")
	r.commit("apart")
	g := r.open("")
	if g.Prefix != "" {
		t.Errorf("the prefix of the top is %q", g.Prefix)
	}
	id := func(name string) string {
		id, err := g.Commit(name)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if got := id("v1"); got != base {
		t.Errorf("the tag leads to %s, want the commit %s", got, base)
	}
	if got, err := g.MergeBase(id("main"), id("topic")); got != base || err != nil {
		t.Errorf("the merge base is %s, %v", got, err)
	}
	if got, err := g.MergeBase(id("main"), id("apart")); err == nil {
		t.Errorf("the merge base of unrelated branches is %s", got)
	}
	for _, name := range []string{"", "nope", "HEAD~9", "--all", "-h", "--output=x", "HEAD:a.rb", "HEAD^{tree}", "main..topic", "a\nb", "main topic"} {
		id, err := g.Commit(name)
		var wrong *gitfs.RevisionError
		if !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("the revision %q is %q, %v", name, id, err)
		}
	}
	if _, err := os.Stat(filepath.Join(r.dir, "x")); err == nil {
		t.Error("a name was taken for an option")
	}
}

// Who reads a revision follows its links: they lead to where the working tree's lead.
func TestLinksAreRead(t *testing.T) {
	r := newRepo(t)
	r.write("config/routes.rb", "")
	if err := os.Symlink("config/routes.rb", filepath.Join(r.dir, "link.rb")); err != nil {
		t.Skip(err)
	}
	r.commit("first")
	fsys := r.fs(r.open(""), "HEAD", "")
	if target, err := fs.ReadLink(fsys, "link.rb"); target != "config/routes.rb" || err != nil {
		t.Errorf("link.rb leads to %q, %v", target, err)
	}
	if info, err := fs.Lstat(fsys, "link.rb"); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("link.rb is %v, %v", info, err)
	}
	if _, err := fsys.Open("link.rb"); err == nil {
		t.Error("the link is followed")
	}
}

// A submodule is an empty folder, as in a clone without it.
func TestSubmodule(t *testing.T) {
	r := newRepo(t)
	r.write("a.rb", "")
	r.commit("first")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+r.git("rev-parse", "HEAD")+",engines/shop")
	r.git("commit", "-q", "-m", "second")
	fsys := r.fs(r.open(""), "HEAD", "")
	if list, err := fs.ReadDir(fsys, "engines/shop"); len(list) != 0 || err != nil {
		t.Errorf("the submodule holds %v, %v", list, err)
	}
	if err := fstest.TestFS(fsys, "a.rb", "engines/shop"); err != nil {
		t.Error(err)
	}
}

// What is not there, or no longer, is an error that says so.
func TestWhatCannotBeRead(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	if g, err := gitfs.Open(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "git repository") {
		t.Errorf("a folder without a repository: %v, %v", g, err)
	}
	r := newRepo(t)
	r.write("a.rb", "one\n")
	r.write("b.rb", "two\n")
	r.commit("first")
	g := r.open("")
	fsys := r.fs(g, "HEAD", "")
	blob := r.git("rev-parse", "HEAD:a.rb")
	if err := os.Remove(filepath.Join(r.dir, ".git/objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	if text, err := fs.ReadFile(fsys, "a.rb"); err == nil || !strings.Contains(err.Error(), blob) {
		t.Errorf("a file whose object is missing is %q, %v", text, err)
	}
	if text, err := fs.ReadFile(fsys, "b.rb"); !bytes.Equal(text, []byte("two\n")) || err != nil {
		t.Errorf("the file after it is %q, %v", text, err)
	}
	for _, name := range []string{"c.rb", "a.rb/x", "../a.rb", "/a.rb"} {
		if _, err := fs.Stat(fsys, name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if _, err := fs.ReadFile(fsys, "a.rb"); err == nil {
		t.Error("a file is read after Close")
	}
}
