package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"signalbox/hooks"
	"signalbox/serve"
)

// webhookPort is where `routes webhook listen` begins to look for a free port: next to that of
// `routes serve`.
const webhookPort = serve.DevelopmentPort + 1

// webhookListen is `routes webhook listen`: a receiver for the time of development.
func (c *command) webhookListen() *cobra.Command {
	var (
		f               webhookFlags
		port            int
		forward, record string
		show            bool
	)
	cmd := &cobra.Command{
		Use:   "listen [flags]",
		Short: "Receive webhooks, verify them and hand them on",
		Long: `Receive webhooks on this machine, verify each as its sender signs it, and print
a line for it: the time, whether it is authentic, its type, id and size. The
sender gets 200, or 401 with the reason on this side alone. A sender that first
checks the receiver gets its answer.

listen prints the address: port 8912 of this machine, or the next free one. Let
the sender in with a tunnel. With --forward, authentic deliveries go on to an
application, whose answer the sender gets. --record keeps them for "routes
webhook replay".`,
		Example: `  export WEBHOOK_SECRET=s3cret
  routes webhook listen --preset github --forward 3000
  routes webhook listen --preset stripe --secret-env STRIPE_SECRET \
    --forward http://localhost:3000/webhooks/stripe --record stripe.jsonl`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			h, err := c.listener(&f, forward, show)
			if err != nil {
				return usageOf(err, "routes webhook listen")
			}
			if record != "" {
				file, err := os.OpenFile(record, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600) // others' data
				if err != nil {
					return err
				}
				defer file.Close()
				h.record = file
			}
			l, err := serve.ListenDevelopment(port)
			if err != nil {
				return err
			}
			fmt.Fprintln(c.stdout, "Listening on http://"+localName(l))
			return h.serve(ctx, l)
		},
	}
	f.addParty(cmd)
	flags := cmd.Flags()
	flags.IntVar(&port, "port", webhookPort, "listen at port `N`, or the next one that is free; 0 is any")
	flags.StringVar(&forward, "forward", "", "hand authentic deliveries on to this URL, or port of this machine")
	flags.StringVar(&record, "record", "", "append each delivery to this file, a line of JSON each")
	flags.StringVar(&f.verifyToken, "verify-token", "", "the token that Meta's first request has")
	flags.BoolVar(&show, "show", false, "print headers and body, too")
	return cmd
}

// usageOf makes an error of the settings one of usage.
func usageOf(err error, path string) error {
	var config *hooks.ConfigError
	if errors.As(err, &config) {
		return &usageError{config.Setting + ": " + config.Problem, path}
	}
	return err
}

// A webhookListener receives deliveries, verifies them and hands them on.
type webhookListener struct {
	party   webhookParty
	forward *url.URL // nil: nowhere
	show    bool

	mu     sync.Mutex // of what is written
	out    io.Writer
	record io.Writer // nil: nothing is kept
}

// listener is what the flags ask for.
func (c *command) listener(f *webhookFlags, forward string, show bool) (*webhookListener, error) {
	party, err := c.publicParty(f)
	if err != nil {
		return nil, err
	}
	to, err := forwardURL(forward)
	return &webhookListener{party: party, forward: to, show: show, out: c.stdout}, err
}

// publicParty is a party that knows by a flag under which URL its sender knows the receiver.
func (c *command) publicParty(f *webhookFlags) (webhookParty, error) {
	if f.url == "" {
		return c.webhookParty(f)
	}
	return c.webhookParty(f, hooks.WithURL(f.url))
}

// forwardURL reads a URL, or a port of this machine; nil of none.
func forwardURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	if port, err := strconv.ParseUint(text, 10, 16); err == nil {
		return &url.URL{Scheme: "http", Host: fmt.Sprintf("localhost:%d", port)}, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &hooks.ConfigError{Setting: "--forward", Problem: "want a port of this machine, or a URL as in http://localhost:3000/webhooks"}
	}
	return u, nil
}

// serve serves until the context ends. Package serve would add headers of its own to what a
// delivery and its answer are.
func (l *webhookListener) serve(ctx context.Context, on net.Listener) error {
	s := &http.Server{Handler: l, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = s.Shutdown(end)
	})
	defer stop()
	if err := s.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// maxDelivery is how much of a body listen takes, in bytes: as much as GitHub sends.
const maxDelivery = 25 << 20

// ServeHTTP implements http.Handler.
func (l *webhookListener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxDelivery))
	if err != nil {
		status := http.StatusBadRequest
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			status = http.StatusRequestEntityTooLarge
		}
		l.say("refused: %s", err)
		http.Error(w, http.StatusText(status), status)
		return
	}
	d := &hooks.Delivery{Method: r.Method, URL: r.URL.RequestURI(), Header: r.Header, Body: body}
	if p, ok := l.party.(*hooks.Preset); ok {
		if challenge, ok := p.Challenge(d); ok {
			writeResponse(w, challenge)
			l.say("a challenge, answered")
			return
		}
	}
	kept := newRecordedDelivery(l.party, d, l.party.Authenticate(d))
	status, note := l.answer(r.Context(), w, d, kept.Authentic)
	l.tell(d, kept, status, note)
}

// answer answers the sender, and returns the status and what else there is to say.
func (l *webhookListener) answer(ctx context.Context, w http.ResponseWriter, d *hooks.Delivery, authentic bool) (status int, note string) {
	if !authentic {
		w.WriteHeader(http.StatusUnauthorized)
		return http.StatusUnauthorized, ""
	}
	if p, ok := l.party.(*hooks.Preset); ok {
		if handshake, ok := p.Handshake(d); ok {
			writeResponse(w, handshake)
			return handshake.StatusCode, ", a handshake"
		}
	}
	if l.forward == nil {
		w.WriteHeader(http.StatusOK)
		return http.StatusOK, ""
	}
	resp, err := sendDelivery(ctx, l.forward, d)
	if err != nil {
		http.Error(w, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
		return http.StatusBadGateway, ": " + err.Error()
	}
	defer resp.Body.Close()
	copyHeaders(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
	return resp.StatusCode, " from " + l.forward.Host
}

func writeResponse(w http.ResponseWriter, r hooks.Response) {
	for name, value := range r.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.StatusCode)
	_, _ = io.WriteString(w, r.Body)
}

// tell prints a line for a delivery, and records it.
func (l *webhookListener) tell(d *hooks.Delivery, kept *recordedDelivery, status int, note string) {
	verdict := "authentic"
	if !kept.Authentic {
		verdict = "refused (" + kept.Reason + ")"
	}
	l.say("%s  %s  %s  %d bytes  -> %d%s", verdict, cmp.Or(kept.Type, "-"), cmp.Or(kept.ID, "-"), len(d.Body), status, note)
	if l.show {
		l.say("%s", shownDelivery(d))
	}
	if l.record != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		e := json.NewEncoder(l.record)
		e.SetEscapeHTML(false)
		if err := e.Encode(kept); err != nil {
			fmt.Fprintln(l.out, "the delivery is not recorded: "+err.Error())
		}
	}
}

// say prints what a sender may have written; control characters are escaped.
func (l *webhookListener) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	for i, line := range strings.Split(text, "\n") {
		prefix := "          "
		if i == 0 {
			prefix = time.Now().Format("15:04:05  ")
		}
		fmt.Fprintln(l.out, prefix+printable(line))
	}
}

// shownDelivery is the headers of a delivery and its body, JSON indented.
func shownDelivery(d *hooks.Delivery) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", d.Method, d.URL)
	printHeaders(&b, d.Header)
	b.WriteByte('\n')
	if json.Indent(&b, d.Body, "", "  ") != nil {
		b.Write(d.Body)
	}
	return b.String()
}

// sender sends deliveries, and follows no redirect: a receiver has none.
var sender = &http.Client{
	Timeout:       30 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// sendDelivery sends a delivery to a URL. Without a path of its own it keeps the delivery's.
func sendDelivery(ctx context.Context, to *url.URL, d *hooks.Delivery) (*http.Response, error) {
	u := *to
	if own, err := url.Parse(d.URL); err == nil {
		if u.Path == "" {
			u.Path, u.RawPath = own.Path, own.RawPath
		}
		u.RawQuery = cmp.Or(u.RawQuery, own.RawQuery)
	}
	req, err := http.NewRequestWithContext(ctx, d.Method, u.String(), bytes.NewReader(d.Body))
	if err != nil {
		return nil, err
	}
	copyHeaders(req.Header, d.Header)
	resp, err := sender.Do(req)
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err // the URL is the reader's own
	}
	return resp, err
}

// ofConnection are the headers of one connection. RFC 9110, section 7.6.1.
var ofConnection = []string{
	"Connection", "Content-Length", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// copyHeaders copies headers but those of a connection.
func copyHeaders(to, from http.Header) {
	for name, values := range from {
		to[name] = values
	}
	for _, name := range ofConnection {
		to.Del(name)
	}
}
