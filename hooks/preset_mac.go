package hooks

import (
	"crypto"
	"fmt"
	"strings"
	"time"
)

// A headerMAC is an HMAC in a header, perhaps with its time there or in another one: what a
// [Scheme] says, with keys.
type headerMAC struct {
	config   *config
	keys     keyring
	hash     crypto.Hash
	header   string
	form     form
	time     timeHeader
	content  template // nil means the body
	id       string   // the header of the id, if the content has it
	besideID string   // the text beside it, which no id has
	// contents are what may have been signed, the usual one first, of senders that no
	// template describes.
	contents func(d *Delivery, timestamp string) ([]content, error)
	// check is asked after the MAC; nil means there is nothing more to check.
	check func(d *Delivery) error
}

// A timeHeader is a header with the time of the signature. The zero value is
// none.
type timeHeader struct {
	name   string
	format timeFormat
	digits int // how many it has where nothing else shows its end; else 0
}

// read returns the time as it is in the header, if it is near enough to now.
func (t timeHeader) read(d *Delivery, c *config) (string, error) {
	if t.name == "" {
		return "", nil
	}
	text := d.header(t.name)
	if text == "" {
		return "", &WebhookVerificationError{Reason: ReasonIncomplete, Detail: "want the time in the header " + t.name}
	}
	return text, t.check(text, c)
}

// check refuses a time that is none, or too far from now.
func (t timeHeader) check(text string, c *config) error {
	at, ok := t.format.parse(text)
	if !ok || t.digits > 0 && len(text) != t.digits {
		if t.name == "" {
			return refuse(ReasonMalformed)
		}
		return &WebhookVerificationError{Reason: ReasonMalformed, Detail: "want a time in " + t.format.name() + " in the header " + t.name}
	}
	if !c.inTime(at) {
		return c.refuseTime(at)
	}
	return nil
}

// signed is the time of an authentic delivery.
func (t timeHeader) signed(d *Delivery) (string, bool) { return d.header(t.name), t.name != "" }

// write sets the header to now, unless it is set.
func (t timeHeader) write(d *Delivery, c *config) (string, error) {
	if t.name == "" {
		return "", nil
	}
	if text := d.header(t.name); text != "" {
		if _, ok := t.format.parse(text); !ok {
			return "", &WebhookSignError{Problem: "the header " + t.name + " is no timestamp"}
		}
		return text, nil
	}
	text, err := t.format.format(c.clock())
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
	id, err := m.signedID(d)
	if err != nil {
		return err
	}
	timestamp, signatures, err := m.read(d, signature)
	switch {
	case err != nil:
		return err
	case !m.matches(d, timestamp, id, signatures):
		return m.mismatch(signature)
	case m.check != nil:
		return m.check(d)
	}
	return nil
}

// read returns the time of a signature, and the signatures of its header.
func (m *headerMAC) read(d *Delivery, signature string) (timestamp, signatures string, err error) {
	switch {
	case m.form.timed():
		return m.form.read(signature, m.time, m.config)
	case len(signature) > maxSignature:
		return "", "", refuse(ReasonMalformed)
	}
	timestamp, err = m.time.read(d, m.config)
	return timestamp, signature, err
}

// mismatch is why a signature is refused that is nobody's: perhaps it is none.
func (m *headerMAC) mismatch(signature string) error {
	if m.form.comma == "" && !m.form.decode(make([]byte, m.hash.Size()), signature) {
		return refuse(ReasonMalformed)
	}
	return refuse(ReasonMismatch)
}

// maxID bounds an id that is signed.
const maxID = 256

// canSign reports whether an id can be signed: it may not have the text in it that shows where it
// ends.
func canSign(id, mark string) bool {
	return len(id) <= maxID && (mark == "" || !strings.Contains(id, mark))
}

// signedID is the id of a delivery where the signature covers it: one that ends where its
// text says it does.
func (m *headerMAC) signedID(d *Delivery) (string, error) {
	if m.id == "" {
		return "", nil
	}
	id := d.header(m.id)
	switch {
	case id == "":
		return "", &WebhookVerificationError{Reason: ReasonIncomplete, Detail: "want the id in the header " + m.id}
	case !canSign(id, m.besideID):
		return "", &WebhookVerificationError{Reason: ReasonMalformed, Detail: fmt.Sprintf("want an id of at most %d bytes without %q in the header %s", maxID, m.besideID, m.id)}
	}
	return id, nil
}

func (m *headerMAC) matches(d *Delivery, timestamp, id, signatures string) bool {
	if m.contents == nil {
		c, err := m.content.content(d, timestamp, id)
		return err == nil && m.form.match(m.keys, &c, signatures)
	}
	contents, err := m.contents(d, timestamp)
	if err != nil {
		return false
	}
	for i := range contents {
		if m.form.match(m.keys, &contents[i], signatures) {
			return true
		}
	}
	return false
}

// signed is what the sender signs of a delivery.
func (m *headerMAC) signed(d *Delivery, timestamp, id string) (content, error) {
	if m.contents == nil {
		return m.content.content(d, timestamp, id)
	}
	contents, err := m.contents(d, timestamp)
	if err != nil {
		return content{}, err
	}
	return contents[0], nil
}

func (m *headerMAC) timed() bool { return m.time.name != "" || m.form.timed() }

func (m *headerMAC) bodyMAC(d *Delivery, signature string, n int) ([]byte, bool) {
	if m.timed() || m.id != "" {
		return nil, false
	}
	if m.contents != nil || m.content != nil || m.form.comma != "" || len(m.keys) > 1 {
		c, err := m.signed(d, "", "")
		if err != nil {
			return nil, false
		}
		return m.keys.digest(n, &c), true
	}
	mac := make([]byte, m.hash.Size())
	return mac, m.form.decode(mac, signature)
}

func (m *headerMAC) signedTime(d *Delivery, signature string) (string, bool) {
	if m.form.timed() {
		return m.form.signedTime(signature)
	}
	return m.time.signed(d)
}

// sign signs with all secrets where the header has room, else with the first.
func (m *headerMAC) sign(d *Delivery) error {
	if m.form.comma == "" {
		return m.signWith(d, m.keys[:1])
	}
	return m.signWith(d, m.keys)
}

func (m *headerMAC) signWith(d *Delivery, keys keyring) error {
	id, timestamp, err := m.prepare(d)
	if err != nil {
		return err
	}
	c, err := m.signed(d, timestamp, id)
	if err != nil {
		return &WebhookSignError{Problem: err.Error(), Err: err}
	}
	signatures := m.form.begin(timestamp)
	for i := range keys {
		if i > 0 {
			signatures = append(signatures, m.form.comma+m.form.prefix...)
		}
		signatures = m.form.encoding.append(signatures, keys.digest(i, &c))
	}
	d.set(m.header, string(signatures))
	return nil
}

// prepare sets the headers of id and time that are signed and not set.
func (m *headerMAC) prepare(d *Delivery) (id, timestamp string, err error) {
	if m.id != "" && d.header(m.id) == "" {
		d.set(m.id, newMessageID())
	}
	if id, err = m.signedID(d); err != nil {
		return "", "", &WebhookSignError{Problem: fmt.Sprintf("an id has at most %d bytes, and no %q", maxID, m.besideID)}
	}
	if m.form.timed() {
		timestamp, err = m.time.format.format(m.config.clock())
	} else {
		timestamp, err = m.time.write(d, m.config)
	}
	return id, timestamp, err
}

// newLinear verifies Linear-Signature, the HMAC-SHA256 of the body in hex, and that
// the body's webhookTimestamp is within a minute of now. The secret is the
// webhook's signing secret: Settings, API, Webhooks. The type is the body's type
// ("Issue"); the id is Linear-Delivery, which is not signed.
//
// https://linear.app/developers/webhooks#securing-webhooks
func newLinear(p *Preset) error {
	p.tolerate(time.Minute)
	m, err := Scheme{
		Name: "linear", Header: "Linear-Signature", TypePath: "type", IDHeader: "Linear-Delivery",
	}.setUpWith(p, "tolerance")
	if err != nil {
		return err
	}
	p.changes = path("webhookTimestamp") // when this attempt was sent
	p.reads = p.changes
	m.check = func(d *Delivery) error {
		ms, isNumber := d.find(p.query).number("webhookTimestamp")
		at, ok := unixMilli(ms)
		switch {
		case !ok || !isNumber:
			return refuse(ReasonTimestamp)
		case !p.config.inTime(at):
			return p.config.refuseTime(at)
		}
		return nil
	}
	return nil
}

// newZoom verifies x-zm-signature, the HMAC-SHA256 of "v0:<time>:<body>", and that
// x-zm-request-timestamp is within five minutes of now. The secret is the app's
// Secret Token: marketplace.zoom.us, Manage, the app, Features, Access. The type is
// the body's event; there is no id. It answers endpoint.url_validation.
//
// https://developers.zoom.us/docs/api/webhooks/
func newZoom(p *Preset) error {
	p.reads = [][]string{{"payload", "plainToken"}}
	m, err := Scheme{
		Name: "zoom", Header: "x-zm-signature", Form: "v0={hex}",
		TimeHeader: "x-zm-request-timestamp", Content: "v0:{time}:{body}", TypePath: "event",
	}.setUpWith(p)
	p.handshake = func(d *Delivery, found *finding) (Response, bool) { return zoomHandshake(m, d, found) }
	return err
}

// A tokenScheme is the secret itself in a header.
type tokenScheme struct {
	*secretKey
	header string
}

func (s tokenScheme) authenticate(d *Delivery) error { return s.verify(nil, d.header(s.header)) }

func (s tokenScheme) sign(d *Delivery) error {
	d.set(s.header, s.first)
	return nil
}

// newGitLab wants X-Gitlab-Token to equal the secret. Nothing binds it to the body:
// whoever sees one delivery can make others. The secret is the webhook's Secret
// token: Settings, Webhooks, of the project or group. The type is X-Gitlab-Event
// ("Push Hook"), the id the Idempotency-Key, or the X-Gitlab-Event-UUID of a
// GitLab that sends none.
//
// https://docs.gitlab.com/user/project/integrations/webhooks/
func newGitLab(p *Preset) error {
	secrets, err := p.init()
	if err != nil {
		return err
	}
	p.typeAt = eventType{header: "X-Gitlab-Event"}
	p.idAt = deliveryID{idHeaders: []string{"Idempotency-Key", "X-Gitlab-Event-UUID"}}
	p.header, p.partly = "X-Gitlab-Token", true
	p.scheme = tokenScheme{&secretKey{newTokens(secrets), secrets[0]}, p.header}
	return nil
}
