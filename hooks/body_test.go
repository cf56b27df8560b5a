package hooks_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/hooks"
)

// A body that never ends is answered 408: over a connection, whose deadline ends
// it, and without one.
func TestBodyThatNeverEnds(t *testing.T) {
	v := sha256Verifier(t)
	count := &runs{}
	for name, timeout := range map[string]time.Duration{"default": 0, "option": time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			var options []hooks.Option
			want := 10 * time.Second
			if timeout > 0 {
				options, want = append(options, hooks.WithLimits(hooks.Limits{BodyTime: timeout})), timeout
			}
			var seen string
			options = append(options, hooks.WithObserver(func(_ context.Context, o hooks.Observation) { seen = o.Outcome }))
			r := newReceiver(t, v, count.handle, options...)
			body, drip := io.Pipe()
			go func() {
				for {
					if _, err := drip.Write([]byte(" ")); err != nil {
						return
					}
					time.Sleep(time.Second) // of the bubble's clock
				}
			}()
			q := signed(t, v, "{}")
			q.Body, q.ContentLength = body, -1
			w := httptest.NewRecorder()
			begin := time.Now()
			r.ServeHTTP(w, q)
			if w.Code != 408 || w.Header().Get("Connection") != "close" || time.Since(begin) != want || seen != hooks.TooSlow || count.n != 0 {
				t.Errorf("%s: %d after %v, %s", name, w.Code, time.Since(begin), seen)
			}
			body.Close()
			time.Sleep(2 * time.Second) // until the drip has noticed
		})
	}
}

func TestBodyThatNeverEndsOverAConnection(t *testing.T) {
	v := sha256Verifier(t)
	server := httptest.NewServer(newReceiver(t, v, (&runs{}).handle, hooks.WithLimits(hooks.Limits{BodyTime: 50 * time.Millisecond})))
	defer server.Close()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 408 || !response.Close {
		t.Errorf("%d, closes the connection: %v", response.StatusCode, response.Close)
	}
}

// The deadline of a body doesn't end what comes after it: the handler and the next
// delivery on the connection.
func TestDeadlineEndsWithTheBody(t *testing.T) {
	v := sha256Verifier(t)
	hold := make(chan struct{})
	r := newReceiver(t, v, func(ctx context.Context, _ hooks.Event) (any, error) {
		select {
		case <-hold:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, hooks.WithLimits(hooks.Limits{BodyTime: 20 * time.Millisecond}))
	server := httptest.NewServer(r)
	defer server.Close()
	time.AfterFunc(100*time.Millisecond, func() { close(hold) })
	for range 2 {
		q := signed(t, v, "{}")
		post, err := http.NewRequest("POST", server.URL, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		post.Header = q.Header
		response, err := http.DefaultClient.Do(post)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != 200 {
			t.Errorf("%d %v", response.StatusCode, err)
		}
		response.Body.Close()
	}
}

type bodyFunc func() (int, error)

func (f bodyFunc) Read([]byte) (int, error) { return f() }
func (f bodyFunc) Close() error             { return nil }

func TestBodiesThatBreak(t *testing.T) {
	r := newReceiver(t, sha256Verifier(t), (&runs{}).handle)
	for name, body := range map[string]io.ReadCloser{
		"error": bodyFunc(func() (int, error) { return 0, errors.New("reset") }), "panic": bodyFunc(func() (int, error) { panic("boom") }), "none": nil,
	} {
		q := httptest.NewRequest("POST", "/", nil)
		q.Body = body
		w := httptest.NewRecorder()
		r.ServeHTTP(w, q)
		if w.Code != 400 && w.Code != 401 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

// An answer whose body never ends doesn't hold the Sender: the attempt's time is
// over, and its status counts.
func TestAnswerThatNeverEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(r *http.Request) (*http.Response, error) {
			answer := response(200)
			answer.Body = bodyFunc(func() (int, error) {
				<-r.Context().Done()
				return 0, r.Context().Err()
			})
			return answer, nil
		})})
		begin := time.Now()
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if err != nil || receipt.Status != 200 || time.Since(begin) != 15*time.Second {
			t.Errorf("%+v after %v: %v", receipt, time.Since(begin), err)
		}
	})
}

// Nothing that a message or an endpoint brings replaces the Sender's own headers.
func TestOwnHeadersTakePrecedence(t *testing.T) {
	var got http.Header
	s := newSender(t, hooks.SenderOptions{UserAgent: "acme/1", Transport: transport(func(r *http.Request) (*http.Response, error) {
		got = r.Header
		return response(200), nil
	})})
	more := http.Header{"content-type": {"text/html"}, "User-agent": {"forged"}, "Webhook-Id": {"forged"}, "X-Signature": {"forged"}, "X-Tenant": {"7"}}
	e := endpoint()
	e.Header = more
	others := more.Clone()
	delete(others, "content-type") // that of a message is an error: it tells of another body
	for _, m := range []hooks.Message{{ID: "m1", Payload: 1, Header: others}, {ID: "m1", Payload: 1}} {
		if _, err := s.Send(t.Context(), m, e); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "User-Agent": "acme/1", "Webhook-Id": "m1", "X-Signature": hexMAC("secret", []byte("1")), "X-Tenant": "7",
		} {
			if values := got.Values(name); len(values) != 1 || values[0] != want {
				t.Errorf("%s is %q, want %q", name, values, want)
			}
		}
	}
}

// Bytes are JSON already; JSON in base64 is nobody's wish.
func TestPayloadOfBytes(t *testing.T) {
	for _, c := range []struct {
		payload any
		want    string
	}{
		{[]byte(`{"a": "<b>"}`), `{"a": "<b>"}`},
		{map[string]any{"a": "<b>&\u2028"}, `{"a":"<b>&\u2028"}`},
		{[]byte("no JSON"), ""},
		{[]byte(nil), ""},
	} {
		_, body, err := hooks.Message{Payload: c.payload}.Encode()
		if string(body) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%v: %s %v", c.payload, body, err)
		}
	}
}

// Answers are JSON as JavaScript writes it, whoever wrote what is in them.
func TestAnswersDoNotEscapeHTML(t *testing.T) {
	v := sha256Verifier(t)
	for body, want := range map[string]string{
		"data": `{"data":"<a>&"}`, "reject": `{"data":"<b> & c"}`,
	} {
		r := newReceiver(t, v, func(_ context.Context, e hooks.Event) (any, error) {
			if string(e.Payload()) == "reject" {
				return nil, hooks.RejectType("<b> & c")
			}
			return "<a>&", nil
		})
		if _, _, answer := answers(t, r, signed(t, v, body)); answer != want {
			t.Errorf("%s: %s", body, answer)
		}
	}
	slack := newPreset(t, "slack", "s")
	r := newReceiver(t, slack, (&runs{}).handle)
	if _, _, answer := answers(t, r, signed(t, slack, `{"type":"url_verification","challenge":"<&>"}`)); answer != `{"challenge":"<&>"}` {
		t.Error(answer)
	}
}
