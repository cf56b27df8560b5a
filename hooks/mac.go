package hooks

import (
	"bytes"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding"
	"encoding/binary"
	"hash"
	"sync"
)

// maxDigest is the size of the longest digest.
const maxDigest = sha256.Size

// A mac computes HMACs with one key (RFC 2104). The states of the two hashes that
// have seen the key are kept, as crypto/hmac does after its first use: an HMAC
// costs one block more than the bare hash, and nothing is allocated.
type mac struct {
	inner, outer []byte    // marshalled states
	state        sync.Pool // of *macState
}

// A macState is one computation.
type macState struct {
	inner, outer hashState
	sum          [maxDigest]byte
	scratch      [128]byte
	used         int // of scratch
}

// A hashState is a hash whose state can be set.
type hashState interface {
	hash.Hash
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
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
	block := make([]byte, a.hash().BlockSize())
	if len(key) > len(block) {
		h := a.hash()
		h.Write(key)
		key = h.Sum(nil)
	}
	copy(block, key)
	m := &mac{inner: keyed(a, block, 0x36), outer: keyed(a, block, 0x5c)}
	m.state.New = func() any {
		return &macState{inner: a.hash().(hashState), outer: a.hash().(hashState)}
	}
	return m
}

// keyed is the state of a hash that has seen the key, each byte xored with pad.
// The hashes of the standard library can be marshalled, without an error.
func keyed(a algorithm, key []byte, pad byte) []byte {
	padded := make([]byte, len(key))
	for i, b := range key {
		padded[i] = b ^ pad
	}
	h := a.hash().(hashState)
	h.Write(padded)
	state, _ := h.MarshalBinary()
	return state
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
	s := m.state.Get().(*macState)
	_ = s.inner.UnmarshalBinary(m.inner)
	if c.before[0] != "" {
		for i := 0; i < len(c.before) && c.before[i] != ""; i++ {
			s.write(c.before[i])
		}
		s.flush()
	}
	s.inner.Write(c.body)
	if c.after != "" {
		s.write(c.after)
		s.flush()
	}
	sum := s.inner.Sum(s.sum[:0])
	_ = s.outer.UnmarshalBinary(m.outer)
	s.outer.Write(sum)
	return s, s.outer.Sum(s.sum[:0])
}

func (m *mac) done(s *macState) { m.state.Put(s) }

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
		s.inner.Write(s.scratch[:s.used])
		s.used = 0
	}
}

// matches tells in constant time whether digest is the MAC of c.
func (m *mac) matches(c *content, digest []byte) bool {
	s, sum := m.sum(c)
	same := equal(sum, digest)
	m.done(s)
	return same
}

// matchesHex tells in constant time whether text is the MAC of c in lowercase hex.
func (m *mac) matchesHex(c *content, text string) bool {
	s, sum := m.sum(c)
	same := equalHex(sum, text)
	m.done(s)
	return same
}

// equal compares two digests of one size in a time that depends on nothing else.
// It is subtle.ConstantTimeCompare, several bytes at a time.
func equal(a, b []byte) bool {
	var difference [maxDigest]byte
	if len(a) != len(b) || len(a) > maxDigest {
		return false
	}
	subtle.XORBytes(difference[:], a, b)
	var any uint64
	for i := 0; i < maxDigest; i += 8 {
		any |= binary.NativeEndian.Uint64(difference[i:])
	}
	return any == 0
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

// matchesHex tells whether text is any secret's MAC of c, in lowercase hex.
func (k keyring) matchesHex(c *content, text string) bool {
	for _, m := range k {
		if m.matchesHex(c, text) {
			return true
		}
	}
	return false
}

// digest returns the MAC of c by the nth secret.
func (k keyring) digest(n int, c *content) []byte {
	s, sum := k[n].sum(c)
	digest := bytes.Clone(sum)
	k[n].done(s)
	return digest
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
		s, sum := t.mac.sum(&content{before: [4]string{secret}})
		copy(t.sums[i][:], sum)
		t.mac.done(s)
	}
	return t
}

// match tells whether text is one of the secrets.
func (t *tokens) match(text string) bool {
	s, sum := t.mac.sum(&content{before: [4]string{text}})
	found := false
	for i := range t.sums {
		found = equal(sum, t.sums[i][:]) || found
	}
	t.mac.done(s)
	return found
}
