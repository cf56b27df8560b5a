package graphqlsrv

import (
	"context"
	"errors"
	"reflect"
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

// TestLoaderAfterMutation: what a field of a mutation changes, those within and after
// it see.
func TestLoaderAfterMutation(t *testing.T) {
	var mu sync.Mutex
	name, fetches := "old", 0
	names := NewLoader(func(context.Context, []int) (map[int]string, error) {
		mu.Lock()
		defer mu.Unlock()
		fetches++
		return map[int]string{1: name}, nil
	})
	set := func(to string) {
		mu.Lock()
		defer mu.Unlock()
		name = to
	}
	type renameArgs struct{ Name string }
	e := engineOf(t, `type Query { item: Item } type Item { name: String again: String child: Item }
		type Mutation { rename(name: String!): Item append(name: String!): Item items: Items twice(name: String!, all: Boolean): String }
		type Items { rename(name: String!): Item }`, map[string]Resolver{
		"item":   constant(testPost{ID: 1}),
		"items":  constant(struct{}{}),
		"rename": FuncWith(func(_ context.Context, a renameArgs) (testPost, error) { set(a.Name); return testPost{ID: 1}, nil }),
		"append": FuncWith(func(ctx context.Context, a renameArgs) (testPost, error) {
			had, err := names.Load(ctx, 1)
			set(had + a.Name)
			return testPost{ID: 1}, err
		}),
		"twice": FuncWith(func(ctx context.Context, a struct {
			Name string
			All  bool
		},
		) (string, error) {
			before, _ := names.Load(ctx, 1)
			set(a.Name)
			if a.All {
				names.ClearAll(ctx)
			} else {
				names.Clear(ctx, 2, 1)
			}
			after, err := names.Load(ctx, 1)
			return before + " " + after, err
		}),
		"Items.rename": Field(func(_ context.Context, a renameArgs, _ Resolve[any]) (testPost, error) {
			set(a.Name)
			return testPost{ID: 1}, nil
		}),
		"Item.name":  Field(func(ctx context.Context, _ None, _ Resolve[any]) (string, error) { return names.Load(ctx, 1) }),
		"Item.again": Field(func(ctx context.Context, _ None, _ Resolve[any]) (string, error) { return names.Load(ctx, 1) }),
		"Item.child": constant(testPost{ID: 1}),
	})
	for _, c := range []struct {
		query, want string
		fetches     int
	}{
		{`mutation {a: rename(name: "one") {name} b: rename(name: "two") {name again}}`, `{"data":{"a":{"name":"one"},"b":{"name":"two","again":"two"}}}`, 2},
		{`mutation {a: append(name: "x") {name} b: append(name: "y") {name}}`, `{"data":{"a":{"name":"oldx"},"b":{"name":"oldxy"}}}`, 4},
		{`mutation {a: items {rename(name: "one") {name}} b: append(name: "y") {name}}`, `{"data":{"a":{"rename":{"name":"one"}},"b":{"name":"oney"}}}`, 3},
		{`mutation {twice(name: "new")}`, `{"data":{"twice":"old new"}}`, 2},
		{`mutation {twice(name: "new", all: true)}`, `{"data":{"twice":"old new"}}`, 2},
		{`{item {name again child {name}}}`, `{"data":{"item":{"name":"old","again":"old","child":{"name":"old"}}}}`, 1},
	} {
		t.Run(c.query, func(t *testing.T) {
			set("old")
			fetches = 0
			expect(t, ask(t, e, c.query), c.want)
			if fetches != c.fetches {
				t.Errorf("%d fetches, want %d", fetches, c.fetches)
			}
		})
	}
	names.Clear(context.Background(), 1) // outside of a request there is nothing to forget
	names.ClearAll(context.Background())
}

// TestLoadMany: several keys of several resolvers are one call, each key once; outside of a request
// those of one LoadMany are.
func TestLoadMany(t *testing.T) {
	var asked [][]int
	names := NewLoader(func(_ context.Context, ids []int) (map[int]string, error) {
		asked = append(asked, slices.Sorted(slices.Values(ids)))
		if slices.Contains(ids, 8) {
			return nil, errors.New("down")
		}
		return map[int]string{1: "one", 2: "two", 3: "three"}, nil
	})
	of := func(ids ...int) Resolver {
		return Func(func(ctx context.Context) ([]string, error) { return names.LoadMany(ctx, ids) })
	}
	e := engineOf(t, `type Query { a: [String] b: [String] none: [String] fails: [String] }`, map[string]Resolver{
		"a": of(3, 1, 3, 7), "b": of(2, 1), "none": of(), "fails": of(1, 8),
	}, WithLogger(nil))
	expect(t, ask(t, e, `{a b none}`), `{"data":{"a":["three","one","three",""],"b":["two","one"],"none":[]}}`)
	if want := [][]int{{1, 2, 3, 7}}; !reflect.DeepEqual(asked, want) {
		t.Errorf("loaded %v, want %v", asked, want)
	}
	if got := ask(t, e, `{fails}`); !strings.Contains(got, `"data":{"fails":null}`) || !strings.Contains(got, CodeInternalServerError) {
		t.Error(got)
	}
	asked = nil
	if got, err := names.LoadMany(context.Background(), []int{2, 3, 2}); err != nil || !slices.Equal(got, []string{"two", "three", "two"}) {
		t.Error(got, err)
	}
	if want := [][]int{{2, 3}}; !reflect.DeepEqual(asked, want) {
		t.Errorf("outside of a request loaded %v, want %v", asked, want)
	}
}
