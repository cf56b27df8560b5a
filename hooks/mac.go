package hooks

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"sync"
)

// maxDigest is the size of the longest digest.
const maxDigest = sha512.Size

// A mac computes HMACs with one key (RFC 2104), in hashes that have seen the key.
type mac struct{ states sync.Pool } // of *macState

// A macState is one computation.
type macState struct {
	hash    hash.Hash
	sum     [maxDigest]byte
	scratch [128]byte
	used    int // of scratch
}

func newMAC(newHash func() hash.Hash, key []byte) *mac {
	return &mac{sync.Pool{New: func() any { return &macState{hash: hmac.New(newHash, key)} }}}
}

// content is what a signature covers: one text after the other, with the body
// between them. It is never concatenated.
type content struct {
	before [4]string // up to the first that is empty
	body   []byte
	after  string
}

// sum computes the MAC of c. The digest is the state's; give it back with done.
func (m *mac) sum(c *content) (*macState, []byte) {
	s := m.states.Get().(*macState)
	s.hash.Reset()
	for i := 0; i < len(c.before) && c.before[i] != ""; i++ {
		s.write(c.before[i])
	}
	s.flush()
	s.hash.Write(c.body)
	s.write(c.after)
	s.flush()
	return s, s.hash.Sum(s.sum[:0])
}

func (m *mac) done(s *macState) { m.states.Put(s) }

// write gathers texts, so that no bytes need be made of them.
func (s *macState) write(text string) {
	for text != "" {
		n := copy(s.scratch[s.used:], text)
		if s.used += n; s.used == len(s.scratch) {
			s.flush()
		}
		text = text[n:]
	}
}

func (s *macState) flush() {
	if s.used > 0 {
		s.hash.Write(s.scratch[:s.used])
		s.used = 0
	}
}

// A keyring is the MACs of several secrets, of which the first one signs.
type keyring []*mac

// digest returns the MAC of c by the nth secret.
func (k keyring) digest(n int, c *content) []byte {
	s, sum := k[n].sum(c)
	digest := bytes.Clone(sum)
	k[n].done(s)
	return digest
}

func newKeyring(h crypto.Hash, keys [][]byte) keyring {
	ring := make(keyring, len(keys))
	for i, key := range keys {
		ring[i] = newMAC(h.New, key)
	}
	return ring
}

// rawKeys are the bytes of secrets.
func rawKeys(secrets []string) [][]byte {
	keys := make([][]byte, len(secrets))
	for i, s := range secrets {
		keys[i] = []byte(s)
	}
	return keys
}

// tokens are secrets that a sender sends as they are. Their MACs under a key of
// this process are compared, so that neither length nor content can be measured.
type tokens struct {
	mac  *mac
	sums [][sha256.Size]byte
}

func newTokens(secrets []string) *tokens {
	key := make([]byte, sha256.BlockSize)
	rand.Read(key)
	t := &tokens{mac: newMAC(sha256.New, key), sums: make([][sha256.Size]byte, len(secrets))}
	for i, secret := range secrets {
		s, sum := t.mac.sum(&content{before: [4]string{secret}})
		copy(t.sums[i][:], sum)
		t.mac.done(s)
	}
	return t
}

// match reports whether text is one of the secrets.
func (t *tokens) match(text string) bool {
	s, sum := t.mac.sum(&content{before: [4]string{text}})
	found := false
	for i := range t.sums {
		found = hmac.Equal(sum, t.sums[i][:]) || found
	}
	t.mac.done(s)
	return found
}
