package graphqlsrv

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

const copiesSDL = `
scalar Pairs
input In { n: Int text: String list: [In] a: Int b: Int c: Int }
type Query { items: [Item!]! @skipAuth }
type Item {
	id: Int
	loose(texts: [String], json: JSON, bytes: Byte, pairs: Pairs, list: [In]): Int
	typed(texts: [String], json: JSON, bytes: Byte, pairs: Pairs, list: [In], big: [BigInt], ids: [ID]): Int
	many(list: [In]): Int
	slow(list: [In]): Int
}`

type copiesIn struct {
	N       *int
	Text    string
	List    []copiesIn
	A, B, C int
}

type copiesArgs struct {
	Texts []string
	JSON  any
	Bytes []byte
	Pairs map[string]string
	List  []*copiesIn
	Big   []any
	IDs   []unmarshaledText
}

type unmarshaledText struct{ text []byte }

func (u *unmarshaledText) UnmarshalText(text []byte) error {
	if string(text) == "panic" {
		panic("text")
	}
	u.text = append([]byte(nil), text...)
	return nil
}

// heapNow is the memory in use.
func heapNow() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// copiesEngine has resolvers that call wait while they have their arguments.
func copiesEngine(t *testing.T, items int, wait func(context.Context, int) (int, error), options ...Option) *engine {
	t.Helper()
	return engineOf(t, copiesSDL, map[string]Resolver{
		"items": Func(func(context.Context) ([]map[string]any, error) {
			list := make([]map[string]any, items)
			for i := range list {
				list[i] = map[string]any{"id": i}
			}
			return list, nil
		}),
		"Item.loose": Field(func(ctx context.Context, args map[string]any, r Resolve[map[string]any]) (int, error) {
			defer runtime.KeepAlive(args)
			return wait(ctx, r.Root["id"].(int))
		}),
		"Item.typed": Field(func(ctx context.Context, args copiesArgs, r Resolve[map[string]any]) (int, error) {
			defer runtime.KeepAlive(args)
			return wait(ctx, r.Root["id"].(int))
		}),
		"Item.many": Batch(func(_ context.Context, _ struct{ List []copiesIn }, all []map[string]any) ([]int, error) {
			return make([]int, len(all)), nil
		}),
		"Item.slow": Field(func(ctx context.Context, args struct{ List []copiesIn }, r Resolve[map[string]any]) (int, error) {
			defer runtime.KeepAlive(args)
			time.Sleep(time.Second)
			return wait(ctx, r.Root["id"].(int))
		}),
	}, append([]Option{
		WithArmor(Armor{}),
		WithScalar("Pairs", Scalar{Parse: func(v any) (any, error) {
			pairs := map[string]string{}
			for word := range strings.FieldsSeq(fmt.Sprint(v)) {
				pairs[word] = word
			}
			return pairs, nil
		}}),
	}, options...)...)
}

// listOf repeats a value to a JSON list.
func listOf(value string, n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(value+",", n), ",") + "]"
}

// fewer is how many calls copy: the race detector, which runs short tests, sees all in some.
func fewer(calls int) int {
	if testing.Short() {
		return max(calls/10, 4)
	}
	return calls
}

// TestCopiesAreBounded: the calls of a request, each of which has its own copy of a
// variable, together hold little more than one of them does.
func TestCopiesAreBounded(t *testing.T) {
	items := fewer(200)
	words := `"` + strings.Repeat("abcdefgh ", 100) + `"`
	var pairs strings.Builder
	for i := range 9_000 {
		fmt.Fprintf(&pairs, "%d ", i)
	}
	big := strings.Repeat("9", 9_999)
	for _, c := range []struct{ name, typ, argument, value string }{
		{"texts", "[String]", "texts", listOf(`"`+strings.Repeat("a", 43)+`"`, 19_000)},
		{"JSON", "JSON", "json", listOf(`{"a":1}`, 9_900)},
		{"JSON in a literal", "JSON", "json", listOf(`{"a":1}`, 9_900)},
		{"lists of JSON", "JSON", "json", listOf(`[[]]`, 9_000)},
		{"bytes", "Byte", "bytes", `"` + strings.Repeat("abcd", 230_000) + `"`},
		{"pairs", "Pairs", "pairs", `"` + pairs.String() + `"`},
		{"objects", "[In]", "list", listOf(`{}`, 19_000)},
		{"objects with numbers", "[In]", "list", listOf(`{"n":1}`, 9_900)},
		{"lists of objects", "[In]", "list", listOf(`{"list":[{}]}`, 6_000)},
		{"numbers", "[BigInt]", "big", listOf(big, 90)},
		{"IDs", "[ID]", "ids", listOf(words, 1000)},
	} {
		for _, field := range []string{"loose", "typed", "many", "slow"} {
			switch {
			case field == "loose" && (c.argument == "big" || c.argument == "ids"):
				continue
			case (field == "many" || field == "slow") && c.argument != "list":
				continue
			}
			t.Run(c.name+" "+field, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var before, most uint64
					loader := NewLoader(func(_ context.Context, keys []int) (map[int]int, error) {
						most = max(most, heapNow())
						return nil, nil
					})
					e := copiesEngine(t, items, loader.Load)
					value := "$v"
					if c.name == "JSON in a literal" {
						value = "{x: [$v]}"
					}
					query := "query($v: " + c.typ + ") {items{" + field + "(" + c.argument + ": " + value + ")}}"
					variables := json.RawMessage(`{"v":` + c.value + `}`)
					before = heapNow()
					got := ask(t, e, query, variables)
					if strings.Count(got, `"`+field+`":0`) != items {
						t.Fatalf("%.300s", got)
					}
					if grown := int(most) - int(before); grown > 40<<20 {
						t.Errorf("%d bytes of variables hold %d", len(variables), grown)
					}
				})
			})
		}
	}
}

// TestCopiesOfLiteralsAreBounded has a literal for the variable.
func TestCopiesOfLiteralsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var most uint64
		loader := NewLoader(func(context.Context, []int) (map[int]int, error) {
			most = max(most, heapNow())
			return nil, nil
		})
		calls := fewer(1000)
		e := copiesEngine(t, calls, loader.Load)
		before := heapNow()
		got := ask(t, e, `{items{typed(bytes: "`+strings.Repeat("abcd", 230_000)+`")}}`, nil)
		if strings.Count(got, `"typed":0`) != calls {
			t.Fatalf("%.300s", got)
		}
		if grown := int(most) - int(before); grown > 40<<20 {
			t.Errorf("a literal holds %d bytes", grown)
		}
	})
}

// TestCopiesThatFit: arguments of some kilobytes don't keep a loader from loading a
// list at once.
func TestCopiesThatFit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log fetchLog
		loader := NewLoader(log.fetch)
		e := copiesEngine(t, 1000, loader.Load)
		ask(t, e, `query($v: [String]) {items{typed(texts: $v)}}`, json.RawMessage(`{"v":`+listOf(`"a"`, 400)+`}`))
		if log.text() != "[1000]" {
			t.Errorf("fetches of %s keys, want all at once", log.text())
		}
	})
}

// TestCopiesAreGivenBack: whatever a call does, the others go on.
func TestCopiesAreGivenBack(t *testing.T) {
	const items = 50
	large := listOf(`"`+strings.Repeat("a", 50_000)+`"`, 18)
	text := `"` + strings.Repeat("abcd", 200_000) + `"`
	for _, c := range []struct {
		name, query, variables string
		wait                   func(context.Context, int) (int, error)
		want                   string
	}{
		{"errors", `query($v: Byte) {items{typed(bytes: $v)}}`, `{"v":` + text + `}`, func(context.Context, int) (int, error) { return 0, Errorf("", "no") }, "no"},
		{"panics", `query($v: Byte) {items{typed(bytes: $v)}}`, `{"v":` + text + `}`, func(context.Context, int) (int, error) { panic("no") }, maskedMessage},
		{"panics while copying", `query($v: [ID], $b: Byte) {items{typed(bytes: $b, ids: $v)}}`, `{"b":` + text + `,"v":["panic"]}`, nil, maskedMessage},
		{"many at once", `query($v: [ID]) {items{typed(ids: $v)}}`, `{"v":` + large + `}`, func(context.Context, int) (int, error) {
			time.Sleep(time.Second)
			return 0, nil
		}, `"typed":0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := copiesEngine(t, items, c.wait)
				if got := ask(t, e, c.query, json.RawMessage(c.variables)); !strings.Contains(got, c.want) {
					t.Errorf("%.300s, want %s", got, c.want)
				}
			})
		})
	}
}

// TestCopiesLargerThanTheBound are made one at a time.
func TestCopiesLargerThanTheBound(t *testing.T) {
	var now, most, calls atomic.Int32
	items := fewer(20)
	e := copiesEngine(t, items, func(context.Context, int) (int, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		calls.Add(1)
		runtime.Gosched()
		return 0, nil
	}, WithVariableLimits(VariableLimits{}))
	ask(t, e, `query($v: Byte) {items{typed(bytes: $v)}}`, json.RawMessage(`{"v":"`+strings.Repeat("abcd", 3<<20)+`"}`))
	if int(calls.Load()) != items || most.Load() != 1 {
		t.Errorf("%d calls, %d at once", calls.Load(), most.Load())
	}
}

// startCopying executes a query whose calls have copies of 920 kB, until all wait; it returns what is closed
// at the end.
func startCopying(ctx context.Context, t *testing.T, e *engine) <-chan struct{} {
	op, f := e.prepare(ctx, &Request{Query: `query($v: Byte) {items{typed(bytes: $v)}}`, Variables: json.RawMessage(`{"v":"` + strings.Repeat("abcd", 230_000) + `"}`)})
	if f != nil {
		t.Fatal(f.errs)
	}
	done := make(chan struct{})
	go func() { op.execute(ctx, nil); close(done) }()
	synctest.Wait()
	return done
}

// TestCopiesEndWithTheContext: a call that waited for others doesn't begin once the
// client is gone.
func TestCopiesEndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(NewContext(t.Context(), &Context{}))
		var calls atomic.Int32
		e := copiesEngine(t, 100, func(ctx context.Context, _ int) (int, error) {
			calls.Add(1)
			<-ctx.Done()
			return 0, errors.New("gone")
		})
		done := startCopying(ctx, t, e)
		before := calls.Load()
		cancel()
		<-done
		if before == 0 || before > 20 || calls.Load() != before {
			t.Errorf("%d calls, then %d", before, calls.Load())
		}
	})
}

// TestCopiesWaitForNoneAfterTheContext: nor does it wait until those return that have not heard of it.
func TestCopiesWaitForNoneAfterTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		own := &Context{}
		ctx, cancel := context.WithCancel(NewContext(t.Context(), own))
		deaf := make(chan struct{})
		e := copiesEngine(t, 100, func(context.Context, int) (int, error) {
			<-deaf
			return 0, nil
		})
		done := startCopying(ctx, t, e)
		turn := own.run.Load().copies.Load().turn
		if len(turn) != 1 {
			t.Error("no call waits")
		}
		cancel()
		synctest.Wait()
		if len(turn) != 0 {
			t.Error("a call waits for others that don't return")
		}
		close(deaf)
		<-done
	})
}
