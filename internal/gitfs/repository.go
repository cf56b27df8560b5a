package gitfs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A Repository is a git repository on this machine. It is safe for concurrent use.
type Repository struct {
	// Prefix is the folder that it was opened by, relative to the working tree, with slashes
	// and without one at the end; empty for its top, and without a working tree.
	Prefix string

	dir     string
	ctx     context.Context
	objects objects
}

// ErrNoGit is the error of a machine without git.
var ErrNoGit = errors.New("git is not installed, or not in PATH")

// A RevisionError is a name that leads to no commit: "HEAD~9", of a repository with three.
type RevisionError struct {
	Name string // as it was given
	Why  string // what git says
}

func (e *RevisionError) Error() string { return "no revision " + e.Name + ": " + e.Why }

// Open returns the repository around a folder; ctx ends the programs that it runs.
func Open(ctx context.Context, dir string) (*Repository, error) {
	r := &Repository{dir: dir, ctx: ctx}
	prefix, err := r.git("rev-parse", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("%s is in no git repository: %w", dir, err)
	}
	r.Prefix = strings.TrimSuffix(prefix, "/")
	return r, nil
}

// Close ends what runs for the repository.
func (r *Repository) Close() error { return r.objects.close() }

// Commit returns the id of the commit that a name leads to: a branch, a tag, `HEAD~2`. The
// error is a [RevisionError].
func (r *Repository) Commit(name string) (id string, err error) {
	id, err = r.git("rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err == nil && !isID(id) {
		err = errors.New("git gives no commit for it")
	}
	if err != nil {
		why := err.Error()
		if errors.Is(err, errSilent) {
			why = "git knows no commit of that name"
		}
		return "", &RevisionError{name, why}
	}
	return id, nil
}

// MergeBase returns the id of the best common ancestor of two commits, given by their ids.
func (r *Repository) MergeBase(a, b string) (id string, err error) {
	id, err = r.git("merge-base", "--end-of-options", a, b)
	switch {
	case errors.Is(err, errSilent):
		return "", errors.New("the revisions have no common ancestor")
	case err != nil:
		return "", err
	}
	return id, nil
}

// isID reports whether a text is the id of an object, of SHA-1 or SHA-256.
func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// errSilent is the error of a command that fails without a word.
var errSilent = errors.New("git failed")

// command is git with arguments in the repository.
func (r *Repository) command(args ...string) *exec.Cmd {
	// Replacements are another's view of the history; a lock or a fetch would change things
	// (git before 2.44 knows only the latter of the two ways to forbid one).
	cmd := exec.CommandContext(r.ctx, "git", append([]string{"--no-replace-objects", "-C", r.dir}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	return cmd
}

// git runs git and returns what it prints, without the newline at its end.
func (r *Repository) git(args ...string) (string, error) {
	var out, trouble bytes.Buffer
	cmd := r.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &trouble
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", ErrNoGit
	case errors.As(err, &exit) && strings.TrimSpace(trouble.String()) == "":
		return "", errSilent
	case errors.As(err, &exit):
		said, _, _ := strings.Cut(strings.TrimSpace(trouble.String()), "\n")
		return "", errors.New(strings.TrimPrefix(said, "fatal: "))
	case err != nil:
		return "", err
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
