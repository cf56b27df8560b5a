package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"signalbox/hooks"
)

// webhook is `routes webhook`: is a delivery authentic, and what to send.
func (c *command) webhook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "webhook",
		Short: "Receive webhooks, verify, sign or replay them",
		Long: `Receive webhooks while you develop, verify a recorded delivery, print the
headers that sign one, or send recorded ones again.

Verifiers:
` + folded(hooks.Verifiers()) + `
Presets:
` + strings.TrimSuffix(folded(hooks.Presets()), "\n"),
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{"missing command: listen, replay, sign or verify", cmd.CommandPath()}
		},
	}
	cmd.AddCommand(c.webhookListen(), c.webhookReplay(), c.webhookVerify(), c.webhookSign())
	return cmd
}

// folded lists names in lines that fit help.
func folded(names []string) string {
	var b strings.Builder
	width := helpWidth
	for _, name := range names {
		if width+1+len(name) > helpWidth {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteByte(' ')
			width = 1
		}
		b.WriteString(" " + name)
		width += 1 + len(name)
	}
	return b.String() + "\n"
}

func (c *command) webhookVerify() *cobra.Command {
	var f webhookFlags
	cmd := &cobra.Command{
		Use:         "verify [flags] < body",
		Annotations: map[string]string{readsInput: "true"},
		Short:       "Verify a recorded delivery",
		Long: `Verify a recorded delivery: exit with status 0 if it is authentic, else with
status 1 and the reason on stderr, or with 2 if a flag is wrong. The secret
comes from an environment variable, the body from stdin. The answer of --json
is {"ok": true, "value"} or {"ok": false, "error", "message"}.`,
		Example: `  export WEBHOOK_SECRET=s3cret
  routes webhook verify --preset github \
    --header 'X-Hub-Signature-256: sha256=...' < body
  routes webhook verify --preset stripe --secret-env STRIPE_SECRET \
    --now 1492774577 --header 'Stripe-Signature: ...' < body
  routes webhook verify --verifier sha256Verifier --signature-header X-Sig \
    --header 'X-Sig: sha256=...' < body`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return c.runWebhook("verify", &f) },
	}
	f.add(cmd)
	return cmd
}

func (c *command) webhookSign() *cobra.Command {
	var f webhookFlags
	cmd := &cobra.Command{
		Use:         "sign [flags] < body",
		Annotations: map[string]string{readsInput: "true"},
		Short:       "Print the headers that sign a delivery",
		Long: `Print the headers of a signed delivery, one "NAME: VALUE" per line. The secret
comes from an environment variable, the body from stdin. Headers that the
signature covers, such as a timestamp, are taken from --header, and printed.
The answer of --json has the signature as its value, and the headers.`,
		Example: `  WEBHOOK_SECRET=s3cret routes webhook sign --preset github < body
  routes webhook sign --preset standardwebhooks \
    --header 'webhook-id: msg_1' < body
  routes webhook sign --preset twilio --url https://example.com/sms \
    --secret-env TWILIO_TOKEN < form`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return c.runWebhook("sign", &f) },
	}
	f.add(cmd)
	return cmd
}

// webhookFlags are the flags of both subcommands.
type webhookFlags struct {
	verifier, preset string
	scheme           string // a file
	method, url      string
	secretEnv        string
	headers          []string
	signatureHeader  string
	issuer, now      string
	verifyToken      string
	tolerance        time.Duration
	asJSON           bool
	tolerates        func() bool
}

func (f *webhookFlags) add(cmd *cobra.Command) {
	f.addParty(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.headers, "header", nil, "a header of the delivery, repeatable: 'NAME: VALUE'")
	flags.StringVar(&f.method, "method", http.MethodPost, "the delivery's method")
	flags.StringVar(&f.now, "now", "", "the time to compare with, or to sign: seconds since 1970, or 2006-01-02T15:04:05Z")
	flags.BoolVar(&f.asJSON, "json", false, "answer in JSON")
}

// addParty adds the flags that say who signs.
func (f *webhookFlags) addParty(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.verifier, "verifier", "", "the kind of verifier; $WEBHOOK_VERIFICATION if no flag says who signs")
	flags.StringVar(&f.preset, "preset", "", "the sender")
	flags.StringVar(&f.scheme, "scheme", "", "a file with a sender of yours, in JSON: the fields of a hooks.Scheme")
	flags.StringVar(&f.secretEnv, "secret-env", "WEBHOOK_SECRET", "the environment variable that holds the secret")
	flags.StringVar(&f.signatureHeader, "signature-header", "", "where a verifier finds the signature (default RW-WEBHOOK-SIGNATURE)")
	flags.StringVar(&f.url, "url", "", "the delivery's public URL with its query, for senders that sign it")
	flags.DurationVar(&f.tolerance, "tolerance", 0, "how far a timestamp may be from now, as in 5m (default the sender's)")
	flags.StringVar(&f.issuer, "issuer", "", "the issuer that a JWT must have")
	f.tolerates = func() bool { return flags.Changed("tolerance") }
}

// silent is a log that nobody reads: the reasons are printed.
var silent = hooks.WithLogger(slog.New(slog.DiscardHandler))

// maxBody is how much of a body is read, in bytes.
const maxBody = 64 << 20

func (c *command) runWebhook(op string, f *webhookFlags) error {
	path := "routes webhook " + op
	d, err := f.delivery()
	if err != nil {
		return &usageError{err.Error(), path}
	}
	if d.Body, err = readBounded(c.stdin); err != nil {
		return err
	}
	answer, err := c.oneWebhook(op, f, d)
	if f.asJSON {
		if err != nil {
			answer = refusal(err)
		}
		e := json.NewEncoder(c.stdout)
		e.SetEscapeHTML(false)
		_ = e.Encode(answer)
	}
	var config *hooks.ConfigError
	switch {
	case errors.As(err, &config):
		return &usageError{config.Setting + ": " + config.Problem, path}
	case err != nil && op == "verify":
		return errors.New("not authentic: " + whyRefused(err))
	case err != nil:
		return err
	case !f.asJSON && op == "verify":
		fmt.Fprintln(c.stdout, "authentic")
	case !f.asJSON:
		printHeaders(c.stdout, d.Header)
	}
	return nil
}

func readBounded(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = fmt.Errorf("stdin: the body is longer than %d bytes", maxBody)
	}
	return body, err
}

// delivery is what the flags say of a delivery.
func (f *webhookFlags) delivery() (*hooks.Delivery, error) {
	d := &hooks.Delivery{Method: strings.ToUpper(f.method), URL: f.url, Header: http.Header{}}
	for _, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, errors.New("write --header 'NAME: VALUE'")
		}
		d.Header.Add(name, strings.TrimSpace(value))
	}
	return d, nil
}

// oneWebhook signs or verifies one delivery, and returns the answer in JSON.
func (c *command) oneWebhook(op string, f *webhookFlags, d *hooks.Delivery) (map[string]any, error) {
	both, err := c.webhookParty(f)
	if err != nil {
		return nil, err
	}
	if op == "verify" {
		return map[string]any{"ok": true, "value": true}, both.Authenticate(d)
	}
	if err := both.SignDelivery(d); err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for name := range d.Header {
		headers[name] = d.Header.Get(name)
	}
	return map[string]any{"ok": true, "value": d.Header.Get(both.SignatureHeader()), "headers": headers}, nil
}

// refusal is the answer in JSON where something went wrong.
func refusal(err error) map[string]any {
	var (
		verification *hooks.WebhookVerificationError
		sign         *hooks.WebhookSignError
		class        = "ConfigError"
	)
	switch {
	case errors.As(err, &verification):
		class = "WebhookVerificationError"
	case errors.As(err, &sign):
		class = "WebhookSignError"
	}
	return map[string]any{"ok": false, "error": class, "message": err.Error()}
}

// A webhookParty signs and verifies: a verifier, a preset, or a scheme of the user's.
type webhookParty interface {
	hooks.Authenticator
	hooks.Signer
	SignatureHeader() string
}

func (c *command) webhookParty(f *webhookFlags, options ...hooks.Option) (webhookParty, error) {
	options = append(options, silent, hooks.WithSecrets(c.getenv(f.secretEnv)))
	if f.now != "" {
		now, err := parseTime(f.now)
		if err != nil {
			return nil, err
		}
		options = append(options, hooks.WithClock(func() time.Time { return now }))
	}
	if f.tolerates() {
		options = append(options, hooks.WithTolerance(f.tolerance))
	}
	if f.issuer != "" {
		options = append(options, hooks.WithIssuers(f.issuer))
	}
	if f.verifyToken != "" {
		options = append(options, hooks.WithVerifyToken(f.verifyToken))
	}
	if f.signatureHeader != "" {
		options = append(options, hooks.WithSignatureHeader(f.signatureHeader))
	}
	kind, given := f.verifier, 0
	for _, flag := range []string{f.verifier, f.preset, f.scheme} {
		if flag != "" {
			given++
		}
	}
	if given == 0 {
		kind = c.getenv("WEBHOOK_VERIFICATION")
	}
	var preset *hooks.Preset
	var err error
	switch {
	case given > 1 || given == 0 && kind == "":
		return nil, &hooks.ConfigError{Setting: "verifier", Problem: "want one of --verifier, --preset and --scheme"}
	case c.getenv(f.secretEnv) == "" && kind != "skipVerifier":
		return nil, &hooks.ConfigError{Setting: "secret", Problem: "the environment has no " + f.secretEnv}
	case kind != "":
		return hooks.NewVerifier(kind, options...)
	case f.scheme != "":
		preset, err = presetOfFile(f.scheme, options)
	default:
		preset, err = hooks.NewPreset(f.preset, options...)
	}
	if err != nil {
		return nil, err
	}
	if preset.NeedsURL() && !strings.Contains(f.url, "://") {
		return nil, &hooks.ConfigError{Setting: "--url", Problem: "want the public URL, which " + preset.Name() + " signs, as in https://example.com/webhooks"}
	}
	return preset, nil
}

// parseTime reads seconds since 1970 or RFC 3339.
func parseTime(text string) (time.Time, error) {
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, &hooks.ConfigError{Setting: "--now", Problem: "want seconds since 1970 or a time as 2006-01-02T15:04:05Z"}
	}
	return at, nil
}

// printHeaders prints the headers of a signed delivery, sorted: those that were given may be signed, too.
func printHeaders(w io.Writer, header http.Header) {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		fmt.Fprintf(w, "%s: %s\n", name, printable(header.Get(name)))
	}
}
