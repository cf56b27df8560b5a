package graphqlsrv

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"signalbox/graphqlsrv/internal/lru"
)

// persistedQuery is what clients send in the extensions instead of, or beside,
// the query. Apollo: automatic persisted queries.
type persistedQuery struct {
	Version    int    `json:"version"`
	SHA256Hash string `json:"sha256Hash"`
}

// queryText returns the query of a request: its own text, or that of a trusted
// document or persisted query.
func (e *engine) queryText(r *Request) (string, *failure) {
	p, f := persistedOf(r)
	if f != nil {
		return "", f
	}
	if p == nil {
		if e.cfg.trustedOnly && !e.trusts(r.Query) {
			return "", failureOf(failedPersisted, CodeForbidden, "Only trusted documents are served: send extensions.persistedQuery.sha256Hash.")
		}
		if r.Query == "" && !r.hasQuery {
			return "", failureOf(failedInput, CodeBadUserInput, "Must provide query string.")
		}
		return r.Query, nil
	}
	hash := strings.ToLower(p.SHA256Hash)
	if text, ok := e.cfg.trusted[hash]; ok {
		return text, nil
	}
	if e.cfg.trustedOnly || e.cfg.persisted.Entries <= 0 {
		return "", failureOf(failedPersisted, CodePersistedQueryNotFound, "PersistedQueryNotFound")
	}
	if r.Query == "" {
		if text := e.persisted.Get(hash); text != "" {
			return text, nil
		}
		return "", failureOf(failedPersisted, CodePersistedQueryNotFound, "PersistedQueryNotFound")
	}
	if sha256Hex(r.Query) != hash {
		return "", failureOf(failedInput, CodeBadUserInput, "provided sha does not match query")
	}
	if len(r.Query) <= lru.MaxKey {
		e.persisted.Put(strings.Clone(hash), strings.Clone(r.Query), len(r.Query))
	}
	return r.Query, nil
}

func (e *engine) trusts(query string) bool {
	_, ok := e.cfg.trusted[sha256Hex(query)]
	return ok
}

func sha256Hex(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func persistedOf(r *Request) (*persistedQuery, *failure) {
	if len(r.Extensions) == 0 || !bytes.Contains(r.Extensions, []byte("persistedQuery")) {
		return nil, nil
	}
	var ext struct {
		PersistedQuery *persistedQuery `json:"persistedQuery"`
	}
	if err := json.Unmarshal(r.Extensions, &ext); err != nil {
		return nil, failureOf(failedInput, CodeBadUserInput, "%s", `extensions are invalid: persistedQuery must be like {"version": 1, "sha256Hash": "…"}.`)
	}
	if p := ext.PersistedQuery; p != nil && p.Version != 1 {
		return nil, failureOf(failedInput, CodeBadUserInput, "Unsupported persisted query version")
	}
	return ext.PersistedQuery, nil
}

// ReadDocuments reads a manifest of persisted documents for
// [WithTrustedDocuments]: a JSON object with the texts by their SHA-256 in
// hexadecimal, as graphql-code-generator's client preset writes it to
// persisted-documents.json, also with "sha256:" in front. A hash that is not that
// of its text is an error.
func ReadDocuments(manifest []byte) (bySHA256 map[string]string, err error) {
	var texts map[string]string
	if err := json.Unmarshal(manifest, &texts); err != nil {
		return nil, fmt.Errorf("graphqlsrv: reading persisted documents: %w", err)
	}
	bySHA256 = make(map[string]string, len(texts))
	for key, text := range texts {
		hash := strings.ToLower(strings.TrimPrefix(key, "sha256:"))
		if hash != sha256Hex(text) {
			return nil, fmt.Errorf("graphqlsrv: persisted documents: "+notItsHash, key)
		}
		bySHA256[hash] = text
	}
	return bySHA256, nil
}

const notItsHash = "%q is not the SHA-256 of its text"
