package playgroundtest

import (
	"context"
	"iter"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"signalbox/graphqlsrv"
)

const sdl = `
type Query {
  "What the server says first."
  greeting: String! @skipAuth
}
type Subscription { count: Int! @skipAuth }
`

func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}},
		graphqlsrv.WithDevelopment(true), graphqlsrv.WithLogger(nil),
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"greeting": graphqlsrv.Func(func(context.Context) (string, error) { return "good morning", nil }),
			"count": graphqlsrv.Func(func(context.Context) (iter.Seq[int], error) {
				return func(yield func(int) bool) { _ = yield(41) && yield(42) }, nil
			}),
		}))
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// browser gives the path of a Chromium, or ends the test: it skips unless
// REQUIRE_SERVICES=1.
func browser(t *testing.T) string {
	t.Helper()
	names := []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil && name != "" {
			return path
		}
	}
	const how = "no browser: apt-get install chromium, or name one in CHROMIUM"
	if os.Getenv("REQUIRE_SERVICES") == "1" {
		t.Fatal(how)
	}
	t.Skip(how)
	return ""
}

// A page is a page of a browser with what it asked for and complained about.
type page struct {
	context.Context
	mu         sync.Mutex
	asked      []string
	complaints []string
}

func open(t *testing.T) *page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1600, 1000), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	p := &page{Context: ctx}
	chromedp.ListenTarget(ctx, p.note)
	return p
}

func (p *page) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, e.Request.URL)
	case *runtime.EventExceptionThrown:
		p.complaints = append(p.complaints, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			p.complaints = append(p.complaints, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// run does what is asked, and tells what the page shows when it can't.
func (p *page) run(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(p, actions...); err != nil {
		t.Fatalf("%v; the page asked for %q and complained of %q", err, p.asked, p.complaints)
	}
}

// shows waits until an element holds a text.
func shows(selector, text string) chromedp.Action {
	return chromedp.Poll(`((s, t) => [...document.querySelectorAll(s)].some((e) => e.innerText.includes(t)))(`+quoted(selector)+","+quoted(text)+")", nil)
}

func quoted(s string) string { return "`" + s + "`" }

const (
	execute  = ".graphiql-execute-button"
	response = ".graphiql-response"
	docs     = `button[aria-label="Show Documentation Explorer"]`
)

// TestPlayground runs a query and a subscription, and looks at the documentation
// of the schema; all of it comes from the server itself.
func TestPlayground(t *testing.T) {
	s := newServer(t)
	p := open(t)
	p.run(t, network.Enable(), log.Enable(), runtime.Enable(), // it opens with a query of the schema
		chromedp.Navigate(s.URL+"/graphql"), shows(".graphiql-query-editor", "greeting"),
		chromedp.WaitVisible(execute), chromedp.Click(execute),
		shows(response, `"greeting": "good morning"`))
	p.run(t, chromedp.Navigate(s.URL+"/graphql?query="+url.QueryEscape("{ greeting }")),
		chromedp.WaitVisible(execute), chromedp.Click(execute),
		shows(response, `"greeting": "good morning"`))
	p.run(t, chromedp.Click(docs), shows(".graphiql-doc-explorer-content", "Query"),
		chromedp.Click(".graphiql-doc-explorer-content .graphiql-doc-explorer-type-name"),
		shows(".graphiql-doc-explorer-content", "What the server says first."))
	p.run(t, chromedp.Navigate(s.URL+"/graphql?query="+url.QueryEscape("subscription { count }")),
		chromedp.WaitVisible(execute), chromedp.Click(execute), shows(response, `"count": 42`))
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.asked) < 8 {
		t.Errorf("only %q was asked for: the test doesn't see the requests", p.asked)
	}
	for _, u := range p.asked {
		if !strings.HasPrefix(u, s.URL+"/") && !strings.HasPrefix(u, "data:") {
			t.Errorf("the page asked for %s", u)
		}
	}
	for _, c := range p.complaints {
		t.Errorf("the page complained: %s", c)
	}
}
