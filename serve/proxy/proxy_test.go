package proxy_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/serve/proxy"
)

// between starts an application and a server in front of it that hands everything on. It
// returns the server's address.
func between(t *testing.T, application http.HandlerFunc, options ...proxy.Option) string {
	t.Helper()
	behind := httptest.NewServer(application)
	t.Cleanup(behind.Close)
	return inFront(t, behind.URL, options...)
}

func inFront(t *testing.T, target string, options ...proxy.Option) string {
	t.Helper()
	h, err := proxy.New(target, append([]proxy.Option{proxy.WithLogger(slog.New(slog.DiscardHandler))}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(h)
	t.Cleanup(front.Close)
	return front.URL
}

func get(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return do(t, request)
}

func do(t *testing.T, request *http.Request) (*http.Response, string) {
	t.Helper()
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// raw sends bytes as they are, and returns the connection and a reader of what comes back.
func raw(t *testing.T, address, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(conn)
}

func readLine(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatalf("after %q: %v", line, err)
	}
	return strings.TrimRight(line, "\r\n")
}

// The client sees each piece before the application writes the next.
func TestStreaming(t *testing.T) {
	for name, header := range map[string]http.Header{
		"events":         {"Content-Type": {"text/event-stream"}},
		"unknown length": {},
		"known length":   {"Content-Length": {"12"}},
	} {
		t.Run(name, func(t *testing.T) {
			seen := make(chan bool)
			address := between(t, func(w http.ResponseWriter, _ *http.Request) {
				for key, values := range header {
					w.Header()[key] = values
				}
				for _, piece := range []string{"one\n", "two\n", "six\n"} {
					io.WriteString(w, piece)
					http.NewResponseController(w).Flush()
					<-seen
				}
			})
			response, err := http.Get(address)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			pieces := bufio.NewReader(response.Body)
			for _, want := range []string{"one", "two", "six"} {
				if got := readLine(t, pieces); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				seen <- true
			}
		})
	}
}

// The application reads the beginning of a body before the client writes the end.
func TestStreamingUpload(t *testing.T) {
	arrived := make(chan string)
	address := between(t, func(w http.ResponseWriter, r *http.Request) {
		lines := bufio.NewReader(r.Body)
		first, _ := lines.ReadString('\n')
		arrived <- first
		rest, _ := io.ReadAll(lines)
		w.Write(rest)
	})
	body, writer := io.Pipe()
	go func() {
		io.WriteString(writer, "begin\n")
		<-arrived
		io.WriteString(writer, "end")
		writer.Close()
	}()
	request, _ := http.NewRequest(http.MethodPost, address, body)
	if _, got := do(t, request); got != "end" {
		t.Errorf("got %q", got)
	}
}

// An application may answer before it has the whole body, such as 413, and the client may read
// that before it sends the rest.
func TestEarlyAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	rest := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		r, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		io.WriteString(conn, "HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo long")
		body, _ := io.ReadAll(r.Body)
		rest <- string(body)
	}()
	conn, answer := raw(t, inFront(t, "http://"+l.Addr().String()), "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfirst")
	response, err := http.ReadResponse(answer, nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(response.Body); response.StatusCode != 413 || string(body) != "too long" || err != nil {
		t.Errorf("%s: %q %v", response.Status, body, err)
	}
	io.WriteString(conn, "after")
	if got := <-rest; !strings.HasPrefix(got, "first") {
		t.Errorf("the application got %q", got)
	}
}

// The transport looks once more for the end of a body that it has sent. When it gets to that
// after the answer has begun, the answer goes on nevertheless.
func TestLateEnd(t *testing.T) {
	late, looked := make(chan bool), make(chan bool)
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, "one\n")
		http.NewResponseController(w).Flush()
		<-looked
		io.WriteString(w, "two")
	}))
	defer behind.Close()
	h, err := proxy.New(behind.URL, proxy.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &lateBody{ReadCloser: r.Body, late: late, looked: looked}
		h.ServeHTTP(w, r)
	}))
	defer front.Close()
	response, err := http.Post(front.URL, "text/plain", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	pieces := bufio.NewReader(response.Body)
	if got := readLine(t, pieces); got != "one" {
		t.Errorf("got %q", got)
	}
	close(late)
	if got, err := io.ReadAll(pieces); string(got) != "two" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// A lateBody looks for its end when late is closed, and closes looked then.
type lateBody struct {
	io.ReadCloser
	late, looked chan bool
	whole        bool
}

func (b *lateBody) Read(p []byte) (int, error) {
	if !b.whole {
		n, err := b.ReadCloser.Read(p)
		b.whole = n > 0
		return n, err
	}
	<-b.late
	defer close(b.looked)
	return b.ReadCloser.Read(p)
}

// Large bodies take no memory of their size, in neither direction.
func TestLargeBodies(t *testing.T) {
	const size = 64 << 20
	address := between(t, func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		w.Header().Set("X-Got", fmt.Sprint(n, err))
		io.Copy(w, io.LimitReader(zeros{}, size))
	})
	request, _ := http.NewRequest(http.MethodPost, address, io.LimitReader(zeros{}, size))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	n, err := io.Copy(io.Discard, response.Body)
	runtime.ReadMemStats(&after)
	if got := response.Header.Get("X-Got"); got != fmt.Sprint(size, nil) || n != size || err != nil {
		t.Errorf("uploaded %s, downloaded %d %v", got, n, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > size/8 {
		t.Errorf("%d bytes were allocated for bodies of %d", used, size)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestWebSocketUpgrade(t *testing.T) {
	ended := make(chan error, 1)
	address := between(t, func(w http.ResponseWriter, r *http.Request) {
		conn, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			ended <- err
			return
		}
		defer conn.Close()
		fmt.Fprintf(both, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\nX-Origin: %s\r\n\r\nwelcome\n",
			r.Header.Get("Upgrade"), r.Header.Get("Origin"))
		both.Flush()
		for {
			line, err := both.ReadString('\n')
			if err != nil {
				ended <- err
				return
			}
			fmt.Fprintf(both, "heard %s", line)
			both.Flush()
		}
	})
	conn, lines := raw(t, address, "GET /cable HTTP/1.1\r\nHost: shop.example\r\nOrigin: http://shop.example\r\n"+
		"Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
	response, err := http.ReadResponse(lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 101 || response.Header.Get("Upgrade") != "websocket" || response.Header.Get("X-Origin") != "http://shop.example" {
		t.Fatalf("%s %v", response.Status, response.Header)
	}
	if got := readLine(t, lines); got != "welcome" {
		t.Errorf("got %q", got)
	}
	for _, word := range []string{"one", "two"} {
		io.WriteString(conn, word+"\n")
		if got := readLine(t, lines); got != "heard "+word {
			t.Errorf("got %q", got)
		}
	}
	conn.Close()
	if err := <-ended; err != io.EOF {
		t.Errorf("the application's side ended with %v", err)
	}
}

// An application may refuse an upgrade as any other request.
func TestRefusedUpgrade(t *testing.T) {
	address := between(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "Page not found", http.StatusNotFound) })
	_, lines := raw(t, address, "GET /cable HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	if got := readLine(t, lines); got != "HTTP/1.1 404 Not Found" {
		t.Errorf("got %q", got)
	}
}

// Path and query arrive as the client wrote them, but for what follows two slashes.
func TestTargets(t *testing.T) {
	address := between(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RequestURI) })
	targets := map[string]string{"//evil.example/a|b": "//evil.example/a%7Cb"} // a host if it were sent as it is
	for _, same := range []string{
		"/", "/?", "/posts/1?page=2&page=3", "/a%2Fb", "/a%2fb/%7Eme/%41", "/a%2Fb|c", "/a|b", "/[1]/{2}", "/%C3%A9/\xc3\xa9",
		"//double//slash", "/a;b?c;d", "/?a;b&c=%zz&d", "/?q=a|b", "/dot/../dot/./", "/a+b?c+d", "/?a[]=1&a[b][]=2", "/x:y@z", "/?next=http://a/b?c",
	} {
		targets[same] = same
	}
	for target, want := range targets {
		_, lines := raw(t, address, "GET "+target+" HTTP/1.1\r\nHost: a\r\n\r\n")
		response, err := http.ReadResponse(lines, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(response.Body); string(got) != want {
			t.Errorf("%s arrives as %s, want %s", target, got, want)
		}
	}
}

// Headers, cookies and bodies come through in both directions; what concerns one connection
// does not.
func TestHeaders(t *testing.T) {
	var got *http.Request
	address := between(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		h := w.Header()
		h["Set-Cookie"] = []string{"_shop_session=a%2Bb; path=/; HttpOnly; SameSite=Lax", "locale=de; path=/", "locale=; path=/old; max-age=0"}
		h.Set("Location", "https://shop.example/login")
		h.Set("X-Request-Id", "7")
		h.Set("Etag", `W/"1"`)
		h.Set("Keep-Alive", "timeout=5")
		h.Set("Connection", "X-Hop")
		h.Set("X-Hop", "1")
		w.WriteHeader(http.StatusSeeOther)
	})
	request, _ := http.NewRequest(http.MethodPatch, address+"/posts", strings.NewReader("post[title]=x"))
	request.Host = "shop.example:8443"
	request.Header = http.Header{
		"Cookie":            {"_shop_session=a%2Bb; theme=\"dark\"; odd=1,2;x"},
		"Authorization":     {"Basic eDp5"},
		"Origin":            {"https://shop.example:8443"},
		"X-Csrf-Token":      {"t+/="},
		"Content-Type":      {"application/x-www-form-urlencoded"},
		"User-Agent":        {""},
		"Accept-Encoding":   {"br"},
		"Connection":        {"X-Own, close"},
		"X-Own":             {"1"},
		"Te":                {"gzip"},
		"Proxy-Connection":  {"keep-alive"},
		"Transfer-Encoding": {"identity"},
	}
	response, _ := do(t, request)

	if got.Method != http.MethodPatch || got.Host != "shop.example:8443" || got.ContentLength != 13 {
		t.Errorf("%s %s with %d bytes", got.Method, got.Host, got.ContentLength)
	}
	got.Header.Del("X-Forwarded-For")
	got.Header.Del("X-Forwarded-Host")
	got.Header.Del("X-Forwarded-Proto")
	want := http.Header{
		"Cookie":          request.Header["Cookie"],
		"Authorization":   {"Basic eDp5"},
		"Origin":          {"https://shop.example:8443"},
		"X-Csrf-Token":    {"t+/="},
		"Content-Type":    {"application/x-www-form-urlencoded"},
		"Content-Length":  {"13"},
		"Accept-Encoding": {"br"},
	}
	if diff := cmp.Diff(want, got.Header); diff != "" {
		t.Errorf("the application got (-want +got):\n%s", diff)
	}

	response.Header.Del("Date")
	wantBack := http.Header{
		"Set-Cookie":     {"_shop_session=a%2Bb; path=/; HttpOnly; SameSite=Lax", "locale=de; path=/", "locale=; path=/old; max-age=0"},
		"Location":       {"https://shop.example/login"},
		"X-Request-Id":   {"7"},
		"Etag":           {`W/"1"`},
		"Content-Length": {"0"},
	}
	if diff := cmp.Diff(wantBack, response.Header); response.StatusCode != 303 || diff != "" {
		t.Errorf("the client got %s (-want +got):\n%s", response.Status, diff)
	}
}

// The proxy neither asks for compression by itself nor unpacks anything.
func TestCompression(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "hello")
	z.Close()
	asked := make(chan string, 1)
	address := between(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Header.Get("Accept-Encoding")
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", fmt.Sprint(packed.Len()))
		w.Write(packed.Bytes())
	})
	_, lines := raw(t, address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	response, err := http.ReadResponse(lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	if got := <-asked; got != "" {
		t.Errorf("the application was asked for %q", got)
	}
	if !bytes.Equal(body, packed.Bytes()) || response.ContentLength != int64(packed.Len()) || response.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("got %q, %v", body, response.Header)
	}
}

func TestEarlyHints(t *testing.T) {
	address := between(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Link", "</app.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusOK)
	})
	var hints []string
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
		hints = append(hints, fmt.Sprint(code, " ", h.Get("Link")))
		return nil
	}})
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	response, _ := do(t, request)
	if want := []string{"103 </app.css>; rel=preload"}; !cmp.Equal(want, hints) || response.StatusCode != 200 {
		t.Errorf("got %q, %s", hints, response.Status)
	}
}

func TestTrailers(t *testing.T) {
	address := between(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", "X-Sum")
		io.WriteString(w, "body")
		w.Header().Set("X-Sum", "9")
	})
	response, body := get(t, address)
	if got := response.Trailer.Get("X-Sum"); got != "9" || body != "body" {
		t.Errorf("got %q with %q", got, body)
	}
}

// While the application is away the answer is 502, and it comes back without a restart.
func TestDeadApplication(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	var log bytes.Buffer
	address := inFront(t, "http://"+l.Addr().String(), proxy.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	response, body := get(t, address+"/posts?token=secret")
	if response.StatusCode != http.StatusBadGateway || body != "The application does not answer. Please try again.\n" {
		t.Errorf("%s: %s", response.Status, body)
	}
	for _, want := range []string{"level=ERROR", "status=502", "path=/posts", "target=http://" + l.Addr().String(), "refused"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: %s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log has the query: %s", log.String())
	}

	again, err := net.Listen("tcp", l.Addr().String())
	if err != nil {
		t.Skip(err)
	}
	defer again.Close()
	go http.Serve(again, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "back") }))
	if _, body := get(t, address); body != "back" {
		t.Errorf("got %q", body)
	}
}

func TestSlowApplication(t *testing.T) {
	gone := make(chan bool)
	address := between(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done(); close(gone) }, proxy.WithTimeout(time.Millisecond))
	response, body := get(t, address)
	if response.StatusCode != http.StatusGatewayTimeout || !strings.Contains(body, "took too long") {
		t.Errorf("%s: %s", response.Status, body)
	}
	<-gone // the application can stop its work
}

func TestClientGone(t *testing.T) {
	began, gone := make(chan bool), make(chan bool)
	behind := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(began)
		<-r.Context().Done()
		close(gone)
	}))
	defer behind.Close()
	var log bytes.Buffer
	h, err := proxy.New(behind.URL, proxy.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-began; leave() }()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
	<-gone
	if w.Code != 499 || log.Len() > 0 {
		t.Errorf("status %d, log %s", w.Code, log.String())
	}
}

// An answer that breaks off reaches the client as one, not as a whole answer.
func TestBrokenAnswer(t *testing.T) {
	address := between(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "half")
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); string(body) != "half" || err == nil {
		t.Errorf("got %q, %v", body, err)
	}
}

// A bound of the server in front is its own error, not one of the application.
func TestTooLargeBody(t *testing.T) {
	behind := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	defer behind.Close()
	h, err := proxy.New(behind.URL, proxy.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(http.MaxBytesHandler(h, 10))
	defer front.Close()
	request, _ := http.NewRequest(http.MethodPost, front.URL, strings.NewReader("more than ten bytes"))
	if response, body := do(t, request); response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%s: %s", response.Status, body)
	}
}

func TestNew(t *testing.T) {
	for target, want := range map[string]string{
		"http://127.0.0.1:3001":        "",
		"https://rails.internal/":      "",
		"127.0.0.1:3001":               "first path segment in URL cannot contain colon",
		"localhost:3001":               `"localhost:3001" is not the address of an application: want one like http://127.0.0.1:3001`,
		"":                             `"" is not the address of an application`,
		"unix:///run/puma.sock":        "is not the address",
		"http://127.0.0.1:3001/app":    "has more than scheme, host and port",
		"http://me:secret@127.0.0.1":   "has more than scheme, host and port",
		"http://127.0.0.1:3001/?debug": "has more than scheme, host and port",
	} {
		_, err := proxy.New(target)
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && !strings.Contains(got, want) {
			t.Errorf("%s: %v, want %s", target, err, want)
		}
	}
	for want, option := range map[string][]proxy.Option{
		"the duration must be positive":   {proxy.WithTimeout(0)},
		"the transport is nil":            {proxy.WithTransport(nil)},
		"no effect beside WithTransport:": {proxy.WithTransport(proxy.Transport()), proxy.WithTimeout(time.Second)},
	} {
		if _, err := proxy.New("http://a", option...); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// HTTP_PROXY is for the way out, not for an application on the same network.
func TestTransport(t *testing.T) {
	if p := proxy.Transport().Proxy; p != nil {
		u, _ := url.Parse("http://rails.internal")
		t.Error(p(&http.Request{URL: u}))
	}
}
