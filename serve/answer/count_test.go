package answer_test

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/serve/answer"
)

// However an answer begins, the header is completed before and what is sent is counted.
func TestCount(t *testing.T) {
	for name, test := range map[string]struct {
		handle http.HandlerFunc
		status int
		bytes  int64
	}{
		"nothing": {func(http.ResponseWriter, *http.Request) {}, 200, 0},
		"status":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 204, 0},
		"hints":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(103); w.WriteHeader(404) }, 404, 0},
		"text":    {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "four") }, 200, 4},
		"copy":    {func(w http.ResponseWriter, _ *http.Request) { io.Copy(w, strings.NewReader("sixsix")) }, 200, 6},
		"from":    {func(w http.ResponseWriter, _ *http.Request) { w.(io.ReaderFrom).ReadFrom(strings.NewReader("six")) }, 200, 3},
		"flush":   {func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush(); io.WriteString(w, "x") }, 200, 1},
		"control": {func(w http.ResponseWriter, _ *http.Request) { http.NewResponseController(w).Flush() }, 200, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var sent answer.Sent
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w, told := answer.Count(w, func(h http.Header) { h.Set("X-Complete", "yes") })
				test.handle(w, r)
				told.End()
				sent = *told
			}))
			resp, err := http.Get(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			server.Close()
			if err != nil || resp.Header.Get("X-Complete") != "yes" || resp.StatusCode != test.status || int64(len(body)) != test.bytes {
				t.Errorf("%v, header %v, %q", err, resp.Header, body)
			}
			if sent.Status != test.status || sent.Bytes != test.bytes {
				t.Errorf("counted %d, %d bytes", sent.Status, sent.Bytes)
			}
		})
	}
}

// A writer that can neither flush nor hand its connection over says so.
func TestCountOfPlainWriters(t *testing.T) {
	w, sent := answer.Count(struct{ http.ResponseWriter }{httptest.NewRecorder()}, nil)
	if err := http.NewResponseController(w).Flush(); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	var conn any
	var buffer *bufio.ReadWriter
	var err error
	if conn, buffer, err = w.(http.Hijacker).Hijack(); !errors.Is(err, errors.ErrUnsupported) || buffer != nil {
		t.Error(conn, err)
	}
	if w.WriteHeader(http.StatusTeapot); sent.Status != http.StatusTeapot {
		t.Error(sent.Status)
	}
}
