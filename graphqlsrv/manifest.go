package graphqlsrv

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
			return nil, fmt.Errorf("graphqlsrv: persisted documents: %q is not the SHA-256 of its text", key)
		}
		bySHA256[hash] = text
	}
	return bySHA256, nil
}
