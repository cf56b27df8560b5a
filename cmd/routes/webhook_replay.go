package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"signalbox/hooks"
)

// A recordedDelivery is a line of a file of `routes webhook listen --record`.
type recordedDelivery struct {
	At        time.Time   `json:"at"`
	Authentic bool        `json:"authentic"`
	Reason    string      `json:"reason,omitempty"` // why it is not
	Type      string      `json:"type,omitempty"`
	ID        string      `json:"id,omitempty"`
	Method    string      `json:"method"`
	URL       string      `json:"url"` // path and query
	Headers   http.Header `json:"headers"`
	Body      string      `json:"body"`
	Base64    []byte      `json:"bodyBase64,omitempty"` // of a body that is no text
}

// newRecordedDelivery is a delivery with what is known of it; refused is why it is not
// authentic.
func newRecordedDelivery(party webhookParty, d *hooks.Delivery, refused error) *recordedDelivery {
	r := &recordedDelivery{At: time.Now().UTC(), Authentic: refused == nil, Method: d.Method, URL: d.URL, Headers: d.Header, Body: string(d.Body)}
	if !utf8.Valid(d.Body) {
		r.Body, r.Base64 = "", d.Body
	}
	if refused != nil {
		r.Reason = whyRefused(refused)
		return r
	}
	if p, ok := party.(*hooks.Preset); ok {
		r.Type = p.Type(d)
		r.ID, _ = p.ID(d)
	}
	return r
}

// whyRefused is the error of a delivery that is not authentic in this command's words.
func whyRefused(err error) string {
	var refused *hooks.WebhookVerificationError
	switch {
	case !errors.As(err, &refused):
		return err.Error()
	case refused.Detail != "":
		return refused.Reason + ": " + refused.Detail
	}
	return refused.Reason
}

func (r *recordedDelivery) delivery() *hooks.Delivery {
	d := &hooks.Delivery{Method: cmp.Or(r.Method, http.MethodPost), URL: r.URL, Header: r.Headers.Clone(), Body: []byte(r.Body)}
	if r.Base64 != nil {
		d.Body = r.Base64
	}
	if d.Header == nil {
		d.Header = http.Header{}
	}
	return d
}

// webhookReplay is `routes webhook replay`: recorded deliveries once more.
func (c *command) webhookReplay() *cobra.Command {
	var (
		f            webhookFlags
		to, kind, id string
		sign         bool
	)
	cmd := &cobra.Command{
		Use:         "replay --to URL [flags] < FILE",
		Annotations: map[string]string{readsInput: "true"},
		Short:       "Send recorded webhooks again",
		Long: `Send an application the authentic deliveries of a file that "routes webhook
listen --record" has written, in their order, and print what it answers. The
exit status is 1 if it does not take one of them, 2xx.

Most senders sign a time, which has passed by then. With --sign the deliveries
are signed anew, with the secret from an environment variable.`,
		Example: `  routes webhook replay --to 3000 < github.jsonl
  WEBHOOK_SECRET=s3cret routes webhook replay --sign --preset stripe \
    --type invoice.paid --to http://localhost:3000/stripe < stripe.jsonl`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			const path = "routes webhook replay"
			if to == "" {
				return &usageError{"want --to, a URL or a port of this machine", path}
			}
			target, err := forwardURL(to)
			if err != nil {
				return &usageError{"--to: want a port of this machine, or a URL as in http://localhost:3000/webhooks", path}
			}
			r := &replay{command: c, to: target, kind: kind, id: id}
			if sign {
				if r.party, err = c.publicParty(&f); err != nil {
					return usageOf(err, path)
				}
			}
			return r.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&to, "to", "", "where they go: a URL, or a port of this machine")
	flags.StringVar(&kind, "type", "", "only deliveries of this type")
	flags.StringVar(&id, "id", "", "only the delivery with this id")
	flags.BoolVar(&sign, "sign", false, "sign them anew")
	f.addParty(cmd)
	return cmd
}

// A replay sends recorded deliveries.
type replay struct {
	*command
	to       *url.URL
	kind, id string       // "" for all
	party    webhookParty // nil: signatures stay as they are
}

func (r *replay) run(cmd *cobra.Command) error {
	scanner := bufio.NewScanner(r.stdin)
	scanner.Buffer(nil, 2*maxDelivery)
	sent, refused := 0, 0
	for n := 1; scanner.Scan(); n++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		var kept recordedDelivery
		if err := json.Unmarshal(scanner.Bytes(), &kept); err != nil {
			return fmt.Errorf("stdin:%d: is no recorded delivery: %w", n, err)
		}
		if kept.At.IsZero() {
			return fmt.Errorf("stdin:%d: is no recorded delivery, but other JSON", n)
		}
		if !kept.Authentic || r.kind != "" && kept.Type != r.kind || r.id != "" && kept.ID != r.id {
			continue
		}
		sent++
		ok, err := r.send(cmd, &kept)
		if err != nil {
			return fmt.Errorf("stdin:%d: %w", n, err)
		}
		if !ok {
			refused++
		}
	}
	switch {
	case scanner.Err() != nil:
		return fmt.Errorf("stdin: %w", scanner.Err())
	case sent == 0 && r.kind+r.id == "":
		return errors.New("stdin: has no authentic delivery")
	case sent == 0:
		return errors.New("stdin: has no such delivery")
	case refused > 0:
		return fmt.Errorf("%d of %d deliveries were not taken", refused, sent)
	}
	return nil
}

// send sends one delivery, and reports whether it was taken.
func (r *replay) send(cmd *cobra.Command, kept *recordedDelivery) (bool, error) {
	d := kept.delivery()
	if r.party != nil {
		if err := signAnew(r.party, d); err != nil {
			return false, err
		}
	}
	name := printable(cmp.Or(kept.Type, "-") + "  " + cmp.Or(kept.ID, "-"))
	resp, err := sendDelivery(cmd.Context(), r.to, d)
	if err != nil {
		fmt.Fprintf(r.stdout, "%s  -> %s\n", name, printable(err.Error()))
		return false, nil
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxDelivery))
	fmt.Fprintf(r.stdout, "%s  -> %d\n", name, resp.StatusCode)
	return resp.StatusCode >= 200 && resp.StatusCode < 300, nil
}

// signAnew signs a delivery with the time of now; its id stays.
func signAnew(party webhookParty, d *hooks.Delivery) error {
	fresh := &hooks.Delivery{Method: d.Method, URL: d.URL, Header: http.Header{}, Body: d.Body}
	if p, ok := party.(*hooks.Preset); ok {
		if name := p.IDHeader(); name != "" {
			fresh.Header.Set(name, d.Header.Get(name))
		}
	}
	if err := party.SignDelivery(fresh); err != nil {
		return err
	}
	for name, values := range fresh.Header {
		d.Header[name] = values
	}
	return nil
}
