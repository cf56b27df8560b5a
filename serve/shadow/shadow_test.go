package shadow_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/serve/proxy"
	"signalbox/serve/shadow"
)

// reports collects what a Shadow reports, a line for each difference.
type reports struct {
	mu    sync.Mutex
	lines []string
}

func (r *reports) add(report *shadow.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range report.Differences {
		r.lines = append(r.lines, fmt.Sprintf("%s: %s | %s", d.What, d.Answer, d.Copy))
	}
}

// compared asks one side, has the other answer a copy and returns the differences.
func compared(t *testing.T, r *http.Request, first, second http.HandlerFunc, options ...shadow.Option) []string {
	t.Helper()
	var got reports
	s := shadow.New(second, append([]shadow.Option{shadow.OnDifference(got.add)}, options...)...)
	s.SetRate(1)
	s.Verify(first).ServeHTTP(httptest.NewRecorder(), r)
	s.Wait()
	if c := s.Counts(); c.Compared != 1 || (c.Different == 1) != (len(got.lines) > 0) {
		t.Errorf("%+v, %d differences", c, len(got.lines))
	}
	return got.lines
}

// answers returns a handler with a status, lines of headers and a body.
func answers(status int, header, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for line := range strings.Lines(header) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			w.Header().Add(name, value)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestDifferences(t *testing.T) {
	long := strings.Repeat("x", 300)
	for name, c := range map[string]struct {
		first, second http.HandlerFunc
		want          []string
	}{
		"none":    {answers(200, "Content-Type: text/plain", "hello"), answers(200, "Content-Type: text/plain", "hello"), nil},
		"status":  {answers(200, "", ""), answers(404, "", ""), []string{"status: 200 | 404"}},
		"silence": {func(http.ResponseWriter, *http.Request) {}, answers(200, "", ""), nil},
		"headers": {
			answers(200, "X-Frame-Options: DENY\nAllow: GET\nLink: </a>\nLink: </b>", ""), answers(200, "Allow: POST\nLink: </a>\nLink: </b>", ""),
			[]string{"header Allow: GET | POST", "header X-Frame-Options: DENY | "},
		},
		"headers of one side's own": {answers(200, "Date: now\nEtag: 1\nX-Runtime: 2\nX-Request-Id: 3\nServer: a", ""), answers(200, "", ""), nil},
		"lines":                     {answers(200, "", "one\ntwo\nsix"), answers(200, "", "one\nTWO\nsix"), []string{"body line 2: two | TWO"}},
		"a shorter body":            {answers(200, "", "one\ntwo"), answers(200, "", "one\n"), []string{"body line 2: two | "}},
		"long lines": {
			answers(200, "", long+"a"+long), answers(200, "", long+"b"+long),
			[]string{"body line 1: " + long[:50] + "a" + long[:149] + " | " + long[:50] + "b" + long[:149]},
		},
		"JSON is compared by its values": {
			answers(200, "Content-Type: application/json", `{"a": 1, "b": "<\u00e9>"}`),
			answers(200, "Content-Type: application/json", "{\"b\":\"\\u003cé\\u003e\",\n\"a\":1}"), nil,
		},
		"JSON with other values": {
			answers(200, "Content-Type: application/vnd.api+json; charset=utf-8", `{"b":1.0,"a":12345678901234567890,"<":2}`),
			answers(200, "Content-Type: application/vnd.api+json; charset=utf-8", `{"a":12345678901234567890,"b":1,"<":2}`),
			[]string{`body line 1: {"<":2,"a":12345678901234567890,"b":1.0} | {"<":2,"a":12345678901234567890,"b":1}`},
		},
		"broken JSON": {
			answers(200, "Content-Type: application/json", `{"a":1} x`), answers(200, "Content-Type: application/json", `{"a":1}`),
			[]string{`body line 1: {"a":1} x | {"a":1}`},
		},
		"a body's own type": {answers(200, "", "<html>"), answers(200, "Content-Type: text/html; charset=utf-8", "<html>"), nil},
		"cookies": {
			answers(200, "Set-Cookie: b=2; path=/; HttpOnly; SameSite=Lax; expires=Mon\nSet-Cookie: a=1; path=/x", ""),
			answers(200, "Set-Cookie: a=9; Path=/y\nSet-Cookie: b=8; Path=/; Expires=Tue; SameSite=lax; httponly", ""),
			[]string{"header Set-Cookie: a=...; path=/x, b=...; expires=...; httponly; path=/; samesite=lax | a=...; path=/y, b=...; expires=...; httponly; path=/; samesite=lax"},
		},
		"vary":                      {answers(200, "Vary: Accept-Encoding, Origin\nVary: Accept", ""), answers(200, "Vary: accept, Origin", ""), nil},
		"redirects":                 {answers(302, "Location: http://example.com/a?b", ""), answers(302, "Location: /a?b\nContent-Type: text/html", "<a>"), nil},
		"redirects elsewhere":       {answers(302, "Location: http://example.com/a", ""), answers(302, "Location: /b", ""), []string{"header Location: /a | /b"}},
		"redirects to another host": {answers(302, "Location: http://evil.example/a", ""), answers(302, "Location: /a", ""), []string{"header Location: http://evil.example/a | /a"}},
		"redirects by scheme":       {answers(302, "Location: http://example.com/a", ""), answers(302, "Location: https://example.com/a", ""), []string{"header Location: http://example.com/a | https://example.com/a"}},
		"a panic":                   {answers(200, "", "a"), func(http.ResponseWriter, *http.Request) { panic("oh") }, []string{"failure:  | oh", "header Content-Type: text/plain; charset=utf-8 | ", "body line 1: a | "}},
		"compression":               {packed("gzip", pack("hello")), answers(200, "Content-Type: text/plain", "hello"), nil},
		"compression of others":     {packed("gzip", pack("hello")), answers(200, "Content-Type: text/plain", "hullo"), []string{"body line 1: hello | hullo"}},
		"compression of no type":    {answers(200, "Content-Encoding: gzip", pack("hello")), answers(200, "", "hello"), []string{"header Content-Type:  | text/plain; charset=utf-8"}},
		"late changes": {
			late(func(w http.ResponseWriter) { w.WriteHeader(103); w.WriteHeader(201); w.WriteHeader(500) }),
			late(func(w http.ResponseWriter) { w.WriteHeader(103); w.WriteHeader(202); w.WriteHeader(500) }),
			[]string{"status: 201 | 202"},
		},
		"late changes after a flush": {
			late(func(w http.ResponseWriter) { http.NewResponseController(w).Flush() }), late(func(w http.ResponseWriter) { http.NewResponseController(w).Flush() }), nil,
		},
		"late changes after a write": {
			late(func(w http.ResponseWriter) { io.WriteString(w, "a") }), late(func(w http.ResponseWriter) { io.WriteString(w, "a") }), nil,
		},
		"unknown compression": {packed("br", "xyz"), answers(200, "Content-Type: text/plain", "hello"), nil},
		"broken compression":  {packed("gzip", "xyz"), answers(200, "Content-Type: text/plain", "hello"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := compared(t, httptest.NewRequest(http.MethodGet, "/posts", nil), c.first, c.second)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// late returns a handler whose header changes after f has begun the answer, which nobody sees.
func late(f func(http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		f(w)
		w.Header().Set("X-Late", fmt.Sprint(rand.Int()))
		w.WriteHeader(rand.IntN(300) + 300)
	}
}

func pack(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

func packed(encoding, body string) http.HandlerFunc {
	return answers(200, "Content-Type: text/plain\nVary: Accept-Encoding\nContent-Encoding: "+encoding, body)
}

// Of HEAD requests headers are compared, whatever a handler writes.
func TestHead(t *testing.T) {
	got := compared(t, httptest.NewRequest(http.MethodHead, "/", nil),
		answers(200, "Content-Type: text/plain\nAllow: A", ""), answers(200, "Content-Type: text/plain\nAllow: B", "body"))
	if want := []string{"header Allow: A | B"}; !cmp.Equal(want, got) {
		t.Errorf("got %q", got)
	}
}

func TestOptions(t *testing.T) {
	r := func() *http.Request { return httptest.NewRequest(http.MethodGet, "/", nil) }
	page := func(token, nonce string) http.HandlerFunc {
		return answers(200, "Content-Security-Policy: script-src 'self' 'nonce-"+nonce+"'",
			`<meta name="csrf-token" content="`+token+`" /><meta name="csp-nonce" content="`+nonce+`" /><script nonce="`+nonce+`">`+
				`<input type="hidden" name="authenticity_token" value="`+token+`" autocomplete="off" /><input name="title" value="`+"kept"+`">`)
	}
	if got := compared(t, r(), page("a+/=", "b"), page("c", "d")); len(got) != 2 {
		t.Errorf("got %q", got)
	}
	if got := compared(t, r(), page("a+/=", "b"), page("c", "d"), shadow.Normalize(shadow.RailsTokens)); got != nil {
		t.Errorf("got %q", got)
	}
	upper := shadow.Normalize(func(_ http.Header, b []byte) []byte { return bytes.ToUpper(b) })
	if got := compared(t, r(), answers(200, "", "a"), answers(200, "", "A"), upper); got != nil {
		t.Errorf("got %q", got)
	}
	if got := compared(t, r(), answers(200, "X-Own: a", ""), answers(200, "", ""), shadow.IgnoreHeaders("x-own")); got != nil {
		t.Errorf("got %q", got)
	}
	limit := shadow.MaxBody(5)
	for name, c := range map[string]struct {
		first, second string
		want          []string
	}{
		"at the limit": {"12345", "12346", []string{"body line 1: 12345 | 12346"}},
		"beyond":       {"123456", "1234567", nil},
		"one beyond":   {"12345", "123456", []string{"body: 5 bytes | more than 5 bytes"}},
	} {
		if got := compared(t, r(), answers(200, "Content-Type: a", c.first), answers(200, "Content-Type: a", c.second), limit); !cmp.Equal(c.want, got) {
			t.Errorf("%s: %q", name, got)
		}
	}
	// A body that grows when it is unpacked is bounded like others.
	var before, after runtime.MemStats
	bomb := packed("gzip", pack(strings.Repeat("x", 16<<20)))
	runtime.ReadMemStats(&before)
	if got := compared(t, r(), bomb, answers(200, "Content-Type: text/plain", "a"), shadow.MaxBody(32<<10)); !cmp.Equal([]string{"body: more than 32768 bytes | 1 bytes"}, got) {
		t.Errorf("got %q", got)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 4<<20 {
		t.Errorf("%d bytes were allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

// A report has a bounded number of differences.
func TestManyDifferences(t *testing.T) {
	var header strings.Builder
	for i := range 100 {
		fmt.Fprintf(&header, "X-%d: a\n", i)
	}
	if got := compared(t, httptest.NewRequest(http.MethodGet, "/", nil), answers(200, header.String(), "a"), answers(200, "", "b")); len(got) != 32 {
		t.Errorf("%d differences", len(got))
	}
}

// Which side answers, and which requests the other one gets.
func TestWhoAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		rate     float64
		rehearse bool
		request  string // method and headers
		body     string
		want     string // who was asked, in order
	}{
		"off":                       {0, false, "GET", "", "go"},
		"verified":                  {1, false, "GET", "", "go rails"},
		"verified, HEAD":            {1, false, "HEAD", "", "go rails"},
		"rehearsed, off":            {0, true, "GET", "", "rails"},
		"rehearsed":                 {1, true, "GET", "", "rails go"},
		"rehearsed, a change":       {1, true, "POST", "", "rails"},
		"verified, a change":        {1, false, "DELETE", "", "go"},
		"another change":            {1, false, "PATCH", "a=b", "go"},
		"OPTIONS":                   {1, false, "OPTIONS", "", "go"},
		"with a body":               {1, false, "GET", "a=b", "go"},
		"part of a body":            {1, false, "GET Range: bytes=0-1", "", "go"},
		"an upgrade":                {1, false, "GET Upgrade: websocket", "", "go"},
		"with conditions":           {1, false, "GET If-None-Match: *", "", "go rails"},
		"rehearsed, with an upload": {1, true, "PUT", "a=b", "rails"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			note := func(who string) http.HandlerFunc {
				return func(http.ResponseWriter, *http.Request) { asked = append(asked, who) }
			}
			s := shadow.New(note("rails"))
			s.SetRate(c.rate)
			h := s.Verify(note("go"))
			if c.rehearse {
				h = s.Rehearse(note("go"))
			}
			method, header, _ := strings.Cut(c.request, " ")
			var body io.Reader
			if c.body != "" {
				body = strings.NewReader(c.body)
			}
			r := httptest.NewRequest(method, "/", body)
			if name, value, ok := strings.Cut(header, ": "); ok {
				r.Header.Set(name, value)
			}
			h.ServeHTTP(httptest.NewRecorder(), r)
			s.Wait()
			if got := strings.Join(asked, " "); got != c.want {
				t.Errorf("asked %s, want %s", got, c.want)
			}
		})
	}
}

// The copy is the request as it came, but for what asks for a part or another form of the answer,
// whatever the first side does with it.
func TestCopy(t *testing.T) {
	type key struct{}
	var copied *http.Request
	s := shadow.New(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { copied = r }))
	s.SetRate(1)
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://shop.example/a%2Fb?c=d", nil)
	r.Header = http.Header{"Cookie": {"a=b"}, "If-None-Match": {"1"}, "If-Modified-Since": {"2"}, "Accept-Encoding": {"gzip"}, "Accept": {"text/html"}}
	r.SetPathValue("id", "7")
	s.Verify(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		r.Header.Set("Cookie", "changed")
		r.URL.Path = "/changed"
		r.Host = "changed"
	})).ServeHTTP(httptest.NewRecorder(), r)
	s.Wait()
	cancel()
	if want := (http.Header{"Cookie": {"a=b"}, "Accept": {"text/html"}}); !cmp.Equal(want, copied.Header) {
		t.Errorf("got %v", copied.Header)
	}
	if copied.Host != "shop.example" || copied.URL.RequestURI() != "/a%2Fb?c=d" || copied.PathValue("id") != "7" || copied.Context().Value(key{}) != "kept" {
		t.Errorf("got %s %s", copied.Host, copied.URL)
	}
}

// Some answers say nothing of the other side.
func TestSkipped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for name, h := range map[string]http.HandlerFunc{
		"events":       answers(200, "Content-Type: text/event-stream", ""),
		"not modified": answers(304, "", ""),
		"a part":       answers(206, "", ""),
		"a panic":      func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"taken over":   func(w http.ResponseWriter, _ *http.Request) { http.NewResponseController(w).Hijack() },
		"gone":         func(http.ResponseWriter, *http.Request) { cancel() },
	} {
		s := shadow.New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error(name) }), shadow.MaxInFlight(1))
		s.SetRate(1)
		func() {
			defer func() { recover() }()
			s.Verify(h).ServeHTTP(hijacker{httptest.NewRecorder()}, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
		}()
		s.Wait() // the place is free again
		if got, want := s.Counts(), (shadow.Counts{Skipped: 1}); got != want {
			t.Errorf("%s: %+v", name, got)
		}
		if name == "gone" {
			ctx, cancel = context.WithCancel(t.Context())
		}
	}
	cancel()
}

type hijacker struct{ *httptest.ResponseRecorder }

func (hijacker) Hijack() (c net.Conn, b *bufio.ReadWriter, err error) { return nil, nil, nil }

// Copies that are too many are dropped, and the client does not wait for any of them.
func TestInFlight(t *testing.T) {
	release := make(chan bool)
	s := shadow.New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }), shadow.MaxInFlight(2))
	s.SetRate(1)
	front := httptest.NewServer(s.Verify(answers(200, "", "hello")))
	defer front.Close()
	for range 5 {
		response, err := http.Get(front.URL)
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(response.Body); string(body) != "hello" {
			t.Errorf("got %q", body)
		}
		response.Body.Close()
	}
	close(release)
	s.Wait()
	if got, want := s.Counts(), (shadow.Counts{Compared: 2, Different: 2, Dropped: 3}); got != want {
		t.Errorf("%+v", got)
	}
}

// A copy that takes too long is ended, and so is one whose body is too long.
func TestEndOfCopies(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done(); panic(http.ErrAbortHandler) }
	got := compared(t, httptest.NewRequest(http.MethodGet, "/", nil), answers(200, "", ""), hang, shadow.Timeout(time.Millisecond))
	if want := []string{"failure:  | net/http: abort Handler"}; !cmp.Equal(want, got) {
		t.Errorf("got %q", got)
	}
	endless := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, "more")
		}
		panic(http.ErrAbortHandler)
	}
	got = compared(t, httptest.NewRequest(http.MethodGet, "/", nil), answers(200, "", strings.Repeat("more", 1000)), endless,
		shadow.MaxBody(100), shadow.Timeout(time.Hour))
	if got != nil {
		t.Errorf("got %q", got)
	}
}

// The client sees the answer as without a Shadow: at once, and by whatever way it is written.
func TestStreaming(t *testing.T) {
	var got reports
	s := shadow.New(answers(200, "Content-Type: text/plain", "one\ntwo\n"), shadow.OnDifference(got.add))
	s.SetRate(1)
	seen := make(chan bool)
	front := httptest.NewServer(s.Verify(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		http.NewResponseController(w).Flush()
		io.WriteString(w, "one\n")
		http.NewResponseController(w).Flush()
		<-seen
		w.(io.ReaderFrom).ReadFrom(strings.NewReader("two\n"))
	})))
	defer front.Close()
	response, err := http.Get(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	for _, want := range []string{"one\n", "two\n"} {
		line, err := lines.ReadString('\n')
		if line != want {
			t.Errorf("got %q, %v", line, err)
		}
		if want == "one\n" {
			close(seen)
		}
	}
	io.Copy(io.Discard, lines)
	s.Wait()
	if c := s.Counts(); c.Compared != 1 || got.lines != nil {
		t.Errorf("%+v %q", c, got.lines)
	}
}

// What middleware in front has set does not make a difference.
func TestHeadersInFront(t *testing.T) {
	var got reports
	s := shadow.New(answers(200, "", ""), shadow.OnDifference(got.add))
	s.SetRate(1)
	w := httptest.NewRecorder()
	w.Header().Set("X-Front", "1")
	s.Verify(answers(200, "", "")).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	s.Wait()
	if got.lines != nil || s.Counts().Compared != 1 {
		t.Errorf("got %q", got.lines)
	}
}

// Behind a proxy, an application that is away, or that breaks off, is a difference.
func TestProxied(t *testing.T) {
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "half")
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	rails, err := proxy.New(behind.URL, proxy.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	var got reports
	s := shadow.New(rails, shadow.OnDifference(got.add), shadow.IgnoreHeaders("Content-Type", "Cache-Control", "X-Content-Type-Options"))
	s.SetRate(1)
	front := httptest.NewServer(s.Verify(answers(200, "", "whole")))
	defer front.Close()
	response, err := http.Get(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, _ := io.ReadAll(response.Body); string(body) != "whole" {
		t.Errorf("got %q", body)
	}
	s.Wait()
	behind.Close()
	s.Verify(answers(200, "", "whole")).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	s.Wait()
	if diff := cmp.Diff([]string{
		"failure:  | net/http: abort Handler", "body line 1: whole | half",
		"status: 200 | 502", "body line 1: whole | The application does not answer. Please try again.",
	}, got.lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLog(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var log bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	s := shadow.New(answers(200, "Allow: B", ""))
	s.SetRate(1)
	s.Verify(answers(201, "Allow: A", "")).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/posts?token=secret", nil))
	s.Wait()
	for _, want := range []string{"level=WARN", "path=/posts", "status.answer=201 status.copy=200", `"header Allow.answer"=A`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: %s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log has the query: %s", log.String())
	}
}

// About as many requests are compared as the rate says.
func TestRate(t *testing.T) {
	s := shadow.New(answers(200, "", ""))
	s.SetRate(0.5)
	h := s.Verify(answers(200, "", ""))
	for range 1000 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
		s.Wait()
	}
	// Beyond these bounds once in 10^18 runs.
	if n := s.Counts().Compared; n < 360 || n > 640 {
		t.Errorf("%d of 1000 were compared", n)
	}
}
