package rack

import (
	"errors"
	"io"
	"net/http"
)

// MaxBody is how much is read of a request's body for its parameters; a longer
// body reaches the handler all the same, and has none.
const MaxBody = 4 << 20

var errBodyRead = errors.New("dispatch: the body has been read already: ask for the parameters first")

// A keptBody is a request's body that can be looked at before it is read. All
// copies of the request share it, those that middleware makes too.
type keptBody struct {
	rest   io.ReadCloser
	ahead  []byte // what was looked at
	served int    // how much of it was read
	looked bool
	read   bool
	err    error // of looking
}

// KeepBody makes the body of a request one that can be looked at.
func KeepBody(r *http.Request) *keptBody {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	k, ok := r.Body.(*keptBody)
	if !ok {
		k = &keptBody{rest: r.Body}
		r.Body = k
	}
	return k
}

// peekBody looks at the body, and leaves it to be read; nil if it is too long.
func peekBody(r *http.Request) ([]byte, error) {
	k := KeepBody(r)
	switch {
	case k == nil:
		return nil, nil
	case !k.looked && k.read:
		return nil, errBodyRead
	case !k.looked:
		k.looked = true
		k.ahead, k.err = io.ReadAll(io.LimitReader(k.rest, MaxBody+1))
	}
	if k.err != nil || len(k.ahead) > MaxBody {
		return nil, nil // the handler meets it, when it reads
	}
	return k.ahead, nil
}

// Read implements io.Reader.
func (k *keptBody) Read(p []byte) (int, error) {
	k.read = true
	if k.served < len(k.ahead) {
		n := copy(p, k.ahead[k.served:])
		k.served += n
		return n, nil
	}
	if k.err != nil {
		return 0, k.err
	}
	return k.rest.Read(p)
}

// Close implements io.Closer.
func (k *keptBody) Close() error { return k.rest.Close() }
