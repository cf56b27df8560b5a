package graphqlsrv_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"signalbox/graphqlsrv"
)

func TestReadDocuments(t *testing.T) {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	}
	write := func(m map[string]string) []byte {
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	got, err := graphqlsrv.ReadDocuments(write(map[string]string{"sha256:" + hash("{ a }"): "{ a }", strings.ToUpper(hash("{ b }")): "{ b }"}))
	if err != nil || len(got) != 2 || got[hash("{ a }")] != "{ a }" || got[hash("{ b }")] != "{ b }" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := graphqlsrv.ReadDocuments(write(map[string]string{hash("{ a }"): "{ b }"})); err == nil || !strings.Contains(err.Error(), "is not the SHA-256 of its text") {
		t.Errorf("a wrong hash: %v", err)
	}
	if _, err := graphqlsrv.ReadDocuments([]byte("[]")); err == nil {
		t.Error("a list is no manifest")
	}
}
