package graphqlsrv

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"signalbox/graphqlsrv/internal/lru"
)

// askFor sends a request with a query's hash.
func askFor(e *engine, query, hash string) string {
	ext, _ := json.Marshal(map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": hash}})
	r := &Request{Query: query}
	if hash != "" {
		r.Extensions = ext
	}
	op, f := e.prepare(context.Background(), r)
	if f != nil {
		return string(f.append(nil))
	}
	return string(op.execute(context.Background(), nil))
}

const notFound = `{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}`

func TestPersistedQueries(t *testing.T) {
	e := engineOf(t, usersSDL, usersService(), WithPersistedQueries(2))
	hello, data := `{hello}`, `{"data":{"hello":"world"}}`
	expect(t, askFor(e, "", sha256Hex(hello)), notFound)
	expect(t, askFor(e, hello, sha256Hex("{other}")), `{"errors":[{"message":"provided sha does not match query","extensions":{"code":"BAD_USER_INPUT"}}]}`)
	expect(t, askFor(e, hello, strings.ToUpper(sha256Hex(hello))), data)
	expect(t, askFor(e, "", sha256Hex(hello)), data)
	for i := range 3 { // others push it out
		q := fmt.Sprintf(`{a%d:hello}`, i)
		askFor(e, q, sha256Hex(q))
	}
	expect(t, askFor(e, "", sha256Hex(hello)), notFound)
}

func TestTrustedDocuments(t *testing.T) {
	hello, data := `{hello}`, `{"data":{"hello":"world"}}`
	trusted := map[string]string{sha256Hex(hello): hello}
	e := engineOf(t, usersSDL, usersService(), WithTrustedDocuments(trusted, true))
	expect(t, askFor(e, "", sha256Hex(hello)), data)
	expect(t, askFor(e, hello, ""), data)
	expect(t, askFor(e, "{a:hello}", sha256Hex("{a:hello}")), notFound)
	expect(t, askFor(e, "{a:hello}", ""), `{"errors":[{"message":"Only trusted documents are served: send extensions.persistedQuery.sha256Hash.","extensions":{"code":"FORBIDDEN"}}]}`)
	e = engineOf(t, usersSDL, usersService(), WithTrustedDocuments(trusted, false))
	expect(t, askFor(e, "{a:hello}", ""), `{"data":{"a":"world"}}`)
	trusted["abc"], trusted[strings.ToUpper(sha256Hex("{a:hello}"))] = hello, "{a:hello}"
	_, err := newEngine(sdl(usersSDL), []Option{WithTrustedDocuments(trusted, true), WithoutDirectiveCheck(), WithLogger(nil)})
	const want = "WithTrustedDocuments: %q is not the SHA-256 of its text in lower-case hexadecimal"
	if got := fmt.Sprintf(want+"\n"+want, strings.ToUpper(sha256Hex("{a:hello}")), "abc"); err == nil || err.Error() != got {
		t.Errorf("wrong keys: %v", err)
	}
}

func TestPlanCacheIsBounded(t *testing.T) {
	e := engineOf(t, usersSDL, usersService(), WithPlanCache(5))
	for i := range 50 {
		ask(t, e, fmt.Sprintf(`{a%d:hello}`, i))
	}
	ask(t, e, `{hello}`+strings.Repeat(" ", lru.MaxKey))
	if n := e.documents.Len(); n != 5 {
		t.Errorf("%d documents are kept, want 5", n)
	}
	if e.documents.Get(`{a49:hello}`) == nil || e.documents.Get(`{a1:hello}`) != nil {
		t.Error("the oldest must go first")
	}
}
