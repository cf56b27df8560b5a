package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"signalbox/serve/shadow"
)

// sides are what plays Rails, by name.
func sides(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("stand-in", func(t *testing.T) {
		server := httptest.NewServer(newStandIn())
		defer server.Close()
		test(t, server.URL)
	})
	t.Run("ruby", func(t *testing.T) {
		r, err := startRuby(t.Context())
		if err != nil {
			t.Skip(err)
		}
		defer r.stop()
		test(t, r.address)
	})
}

// front starts the program in front of Rails.
func front(t *testing.T, s *shop, address string) string {
	t.Helper()
	h, err := s.handler(address)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func ask(t *testing.T, method, address, body string, header map[string]string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(csrfMeta.ReplaceAll(text, nil))
}

var stages = []string{"rails", "rehearse", "verify", "go"}

// In every stage clients get the same, whoever answers, and the comparison finds nothing.
func TestStages(t *testing.T) {
	sides(t, func(t *testing.T, address string) {
		for _, stage := range stages {
			t.Run(stage, func(t *testing.T) {
				s := &shop{stage: stage, options: []shadow.Option{shadow.OnDifference(func(r *shadow.Report) {
					t.Errorf("%s: %q", r.Request.URL, r.Differences)
				})}}
				url := front(t, s, address)
				products := 0
				for _, path := range []string{"/", "/products", "/products.json", "/products/2", "/products/2.json", "/products/9", "/nowhere"} {
					for _, method := range []string{http.MethodGet, http.MethodHead} {
						want, wantBody := ask(t, method, address+path, "", nil)
						got, body := ask(t, method, url+path, "", nil)
						isProduct := strings.HasPrefix(path, "/products")
						if got.StatusCode != want.StatusCode || strings.TrimSpace(body) != strings.TrimSpace(unescaped(wantBody)) && strings.TrimSpace(unescaped(body)) != strings.TrimSpace(unescaped(wantBody)) {
							t.Errorf("%s %s: %s %s, want %s %s", method, path, got.Status, body, want.Status, wantBody)
						}
						if inGo := isProduct && (stage == "verify" || stage == "go"); got.StatusCode == 200 && inGo == (got.Header.Get("X-Request-Id") != "") {
							t.Errorf("%s: answered in Go: %v", path, !inGo)
						}
						if isProduct {
							products++
						}
					}
				}
				s.compare.Wait()
				want := shadow.Counts{}
				if stage == "rehearse" || stage == "verify" {
					want.Compared = uint64(products)
				}
				got := s.compare.Counts()
				if got.Compared += got.Dropped; got.Dropped > 6 {
					t.Errorf("%d copies were dropped", got.Dropped)
				}
				if got.Dropped = 0; got != want {
					t.Errorf("%+v, want %+v", got, want)
				}
			})
		}
	})
}

// unescaped is JSON as Rails' to_json and Go's encoding/json both mean it.
func unescaped(text string) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(text)
}

// A mistake of the handler in Go is reported, and no client sees it before it answers.
func TestMistake(t *testing.T) {
	sides(t, func(t *testing.T, address string) {
		reported := make(chan string, 1)
		s := &shop{stage: "rehearse", products: products{mistake: true}, options: []shadow.Option{shadow.OnDifference(func(r *shadow.Report) {
			reported <- fmt.Sprintf("%s %s: %v", r.Request.Pattern, r.Request.URL, r.Differences)
		})}}
		if _, body := ask(t, http.MethodGet, front(t, s, address)+"/products/1", "", nil); !strings.Contains(body, "Price: 24.50") {
			t.Errorf("got %s", body)
		}
		if got, want := <-reported, "GET /products/:id(.:format) /products/1: [{body line 3 Price: 24.50 Price: 0}]"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// An order goes through all that a proxy can spoil: the session's cookie, the check of Origin
// against forged forms, the address of the redirect and of the client, and a stream.
func TestOrder(t *testing.T) {
	sides(t, func(t *testing.T, address string) {
		for _, stage := range stages {
			t.Run(stage, func(t *testing.T) { order(t, front(t, &shop{stage: stage}, address)) })
		}
	})
}

func order(t *testing.T, address string) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, address+"/events", nil)
	stream, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	events := bufio.NewScanner(stream.Body)
	if events.Scan(); events.Text() != "data: open" {
		t.Fatalf("the stream begins with %q", events.Text())
	}

	form, page := ask(t, http.MethodGet, address+"/orders/new?product=2", "", nil)
	token := regexp.MustCompile(`name="authenticity_token" value="([^"]+)"`).FindStringSubmatch(page)
	cookies := form.Cookies()
	if token == nil || len(cookies) != 1 || cookies[0].Name != "_shop_session" || !cookies[0].HttpOnly {
		t.Fatalf("%v\n%s", form.Header, page)
	}
	body := url.Values{"authenticity_token": {token[1]}, "product": {"2"}}.Encode()
	header := map[string]string{
		"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies[0].Name + "=" + cookies[0].Value,
		"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example", "X_Forwarded_Host": "evil.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https",
	}
	if got, text := ask(t, http.MethodPost, address+"/orders", body, header); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a forged order: %s %s", got.Status, text)
	}
	header["Origin"] = address
	made, text := ask(t, http.MethodPost, address+"/orders", body, header)
	location := made.Header.Get("Location")
	if made.StatusCode != http.StatusSeeOther || !strings.HasPrefix(location, address+"/orders/") {
		t.Fatalf("%s %s to %q", made.Status, text, location)
	}
	if _, page := ask(t, http.MethodGet, location, "", nil); !strings.Contains(page, "Product 2 for 127.0.0.1\n") {
		t.Errorf("got %s", page)
	}
	events.Scan() // the empty line
	if events.Scan(); events.Text() != "data: order "+strings.TrimPrefix(location, address+"/orders/") {
		t.Errorf("the stream goes on with %q", events.Text())
	}
}

func TestRun(t *testing.T) {
	if err := run(t.Context(), []string{"-stage", "x", "-stand-in"}, io.Discard); err == nil || !strings.Contains(err.Error(), "want rails, rehearse, verify or go") {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if err := run(ctx, []string{"-stage", "go"}, &out); err != nil || !strings.HasPrefix(out.String(), "A stand-in plays Rails: there is no ruby\nRails is at http://127.0.0.1:") {
		t.Errorf("%v: %s", err, out.String())
	}
}
