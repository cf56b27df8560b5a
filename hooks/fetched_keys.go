package hooks

import (
	"cmp"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Some senders sign for all that they send to with keys of their own, which they publish. They
// are fetched when the first delivery names one, and kept as long as the answer allows. Names
// are the delivery's: whoever forges them makes as few requests as the bounds here let through.

// The bounds of fetching.
const (
	fetchTimeout   = 5 * time.Second
	maxKeyDocument = 256 << 10
	maxKnownKeys   = 64
	maxFetches     = 10 // a minute, for names that are known, and as many for others
	shortestTTL    = 5 * time.Minute
	longestTTL     = 24 * time.Hour
	usualTTL       = time.Hour
)

// errNoKey is a name that the sender has no key of.
var errNoKey = errors.New("hooks: the sender has no such key")

// errBusy is a name that can't be asked for now: the sender's host hangs, or others ask for names
// that it does not have.
var errBusy = errors.New("hooks: too many ask for the sender's keys")

// A keyFetcher returns the keys that a sender publishes, by their names, and for how long they
// hold. It may return others than the one asked for.
type keyFetcher func(ctx context.Context, client *http.Client, name string) (keys map[string]crypto.PublicKey, ttl time.Duration, err error)

// fetchedKeys are a sender's keys. It is safe for concurrent use.
type fetchedKeys struct {
	client *http.Client
	clock  func() time.Time
	fetch  keyFetcher

	mu     sync.Mutex
	known  map[string]knownKey
	asking chan struct{} // one at a time: what the first fetches, the others find

	// The fetches of the last minute, of whoever is asking: for names that the sender has had
	// keys of, and for others, which a forger may have made up.
	refreshes, searches []time.Time
}

type knownKey struct {
	key   crypto.PublicKey
	until time.Time
}

func newFetchedKeys(c *config, fetch keyFetcher) *fetchedKeys {
	client := c.client
	if client == nil {
		client = &http.Client{}
	}
	bounded := *client
	bounded.Timeout = fetchTimeout
	bounded.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &fetchedKeys{client: &bounded, clock: c.clock, fetch: fetch, known: map[string]knownKey{}, asking: make(chan struct{}, 1)}
}

// get returns the key of a name. Its error is that of a forgery if the sender has no such key, and
// else one of this side, so that the sender tries again.
func (k *fetchedKeys) get(name string) (crypto.PublicKey, error) {
	if key, fresh, _ := k.lookUp(name); fresh {
		return key, nil
	}
	waiting := time.NewTimer(fetchTimeout)
	defer waiting.Stop()
	select {
	case k.asking <- struct{}{}:
		defer func() { <-k.asking }()
	case <-waiting.C:
		return nil, errBusy
	}
	key, fresh, known := k.lookUp(name)
	if fresh {
		return key, nil
	}
	fetches := &k.searches
	if known {
		fetches = &k.refreshes
	}
	if !k.mayAsk(fetches) {
		return nil, errBusy // no forgery: perhaps the key is new
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	keys, ttl, err := k.fetch(ctx, k.client, name)
	if err != nil && !errors.Is(err, errNoKey) {
		return nil, fmt.Errorf("hooks: can't fetch the sender's key: %w", err)
	}
	k.keep(name, keys, k.clock().Add(min(max(ttl, shortestTTL), longestTTL)))
	if key, ok := keys[name]; ok {
		return key, nil
	}
	return nil, &WebhookVerificationError{Reason: ReasonMismatch, Err: cmp.Or(err, errNoKey)}
}

// lookUp returns the key of a name, whether it still holds, and whether the sender had one when it
// was last asked.
func (k *fetchedKeys) lookUp(name string) (key crypto.PublicKey, fresh, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	found, ok := k.known[name]
	return found.key, ok && k.clock().Before(found.until), ok
}

// mayAsk reports whether one more of these fetches is within the bounds, and counts it.
func (k *fetchedKeys) mayAsk(fetches *[]time.Time) bool {
	now := k.clock()
	for len(*fetches) > 0 && now.Sub((*fetches)[0]) >= time.Minute {
		*fetches = (*fetches)[1:]
	}
	if len(*fetches) >= maxFetches {
		return false
	}
	*fetches = append(*fetches, now)
	return true
}

// keep keeps what the sender answered when it was asked for a name.
func (k *fetchedKeys) keep(asked string, keys map[string]crypto.PublicKey, until time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.known, asked)
	if len(k.known)+len(keys) > maxKnownKeys {
		clear(k.known)
	}
	for name, key := range keys {
		if len(k.known) < maxKnownKeys {
			k.known[name] = knownKey{key, until}
		}
	}
}

// download sends a request for a document of keys, and returns it and how long it may be kept.
func download(client *http.Client, q *http.Request) ([]byte, time.Duration, error) {
	response, err := client.Do(q)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxKeyDocument+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, 0, &statusError{q.URL.Host, response.StatusCode, body}
	case err == nil && len(body) > maxKeyDocument:
		err = fmt.Errorf("%s answered more than %d bytes", q.URL.Host, maxKeyDocument)
	}
	return body, maxAge(response.Header.Get("Cache-Control")), err
}

// A statusError is an answer other than 200 of a host that publishes keys.
type statusError struct {
	host   string
	status int
	body   []byte
}

func (e *statusError) Error() string { return fmt.Sprintf("%s answered %d", e.host, e.status) }

// noSuchKey returns errNoKey for the answer of a host to a name that it does not have, as a
// forger makes them up, and err for any other.
func noSuchKey(err error) error {
	var answer *statusError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
		return fmt.Errorf("%w: %w", errNoKey, err)
	}
	return err
}

// get downloads a document.
func get(ctx context.Context, client *http.Client, url string) ([]byte, time.Duration, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	return download(client, q)
}

// maxAge reads Cache-Control (RFC 9111, section 5.2.2.1).
func maxAge(header string) time.Duration {
	for directive := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		if !strings.EqualFold(name, "max-age") {
			continue
		}
		if seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
			return time.Duration(seconds) * time.Second
		}
	}
	return usualTTL
}

// jwk is a public key in JSON (RFC 7517).
type jwk struct {
	Kid string `json:"kid"`
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	N   string `json:"n"`
	E   string `json:"e"`
	X   string `json:"x"`
	Y   string `json:"y"`
	// ExpiredAt is Plaid's: in seconds, when the key was replaced.
	ExpiredAt *int64 `json:"expired_at"`
}

// key is nil if it is not one of RSA with 2048 to 8192 bits, or of P-256.
func (j *jwk) key() crypto.PublicKey {
	switch {
	case j.Kty == "RSA":
		n, okN := decodeSegment(j.N)
		e, okE := decodeSegment(j.E)
		modulus, exponent := new(big.Int).SetBytes(n), new(big.Int).SetBytes(e)
		if !okN || !okE || modulus.BitLen() < 2048 || modulus.BitLen() > 8192 || exponent.BitLen() > 31 || exponent.Bit(0) == 0 || exponent.BitLen() < 2 {
			return nil
		}
		return &rsa.PublicKey{N: modulus, E: int(exponent.Int64())}
	case j.Kty == "EC" && j.Crv == "P-256":
		x, okX := decodeSegment(j.X)
		y, okY := decodeSegment(j.Y)
		if !okX || !okY || len(x) != 32 || len(y) != 32 {
			return nil
		}
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
		if err != nil {
			return nil
		}
		return key
	}
	return nil
}

// keySet fetches a set of keys (RFC 7517, section 5), whose names are their kids.
func keySet(url string) keyFetcher {
	return func(ctx context.Context, client *http.Client, _ string) (map[string]crypto.PublicKey, time.Duration, error) {
		body, ttl, err := get(ctx, client, url)
		if err != nil {
			return nil, 0, err
		}
		var set struct {
			Keys []jwk `json:"keys"`
		}
		if err := json.Unmarshal(body, &set); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", url, err)
		}
		keys := map[string]crypto.PublicKey{}
		for _, j := range set.Keys {
			if key := j.key(); key != nil && j.Kid != "" {
				keys[j.Kid] = key
			}
		}
		return keys, ttl, nil
	}
}

// certificate fetches an X.509 certificate in PEM, whose name is its URL. Who may serve one is
// checked before.
func certificate(ctx context.Context, client *http.Client, url string) (map[string]crypto.PublicKey, time.Duration, error) {
	body, ttl, err := get(ctx, client, url)
	if err != nil {
		return nil, 0, noSuchKey(err)
	}
	block, _ := pem.Decode(body)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, 0, fmt.Errorf("%s is not a certificate", url)
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, 0, err
	}
	now := time.Now()
	if now.Before(c.NotBefore) || now.After(c.NotAfter) {
		return nil, 0, fmt.Errorf("%s: the certificate is not valid now", url)
	}
	return map[string]crypto.PublicKey{url: c.PublicKey}, min(ttl, c.NotAfter.Sub(now)), nil
}

// signedByRSA reports whether a message was signed by the owner of an RSA key of at least 2048 bits.
func signedByRSA(key crypto.PublicKey, hash crypto.Hash, message, signature []byte) bool {
	k, ok := key.(*rsa.PublicKey)
	h := hash.New()
	h.Write(message)
	return ok && k.N.BitLen() >= 2048 && rsa.VerifyPKCS1v15(k, hash, h.Sum(nil), signature) == nil
}
