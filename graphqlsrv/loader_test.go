package graphqlsrv

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestLoader(t *testing.T) {
	var mu sync.Mutex
	var asked [][]int
	authors := NewLoader(func(_ context.Context, ids []int) (map[int]*testUser, error) {
		mu.Lock()
		asked = append(asked, slices.Sorted(slices.Values(ids)))
		mu.Unlock()
		found := map[int]*testUser{}
		for _, id := range ids {
			switch id {
			case 7:
			case 8:
				return nil, errors.New("down")
			case 9:
				panic("ouch")
			default:
				found[id] = &testUser{ID: id}
			}
		}
		return found, nil
	})
	var ids []int
	e := engineOf(t, `type Query { posts: [Post!]! } type Post { id: Int author: User } type User { id: Int }`, map[string]Resolver{
		"posts": Func(func(context.Context) ([]testPost, error) {
			var list []testPost
			for _, id := range ids {
				list = append(list, testPost{ID: id})
			}
			return list, nil
		}),
		"Post.author": Field(func(ctx context.Context, _ None, r Resolve[testPost]) (*testUser, error) {
			return authors.Load(ctx, r.Root.ID)
		}),
	})
	ids = []int{1, 2, 1, 3}
	expect(t, ask(t, e, `{posts{author{id}}}`), `{"data":{"posts":[{"author":{"id":1}},{"author":{"id":2}},{"author":{"id":1}},{"author":{"id":3}}]}}`)
	total := 0
	for _, keys := range asked {
		total += len(keys)
	}
	if total != 3 {
		t.Errorf("loaded %v: every key once", asked)
	}
	asked = nil
	ids = []int{1}
	if ask(t, e, `{posts{author{id}}}`); len(asked) != 1 {
		t.Errorf("a second request loads for itself: %v", asked)
	}
	ids = []int{7}
	expect(t, ask(t, e, `{posts{author{id}}}`), `{"data":{"posts":[{"author":null}]}}`)
	for _, id := range []int{8, 9} {
		ids = []int{id}
		if got := ask(t, e, `{posts{author{id}}}`); !strings.Contains(got, maskedMessage) {
			t.Error(got)
		}
	}
	if u, err := authors.Load(context.Background(), 5); err != nil || u.ID != 5 {
		t.Error("outside of a request:", u, err)
	}
}
