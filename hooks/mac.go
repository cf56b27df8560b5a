package hooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"hash"
	"sync"
)

// maxDigest is the size of the longest digest.
const maxDigest = sha256.Size

// A mac computes HMACs with one key. The keyed states are kept: an HMAC costs two
// blocks more than the bare hash, and nothing is allocated.
type mac struct {
	size  int
	state sync.Pool // of *macState
}

// A macState is one computation.
type macState struct {
	hash    hash.Hash
	sum     [maxDigest]byte
	scratch [64]byte
}

// An algorithm makes a hash.
type algorithm struct {
	name string
	size int
	hash func() hash.Hash
}

var (
	sha1Algorithm   = algorithm{"sha1", sha1.Size, sha1.New}
	sha256Algorithm = algorithm{"sha256", sha256.Size, sha256.New}
)

func newMAC(a algorithm, key []byte) *mac {
	key = append([]byte(nil), key...)
	m := &mac{size: a.size}
	m.state.New = func() any { return &macState{hash: hmac.New(a.hash, key)} }
	return m
}

// content is what a signature covers: one text after the other, with the body
// between them. It is never concatenated.
type content struct {
	before [5]string
	body   []byte
	after  string
}

// sum computes the MAC of c. The digest is the state's; give it back with done.
func (m *mac) sum(c *content) (*macState, []byte) {
	s := m.state.Get().(*macState)
	s.hash.Reset()
	for _, text := range c.before {
		s.write(text)
	}
	s.hash.Write(c.body)
	s.write(c.after)
	return s, s.hash.Sum(s.sum[:0])
}

func (m *mac) done(s *macState) { m.state.Put(s) }

// write hashes a text without making bytes of it.
func (s *macState) write(text string) {
	for text != "" {
		n := copy(s.scratch[:], text)
		s.hash.Write(s.scratch[:n])
		text = text[n:]
	}
}

// matches tells in constant time whether digest is the MAC of c.
func (m *mac) matches(c *content, digest []byte) bool {
	s, sum := m.sum(c)
	equal := subtle.ConstantTimeCompare(sum, digest) == 1
	m.done(s)
	return equal
}

// A keyring is the MACs of several secrets, of which the first one signs.
type keyring []*mac

// matches tells whether any secret's MAC of c is digest.
func (k keyring) matches(c *content, digest []byte) bool {
	for _, m := range k {
		if m.matches(c, digest) {
			return true
		}
	}
	return false
}

// sign appends the MAC of c by the first secret, as encode writes it.
func (k keyring) sign(c *content, encode func(dst, digest []byte) []byte, dst []byte) []byte {
	s, sum := k[0].sum(c)
	dst = encode(dst, sum)
	k[0].done(s)
	return dst
}

func newKeyring(a algorithm, keys [][]byte) keyring {
	ring := make(keyring, len(keys))
	for i, key := range keys {
		ring[i] = newMAC(a, key)
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
	sums [][maxDigest]byte
}

func newTokens(secrets []string) *tokens {
	key := make([]byte, sha256.BlockSize)
	rand.Read(key)
	t := &tokens{mac: newMAC(sha256Algorithm, key), sums: make([][maxDigest]byte, len(secrets))}
	for i, secret := range secrets {
		s, sum := t.mac.sum(&content{before: [5]string{secret}})
		copy(t.sums[i][:], sum)
		t.mac.done(s)
	}
	return t
}

// match tells whether text is one of the secrets.
func (t *tokens) match(text string) bool {
	s, sum := t.mac.sum(&content{before: [5]string{text}})
	found := 0
	for i := range t.sums {
		found |= subtle.ConstantTimeCompare(sum, t.sums[i][:])
	}
	t.mac.done(s)
	return found == 1
}
