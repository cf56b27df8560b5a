package gitfs

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// MaxObject is the largest file or folder that is read, in bytes.
const MaxObject = 64 << 20

// An objects reads objects through one `git cat-file --batch`, which starts with the first.
type objects struct {
	mu    sync.Mutex
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	err   error  // after which nothing can be read any more
	last  string // id of the file that was read last: its size and its text are asked for one after the other
	text  []byte
	trees map[string][]entry
}

// blob returns the text of a file.
func (r *Repository) blob(id string) ([]byte, error) {
	o := &r.objects
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == id && id != "" {
		return o.text, nil
	}
	text, err := r.object(id, "blob")
	if err == nil {
		o.last, o.text = id, text
	}
	return text, err
}

// tree returns the entries of a folder.
func (r *Repository) tree(id string) ([]entry, error) {
	o := &r.objects
	o.mu.Lock()
	defer o.mu.Unlock()
	if list, ok := o.trees[id]; ok {
		return list, nil
	}
	data, err := r.object(id, "tree")
	if err != nil {
		return nil, err
	}
	list, err := entries(data, len(id)/2)
	if err == nil {
		if o.trees == nil {
			o.trees = map[string][]entry{}
		}
		o.trees[id] = list
	}
	return list, err
}

// object asks for an object by its id.
func (r *Repository) object(id, kind string) ([]byte, error) {
	o := &r.objects
	if o.err == nil && o.cmd == nil {
		o.err = o.start(r.command("cat-file", "--batch"))
	}
	if o.err != nil {
		return nil, o.err
	}
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return nil, o.broken(err)
	}
	head, err := o.out.ReadString('\n')
	if err != nil {
		return nil, o.broken(err)
	}
	parts := strings.Fields(head) // ID KIND SIZE, or NAME missing
	if len(parts) != 3 {
		return nil, fmt.Errorf("object %s is not in the repository (of a partial clone, it has not been fetched)", id)
	}
	size, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return nil, o.broken(err)
	}
	if size > MaxObject {
		if _, err := io.CopyN(io.Discard, o.out, size+1); err != nil {
			return nil, o.broken(err)
		}
		return nil, fmt.Errorf("object %s is too large: %d bytes, at most %d are read", id, size, MaxObject)
	}
	data := make([]byte, size+1) // and a newline
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, o.broken(err)
	}
	if parts[1] != kind {
		return nil, fmt.Errorf("object %s is a %s, not a %s", id, parts[1], kind)
	}
	return data[:size:size], nil
}

func (o *objects) start(cmd *exec.Cmd) (err error) {
	if o.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	o.out = bufio.NewReaderSize(out, 64<<10)
	if err := cmd.Start(); err != nil {
		return err
	}
	o.cmd = cmd
	return nil
}

func (o *objects) broken(err error) error {
	o.err = fmt.Errorf("git cat-file ended: %w", err)
	return o.err
}

func (o *objects) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cmd == nil {
		return nil
	}
	cmd := o.cmd
	o.cmd, o.err = nil, errClosed
	o.in.Close() // it ends by that
	io.Copy(io.Discard, o.out)
	return cmd.Wait()
}

var errClosed = fmt.Errorf("the repository is closed")
