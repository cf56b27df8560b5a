package hooks

import (
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// A headerMAC is an HMAC in a header of its own, perhaps with its time in
// another one.
type headerMAC struct {
	config    *config
	keys      keyring
	algorithm algorithm
	header    string
	prefix    string // before the digest
	hex       bool   // or else base64
	time      timeHeader
	// contents are what may have been signed, the usual one first; nil means the body.
	contents func(d *Delivery, timestamp string) ([]content, error)
	// check is asked after the MAC; nil means there is nothing more to check.
	check func(d *Delivery) error
}

// A timeHeader is a header with the time of the signature. The zero value is
// none.
type timeHeader struct {
	name string
	unit float64 // in milliseconds
}

// read gives the time as it stands in the header, if it is near enough to now.
func (t timeHeader) read(d *Delivery, c *config) (string, error) {
	if t.name == "" {
		return "", nil
	}
	text := d.header(t.name)
	if text == "" {
		return "", refuse(ReasonMissing)
	}
	at, ok := parseTimestamp(text)
	if !ok {
		return "", refuse(ReasonMalformed)
	}
	if !c.inTime(at * t.unit) {
		return "", refuse(ReasonTimestamp)
	}
	return text, nil
}

// signed is the time of an authentic delivery.
func (t timeHeader) signed(d *Delivery) (string, bool) { return d.header(t.name), t.name != "" }

// write sets the header to now, unless it is set.
func (t timeHeader) write(d *Delivery, c *config) (string, error) {
	if t.name == "" {
		return "", nil
	}
	if text := d.header(t.name); text != "" {
		if _, ok := parseTimestamp(text); !ok {
			return "", &WebhookSignError{Problem: "the header " + t.name + " is no timestamp"}
		}
		return text, nil
	}
	text, err := formatTimestamp(c.now(), t.unit)
	if err != nil {
		return "", err
	}
	d.set(t.name, text)
	return text, nil
}

func (m *headerMAC) authenticate(d *Delivery) error {
	signature := d.header(m.header)
	if signature == "" {
		return refuse(ReasonMissing)
	}
	var buffer [maxDigest]byte
	digest := buffer[:m.algorithm.size]
	if !m.decode(digest, signature) {
		return refuse(ReasonMalformed)
	}
	timestamp, err := m.time.read(d, m.config)
	if err != nil {
		return err
	}
	if !m.matches(d, timestamp, digest) {
		return refuse(ReasonMismatch)
	}
	if m.check != nil {
		return m.check(d)
	}
	return nil
}

func (m *headerMAC) decode(digest []byte, signature string) bool {
	text, ok := strings.CutPrefix(signature, m.prefix)
	if !ok {
		return false
	}
	if m.hex {
		return decodeHex(digest, text)
	}
	return decodeBase64(digest, text)
}

func (m *headerMAC) matches(d *Delivery, timestamp string, digest []byte) bool {
	if m.contents == nil {
		return m.keys.matches(&content{body: d.Body}, digest)
	}
	contents, err := m.contents(d, timestamp)
	if err != nil {
		return false
	}
	for i := range contents {
		if m.keys.matches(&contents[i], digest) {
			return true
		}
	}
	return false
}

func (m *headerMAC) bodyMAC(d *Delivery, signature string, n int) ([]byte, bool) {
	switch {
	case m.time.name != "":
		return nil, false
	case m.contents != nil:
		contents, err := m.contents(d, "")
		if err != nil {
			return nil, false
		}
		return m.keys.digest(n, &contents[0]), true
	case len(m.keys) > 1:
		return m.keys.digest(n, &content{body: d.Body}), true
	}
	mac := make([]byte, m.algorithm.size)
	return mac, m.decode(mac, signature)
}

func (m *headerMAC) signedTime(d *Delivery, _ string) (string, bool) { return m.time.signed(d) }

func (m *headerMAC) sign(d *Delivery) error {
	timestamp, err := m.time.write(d, m.config)
	if err != nil {
		return err
	}
	contents := []content{{body: d.Body}}
	if m.contents != nil {
		if contents, err = m.contents(d, timestamp); err != nil {
			return &WebhookSignError{Problem: err.Error(), Err: err}
		}
	}
	encode := stdBase64.AppendEncode
	if m.hex {
		encode = hex.AppendEncode
	}
	d.set(m.header, string(m.keys.sign(&contents[0], encode, []byte(m.prefix))))
	return nil
}

// GitHub verifies X-Hub-Signature-256, the HMAC-SHA256 of the body. The secret is
// the one typed into the webhook's settings: Settings, Webhooks, Secret, of the
// repository, the organization or the GitHub App. The type is X-GitHub-Event, the
// id X-GitHub-Delivery; neither is signed.
//
// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
func GitHub(options ...Option) (*Preset, error) { return NewPreset("github", options...) }

func newGitHub(p *Preset) error {
	p.typeAt, p.ping = eventType{header: "X-GitHub-Event"}, "ping"
	p.idAt = deliveryID{idHeaders: []string{"X-GitHub-Delivery"}}
	p.byBody = true
	return p.mac(&headerMAC{algorithm: sha256Algorithm, header: "X-Hub-Signature-256", prefix: "sha256=", hex: true})
}

// Shopify verifies X-Shopify-Hmac-SHA256, the HMAC-SHA256 of the body in base64.
// The secret is the app's client secret (Partner Dashboard, app, API credentials),
// or for webhooks made in the admin the one shown at Settings, Notifications,
// Webhooks. The type is X-Shopify-Topic, the id X-Shopify-Webhook-Id; neither is
// signed.
//
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
func Shopify(options ...Option) (*Preset, error) { return NewPreset("shopify", options...) }

func newShopify(p *Preset) error {
	p.typeAt = eventType{header: "X-Shopify-Topic"}
	p.idAt = deliveryID{idHeaders: []string{"X-Shopify-Webhook-Id"}}
	p.byBody, p.byType = true, true // orders/create and orders/paid bring the same order
	return p.mac(&headerMAC{algorithm: sha256Algorithm, header: "X-Shopify-Hmac-SHA256"})
}

// Linear verifies Linear-Signature, the HMAC-SHA256 of the body in hex, and that
// the body's webhookTimestamp is within a minute of now. The secret is the
// webhook's signing secret: Settings, API, Webhooks. The type is the body's type
// ("Issue"); the id is Linear-Delivery, which is not signed.
//
// https://linear.app/developers/webhooks#securing-webhooks
func Linear(options ...Option) (*Preset, error) { return NewPreset("linear", options...) }

func newLinear(p *Preset) error {
	p.tolerate(minute)
	p.typeAt = eventType{paths: [][]string{{"type"}}}
	p.idAt = deliveryID{idHeaders: []string{"Linear-Delivery"}}
	p.byBody, p.changes = true, [][]string{{"webhookTimestamp"}} // when this attempt was sent
	p.reads = p.changes
	return p.mac(&headerMAC{
		algorithm: sha256Algorithm, header: "Linear-Signature", hex: true,
		check: func(d *Delivery) error {
			at, ok := d.find(p.query).number("webhookTimestamp")
			if !ok || !p.config.inTime(at) {
				return refuse(ReasonTimestamp)
			}
			return nil
		},
	}, "tolerance")
}

// mac gives a preset its HMAC, keyed with the secrets' bytes.
func (p *Preset) mac(m *headerMAC, options ...string) error {
	secrets, err := p.init(options...)
	if err != nil {
		return err
	}
	m.config, m.keys = p.config, newKeyring(m.algorithm, rawKeys(secrets))
	p.scheme, p.header = m, m.header
	return nil
}

// Slack verifies X-Slack-Signature, the HMAC-SHA256 of "v0:<time>:<body>", and
// that X-Slack-Request-Timestamp is within five minutes of now. The secret is the
// app's Signing Secret: api.slack.com/apps, the app, Basic Information. The type is
// the inner event's (message, app_mention), else the body's, which of a form is that
// of its payload (block_actions) or the command ("/deploy"); the id is event_id. It
// answers url_verification.
//
// https://docs.slack.dev/authentication/verifying-requests-from-slack
func Slack(options ...Option) (*Preset, error) { return NewPreset("slack", options...) }

func newSlack(p *Preset) error {
	p.tolerate(5 * minute)
	p.typeAt = eventType{paths: [][]string{{"event", "type"}, {"type"}, {"command"}}}
	p.idAt = deliveryID{idPath: []string{"event_id"}, idSigned: true}
	p.handshake = func(_ *Delivery, found *finding) (Response, bool) { return slackHandshake(found) }
	p.reads = [][]string{{"challenge"}}
	return p.mac(versionedMAC("X-Slack-Signature", "X-Slack-Request-Timestamp"), "tolerance")
}

// Zoom verifies x-zm-signature, the HMAC-SHA256 of "v0:<time>:<body>", and that
// x-zm-request-timestamp is within five minutes of now. The secret is the app's
// Secret Token: marketplace.zoom.us, Manage, the app, Features, Access. The type is
// the body's event; there is no id. It answers endpoint.url_validation.
//
// https://developers.zoom.us/docs/api/webhooks/
func Zoom(options ...Option) (*Preset, error) { return NewPreset("zoom", options...) }

func newZoom(p *Preset) error {
	p.tolerate(5 * minute)
	p.typeAt = eventType{paths: [][]string{{"event"}}}
	m := versionedMAC("x-zm-signature", "x-zm-request-timestamp")
	p.handshake = func(d *Delivery, found *finding) (Response, bool) { return zoomHandshake(m, d, found) }
	p.reads = [][]string{{"payload", "plainToken"}}
	return p.mac(m, "tolerance")
}

// versionedMAC is the HMAC of "v0:<time>:<body>" that Slack and Zoom send.
func versionedMAC(header, timestamp string) *headerMAC {
	return &headerMAC{
		algorithm: sha256Algorithm, header: header, prefix: "v0=", hex: true, time: timeHeader{timestamp, second},
		contents: func(d *Delivery, t string) ([]content, error) {
			return []content{{before: [4]string{"v0:", t, ":"}, body: d.Body}}, nil
		},
	}
}

// Stripe verifies Stripe-Signature, "t=<seconds>,v1=<hex>" with any number of v1,
// and that t is within five minutes of now. The secret is the endpoint's signing
// secret, whsec_...: Dashboard, Developers, Webhooks, the endpoint. Its bytes are
// the key, prefix included. Type and id are the body's.
//
// https://docs.stripe.com/webhooks#verify-manually
func Stripe(options ...Option) (*Preset, error) { return NewPreset("stripe", options...) }

func newStripe(p *Preset) error { return p.timestamped("Stripe-Signature") }

// Mux verifies Mux-Signature, which has Stripe's form. The secret is the webhook's
// signing secret: dashboard.mux.com, Settings, Webhooks. Type and id are the
// body's.
//
// https://www.mux.com/docs/core/verify-webhook-signatures
func Mux(options ...Option) (*Preset, error) { return NewPreset("mux", options...) }

func newMux(p *Preset) error { return p.timestamped("Mux-Signature") }

func (p *Preset) timestamped(header string) error {
	secrets, err := p.init("tolerance")
	if err != nil {
		return err
	}
	p.tolerate(5 * minute)
	p.typeAt = eventType{paths: [][]string{{"type"}}}
	p.idAt = deliveryID{idPath: []string{"id"}, idSigned: true}
	p.header = header
	p.scheme = &inHeader{header, &timestampScheme{newKeyring(sha256Algorithm, rawKeys(secrets)), p.config, second}}
	return nil
}

// inHeader is a scheme whose signature stands in one header and covers the body.
type inHeader struct {
	header string
	scheme scheme
}

func (h *inHeader) authenticate(d *Delivery) error {
	return h.scheme.verify(d.Body, d.header(h.header))
}

func (h *inHeader) signedTime(d *Delivery, signature string) (string, bool) {
	if s, ok := h.scheme.(timeSigner); ok {
		return s.signedTime(d, signature)
	}
	return "", false
}

func (h *inHeader) sign(d *Delivery) error {
	signature, err := h.scheme.sign(d.Body)
	if err != nil {
		return err
	}
	d.set(h.header, signature)
	return nil
}

// GitLab wants X-Gitlab-Token to equal the secret. Nothing binds it to the body:
// whoever sees one delivery can make others. The secret is the webhook's Secret
// token: Settings, Webhooks, of the project or group. The type is X-Gitlab-Event
// ("Push Hook"), the id the Idempotency-Key, or the X-Gitlab-Event-UUID of a
// GitLab that sends none.
//
// https://docs.gitlab.com/user/project/integrations/webhooks/
func GitLab(options ...Option) (*Preset, error) { return NewPreset("gitlab", options...) }

func newGitLab(p *Preset) error {
	secrets, err := p.init()
	if err != nil {
		return err
	}
	p.typeAt = eventType{header: "X-Gitlab-Event"}
	p.idAt = deliveryID{idHeaders: []string{"Idempotency-Key", "X-Gitlab-Event-UUID"}}
	p.header = "X-Gitlab-Token"
	p.scheme = &inHeader{p.header, &secretKey{newTokens(secrets), secrets[0]}}
	return nil
}

// sameHex tells in constant time whether text is a digest in lowercase hex.
func sameHex(text string, digest []byte) bool {
	return subtle.ConstantTimeCompare([]byte(text), hex.AppendEncode(nil, digest)) == 1
}
