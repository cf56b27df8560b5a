package graphqlsrv

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

const eventsSDL = `
directive @stop on FIELD_DEFINITION
directive @double on FIELD_DEFINITION
type Query { a: Int }
type Subscription { count(to: Int!): Tick @skipAuth seq: Int! @double channel: Int refused: Int @stop fails: Int panics: Int none: Int breaks: Int }
type Tick { n: Int big: Int boom: Int }`

// events collects the responses of a subscription.
func events(t *testing.T, ctx context.Context, e *engine, query string, limit int) (responses []string, f *failure) {
	t.Helper()
	op, f := e.prepare(ctx, &Request{Query: query})
	if f != nil {
		return nil, f
	}
	seq, f := op.subscribe(ctx)
	if f != nil {
		return nil, f
	}
	for b := range seq {
		if responses = append(responses, string(b)); len(responses) == limit {
			break
		}
	}
	return responses, nil
}

type tick struct{ N int }

func TestSubscriptions(t *testing.T) {
	stopped := make(chan struct{}, 1)
	feed := make(chan int, 3)
	e := engineOf(t, eventsSDL, map[string]Resolver{
		"count": FuncWith(func(_ context.Context, a struct{ To int }) (iter.Seq[tick], error) {
			return func(yield func(tick) bool) {
				defer func() { stopped <- struct{}{} }()
				for i := range a.To {
					if !yield(tick{i}) {
						return
					}
				}
			}, nil
		}),
		"Tick.big":  Computed(func(x tick) int { return x.N * 10 }),
		"Tick.boom": Computed(func(x tick) int { panic(x.N) }),
		"seq":       Func(func(context.Context) (iter.Seq[int], error) { return slices.Values([]int{1, 2}), nil }),
		"channel":   Func(func(context.Context) (<-chan int, error) { return feed, nil }),
		"refused":   Func(func(context.Context) (<-chan int, error) { panic("it ran") }),
		"fails":     Func(func(context.Context) (<-chan int, error) { return nil, errors.New("secret") }),
		"panics":    Func(func(context.Context) (<-chan int, error) { panic("ouch") }),
		"breaks": Func(func(context.Context) (iter.Seq[int], error) {
			return func(yield func(int) bool) {
				yield(1)
				panic("ouch")
			}, nil
		}),
		"none": Func(func(context.Context) (<-chan int, error) { return nil, nil }),
	}, WithDirective(
		Validator("stop", func(context.Context, DirectiveCall) error { return Forbidden("stop") }),
		Transformer("double", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return v.(int) * 2, nil })))
	ctx := context.Background()
	check := func(query string, limit int, want ...string) {
		t.Helper()
		got, f := events(t, ctx, e, query, limit)
		if f != nil {
			got = []string{string(f.append(nil))}
		}
		expect(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	check(`subscription{count(to:2){n big}}`, 0, `{"data":{"count":{"n":0,"big":0}}}`, `{"data":{"count":{"n":1,"big":10}}}`)
	<-stopped
	check(`subscription{count(to:1000000){n}}`, 1, `{"data":{"count":{"n":0}}}`)
	<-stopped // a consumer that leaves ends the source
	check(`subscription{x:seq}`, 0, `{"data":{"x":2}}`, `{"data":{"x":4}}`)
	check(`subscription{count(to:1){boom}}`, 0, `{"data":{"count":{"boom":null}},"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":26}],"path":["count","boom"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
	check(`subscription{refused}`, 0, `{"errors":[{"message":"stop","locations":[{"line":1,"column":14}],"path":["refused"],"extensions":{"code":"FORBIDDEN"}}]}`)
	for _, name := range []string{"fails", "panics", "none"} {
		check(`subscription{`+name+`}`, 0, `{"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":14}],"path":["`+name+`"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
	}
	check(`subscription{breaks}`, 0, `{"data":{"breaks":1}}`)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic of the consumer was swallowed")
			}
		}()
		op, _ := e.prepare(ctx, &Request{Query: `subscription{seq}`})
		seq, _ := op.subscribe(ctx)
		seq(func([]byte) bool { panic("the connection broke") })
	}()
	feed <- 1
	feed <- 2
	close(feed)
	check(`subscription{channel}`, 0, `{"data":{"channel":1}}`, `{"data":{"channel":2}}`)
}

func TestSubscriptionEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	feed := make(chan int, 1)
	e := engineOf(t, `type Query { a: Int } type Subscription { channel: Int }`, map[string]Resolver{
		"channel": Func(func(context.Context) (<-chan int, error) { return feed, nil }),
	})
	op, f := e.prepare(ctx, &Request{Query: `subscription{channel}`})
	if f != nil {
		t.Fatal(f.errs)
	}
	seq, f := op.subscribe(ctx)
	if f != nil {
		t.Fatal(f.errs)
	}
	feed <- 1
	n := 0
	for range seq { // ends though the channel stays open
		n++
		cancel()
	}
	if n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

// TestNilSources: the log says what to return where there is no source of events.
func TestNilSources(t *testing.T) {
	var log bytes.Buffer
	e := engineOf(t, "type Query { a: Int } type Subscription { seq: Int channel: Int any: Int }", map[string]Resolver{
		"seq":     Func(func(context.Context) (iter.Seq[int], error) { return nil, nil }),
		"channel": Func(func(context.Context) (<-chan int, error) { return nil, nil }),
		"any":     Func(func(context.Context) (any, error) { return nil, nil }),
	}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	for _, name := range []string{"seq", "channel", "any"} {
		log.Reset()
		_, f := events(t, t.Context(), e, "subscription{"+name+"}", 0)
		if want := `error="the subscription ` + name + ` returned nil: return an iter.Seq or a channel, of no events if there are none, or an error"`; f == nil || !strings.Contains(log.String(), want) {
			t.Errorf("%s: no %s in\n%s", name, want, &log)
		}
	}
}
