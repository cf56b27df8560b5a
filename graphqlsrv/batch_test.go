package graphqlsrv

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

const batchSDL = `
type Query { users: [User!]! one: User pairs: [[User]] }
type User { id: Int! posts(take: Int = 2): [Post!]! profile: Profile bad: Int }
type Profile { id: Int friends: [User!]! }
type Post { id: Int! comments: [String!]! author: User }
`

type batchUser struct {
	ID      int
	Profile *batchProfile
}

type batchProfile struct{ ID int }

func TestBatch(t *testing.T) {
	var posts, comments, friends, bad atomic.Int32
	list := []*batchUser{{1, &batchProfile{10}}, {2, nil}, {3, &batchProfile{30}}}
	e := engineOf(t, batchSDL, map[string]Resolver{
		"users": Func(func(context.Context) ([]*batchUser, error) { return list, nil }),
		"one":   Func(func(context.Context) (*batchUser, error) { return list[0], nil }),
		"pairs": Func(func(context.Context) ([][]*batchUser, error) { return [][]*batchUser{list[:2], nil, list[2:]}, nil }),
		"User.posts": Batch(func(_ context.Context, a struct{ Take int }, users []*batchUser) ([][]testPost, error) {
			posts.Add(1)
			all := make([][]testPost, len(users))
			for i, u := range users {
				for n := range a.Take {
					all[i] = append(all[i], testPost{ID: u.ID*10 + n})
				}
			}
			return all, nil
		}),
		"Post.comments": Batch(func(_ context.Context, _ None, p []testPost) ([][]string, error) {
			comments.Add(1)
			all := make([][]string, len(p))
			for i := range p {
				all[i] = []string{fmt.Sprint("c", p[i].ID)}
			}
			return all, nil
		}),
		"Profile.friends": Batch(func(_ context.Context, _ None, p []*batchProfile) ([][]*batchUser, error) {
			friends.Add(1)
			all := make([][]*batchUser, len(p))
			for i := range p {
				all[i] = []*batchUser{{ID: p[i].ID + 1}}
			}
			return all, nil
		}),
		"Post.author": Computed(func(p testPost) *batchUser { return &batchUser{ID: p.ID / 10} }),
		"User.bad": Batch(func(_ context.Context, _ None, users []*batchUser) ([]int, error) {
			bad.Add(1)
			errs := make(Errors, len(users))
			errs[1] = Forbidden("not the second")
			return make([]int, len(users)), errs
		}),
	})
	for _, c := range []struct {
		name, query, want string
		counter           *atomic.Int32
		calls             int32
	}{
		{
			"one call for the list", `{users{id posts{id}}}`,
			`{"data":{"users":[{"id":1,"posts":[{"id":10},{"id":11}]},{"id":2,"posts":[{"id":20},{"id":21}]},{"id":3,"posts":[{"id":30},{"id":31}]}]}}`, &posts, 1,
		},
		{
			"one call a level", `{users{posts(take:1){comments}}}`,
			`{"data":{"users":[{"posts":[{"comments":["c10"]}]},{"posts":[{"comments":["c20"]}]},{"posts":[{"comments":["c30"]}]}]}}`, &comments, 1,
		},
		{
			"behind a property", `{users{profile{friends{id}}}}`,
			`{"data":{"users":[{"profile":{"friends":[{"id":11}]}},{"profile":null},{"profile":{"friends":[{"id":31}]}}]}}`, &friends, 1,
		},
		{"of one object", `{one{posts(take:1){id}}}`, `{"data":{"one":{"posts":[{"id":10}]}}}`, &posts, 1},
		{
			"lists of lists", `{pairs{posts(take:1){id}}}`,
			`{"data":{"pairs":[[{"posts":[{"id":10}]},{"posts":[{"id":20}]}],null,[{"posts":[{"id":30}]}]]}}`, &posts, 1,
		},
		{
			"some fail", `{users{bad}}`,
			`{"data":{"users":[{"bad":0},{"bad":null},{"bad":0}]},"errors":[{"message":"not the second","locations":[{"line":1,"column":8}],"path":["users",1,"bad"],"extensions":{"code":"FORBIDDEN"}}]}`, &bad, 1,
		},
		{"aliases", `{one{a:posts(take:1){id} b:posts(take:0){id}}}`, `{"data":{"one":{"a":[{"id":10}],"b":[]}}}`, &posts, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.counter.Store(0)
			expect(t, ask(t, e, c.query), c.want)
			if n := c.counter.Load(); n != c.calls {
				t.Errorf("%d calls, want %d", n, c.calls)
			}
		})
	}
}

// TestBatchWithinLists: a batch resolver is called once for all lists within one another, also below
// another batch; where one of them is no slice, for each that is.
func TestBatchWithinLists(t *testing.T) {
	var calls atomic.Int32
	u := func(id int) *batchUser { return &batchUser{ID: id} }
	deep := []any{
		[][]*batchUser{{u(1), nil}, nil, {}, {u(2)}},
		nil,
		&[]any{[]batchUser{{ID: 3}}, []any{u(4), nil}},
	}
	const sdl = `type Query { deep: [[[User]]] seq: [[User]] wrong: [[User]] one: One ones: [One] } type One { within: [[User]] } type User { id: Int n: Int }`
	e := engineOf(t, sdl, map[string]Resolver{
		"deep": Func(func(context.Context) (any, error) { return deep, nil }),
		"seq": Func(func(context.Context) (any, error) {
			return []any{[]*batchUser{u(1)}, slices.Values([]*batchUser{u(2), u(3)})}, nil
		}),
		"wrong": Func(func(context.Context) (any, error) {
			return []any{[]*batchUser{u(1)}, 5, Forbidden("no"), []*batchUser{u(2)}}, nil
		}),
		"ones": Func(func(context.Context) ([]*batchProfile, error) { return []*batchProfile{{1}, {5}}, nil }),
		"One.within": Batch(func(_ context.Context, _ None, parents []*batchProfile) ([][][]*batchUser, error) {
			all := make([][][]*batchUser, len(parents))
			for i, p := range parents {
				all[i] = [][]*batchUser{{u(p.ID), u(p.ID + 1)}, nil, {u(p.ID + 2)}}
			}
			return all, nil
		}),
		"User.n": Batch(func(_ context.Context, _ None, users []*batchUser) ([]int, error) {
			calls.Add(1)
			n := make([]int, len(users))
			for i, u := range users {
				n[i] = u.ID * 10
			}
			return n, nil
		}),
	})
	for _, c := range []struct {
		query, want string
		calls       int32
	}{
		{`{deep{n}}`, `{"data":{"deep":[[[{"n":10},null],null,[],[{"n":20}]],null,[[{"n":30}],[{"n":40},null]]]}}`, 1},
		{`{seq{n}}`, `{"data":{"seq":[[{"n":10}],[{"n":20},{"n":30}]]}}`, 2},
		{`{ones{within{id n}}}`, `{"data":{"ones":[{"within":[[{"id":1,"n":10},{"id":2,"n":20}],null,[{"id":3,"n":30}]]},{"within":[[{"id":5,"n":50},{"id":6,"n":60}],null,[{"id":7,"n":70}]]}]}}`, 1},
		{`{wrong{n}}`, `{"data":{"wrong":[[{"n":10}],null,null,[{"n":20}]]},"errors":[` +
			`{"message":"Expected Iterable, but did not find one for field \"Query.wrong\".","locations":[{"line":1,"column":2}],"path":["wrong",1]},` +
			`{"message":"no","locations":[{"line":1,"column":2}],"path":["wrong",2],"extensions":{"code":"FORBIDDEN"}}]}`, 2},
	} {
		calls.Store(0)
		expect(t, ask(t, e, c.query), c.want)
		if n := calls.Load(); n != c.calls {
			t.Errorf("%s: %d calls, want %d", c.query, n, c.calls)
		}
	}
}

func TestBatchMistakes(t *testing.T) {
	for name, f := range map[string]func(context.Context, None, []*testUser) ([]int, error){
		"too few": func(context.Context, None, []*testUser) ([]int, error) { return []int{1}, nil },
		"error":   func(context.Context, None, []*testUser) ([]int, error) { return nil, errors.New("down") },
		"panic":   func(context.Context, None, []*testUser) ([]int, error) { panic("ouch") },
		"errors alone": func(context.Context, None, []*testUser) ([]int, error) {
			return nil, Errors{nil, errors.New("the second")}
		},
		"errors": func(context.Context, None, []*testUser) ([]int, error) { return make([]int, 2), Errors{nil} },
	} {
		t.Run(name, func(t *testing.T) {
			e := engineOf(t, `type Query { users: [User] } type User { n: Int }`, map[string]Resolver{
				"users":  Func(func(context.Context) ([]*testUser, error) { return []*testUser{{}, {}}, nil }),
				"User.n": Batch(f),
			})
			one := func(i int) string {
				return fmt.Sprintf(`{"message":"Something went wrong.","locations":[{"line":1,"column":8}],"path":["users",%d,"n"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}`, i)
			}
			expect(t, ask(t, e, `{users{n}}`), `{"data":{"users":[{"n":null},{"n":null}]},"errors":[`+one(0)+`,`+one(1)+`]}`)
		})
	}
}

// TestWhatBlocksBesideBatches: what may block still runs together where batches were called
// before, and what cannot is written by one goroutine.
func TestWhatBlocksBesideBatches(t *testing.T) {
	type profile struct{ ID int }
	type user struct {
		ID      int
		Profile profile
	}
	for name, c := range map[string]struct {
		query string
		meet  int
		want  string
		count int
	}{
		"beside a batch":          {`{users{posts{id} profile{wait}}}`, 4, `"wait":1`, 4},
		"beside, in an interface": {`{nodes{... on User{posts{id} wait}}}`, 4, `"wait":1`, 4},
		"behind a batch":          {`{users{posts{wait}}}`, 8, `"wait":1`, 8},
		"behind a computed field": {`{users{posts{author{wait}}}}`, 8, `"wait":1`, 8},
		"a batch behind one":      {`{users{computed{batch}}}`, 4, `"batch":1`, 8},
		"several fields":          {`{users{posts{wait also:wait}}}`, 16, `"wait":1,"also":1`, 8},
		"a batch of a level":      {`{users{posts{batch}}}`, 1, `"batch":1`, 8},
		"several of a level":      {`{users{posts{batch also:batch}}}`, 2, `"batch":1,"also":1`, 8},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMeeting(c.meet)
				posts := func(user) []testPost { return make([]testPost, 2) }
				wait := Field(func(ctx context.Context, _ None, _ Resolve[any]) (int, error) { return 1, m.wait(ctx) })
				users := []user{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}}
				var mu sync.Mutex
				writers := map[string]bool{}
				e := engineOf(t, `type Query { users: [User!]! nodes: [Node!]! } interface Node { id: ID! } type Profile { id: ID! wait: Int }
					type User implements Node { id: ID! wait: Int profile: Profile posts: [Post!]! computed: [Post!]! } type Post { id: ID! wait: Int batch: Int author: User writer: Int }`, map[string]Resolver{
					"users": Func(func(context.Context) ([]user, error) { return users, nil }),
					"nodes": Func(func(context.Context) ([]user, error) { return users, nil }),
					"User.posts": Batch(func(_ context.Context, _ None, of []user) ([][]testPost, error) {
						all := make([][]testPost, len(of))
						for i := range of {
							all[i] = posts(of[i])
						}
						return all, nil
					}),
					"User.computed": Computed(posts),
					"Post.batch": Batch(func(ctx context.Context, _ None, of []testPost) ([]int, error) {
						return slices.Repeat([]int{1}, len(of)), m.wait(ctx)
					}),
					"Post.author": Computed(func(testPost) *user { return &user{} }),
					"Post.writer": Computed(func(testPost) int {
						stack := string(debug.Stack())
						mu.Lock()
						defer mu.Unlock()
						writers[stack[:strings.IndexByte(stack, '[')]] = true
						return 1
					}),
					"Post.wait": wait, "User.wait": wait, "Profile.wait": wait,
				}, WithTypeResolver("Node", func(any) string { return "User" }))
				if got := ask(t, e, c.query); strings.Count(got, c.want) != c.count || strings.Contains(got, "errors") {
					t.Error(got)
				}
				if c.meet > 2 {
					return
				}
				m = newMeeting(c.meet)
				if got := ask(t, e, strings.Replace(c.query, "{batch", "{writer batch", 1)); strings.Count(got, `"writer":1`) != 8 {
					t.Error(got)
				}
				if len(writers) != 1 {
					t.Errorf("%d goroutines write", len(writers))
				}
			})
		})
	}
}
