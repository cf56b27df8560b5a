package hooks

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"signalbox/internal/spelling"
)

// A Preset verifies the deliveries of one sender as the sender signs them, finds
// their type and id, and answers the sender's handshake. It is safe for
// concurrent use; make one and keep it.
//
// [NewPreset] makes one by its name, and [Scheme.New] one of a sender that this package does
// not know.
type Preset struct {
	name   string
	config *config
	scheme deliveryScheme
	header string // of the signature
	form   string // of what is there, see Scheme; empty if that is no HMAC
	typeAt eventType
	idAt   deliveryID
	query  *query // for all that is read in the JSON body
	habits

	// byBody distinguishes deliveries by what is signed, which has no id: by the body,
	// without what changes from attempt to attempt, and where one body is sent for
	// several types, by the type.
	byBody  bool
	changes [][]string // in the JSON body

	signsURL bool // the public one
	partly   bool // of the body, what is signed leaves all or some open
	byFields bool // what is signed are values of the JSON body, however they are written there
}

// The habits of a sender, beside how it signs.
type habits struct {
	handshake func(d *Delivery, found *finding) (r Response, ok bool) // nil if there is none
	challenge func(method string, query url.Values) (string, bool)    // of an unsigned request; nil if there is none
	ping      string                                                  // the type by which it only tries a receiver
	byType    bool                                                    // one body is sent for several types
	reads     [][]string                                              // what else is read in the JSON body
}

// A deliveryScheme is how a sender signs its deliveries. authenticate returns a
// *WebhookVerificationError, sign a *WebhookSignError.
type deliveryScheme interface {
	authenticate(d *Delivery) error
	sign(d *Delivery) error
}

// An eventType is where a sender puts the type of an event. The zero value
// is nowhere.
type eventType struct {
	header string
	paths  [][]string // in the JSON body; the first that is there counts
}

// A deliveryID is where a sender puts the id of a delivery. The zero value is
// nowhere.
type deliveryID struct {
	idHeaders []string                 // the first that is there counts
	idHeader  func(d *Delivery) string // which of them counts, where the signature decides that
	idPaths   [][]string               // in the JSON body; the first that is there counts
	idSigned  bool                     // the signature covers it
}

// exists reports whether the sender sends an id.
func (i *deliveryID) exists() bool { return i.idHeaders != nil || i.idPaths != nil }

// presets are the makers of all presets by their names.
var presets = func() map[string]func(*Preset) error {
	all := map[string]func(*Preset) error{
		"zoom":             newZoom,
		"standardwebhooks": newStandardWebhooks,
		"svix":             newSvix,
		"clerk":            newSvix,
		"twilio":           newTwilio,
		"sendgrid":         newSendGrid,
		"discord":          newDiscord,
		"hubspot":          newHubSpot,
		"linear":           newLinear,
		"gitlab":           newGitLab,
		"meta":             newMeta,
		"supabase":         newStandardWebhooks,
		"box":              newBox,
		"mailgun":          newMailgun,
		"adyen":            newAdyen,
		"pubsub":           newPubSub,
		"sns":              newSNS,
		"plaid":            newPlaid("production.plaid.com"),
		"plaid-sandbox":    newPlaid("sandbox.plaid.com"),
		"paypal":           newPayPal("api.paypal.com"),
		"paypal-sandbox":   newPayPal("api.sandbox.paypal.com"),
	}
	for _, s := range senders {
		all[s.Name] = s.setUp
	}
	return all
}()

// Presets are the names of all presets, sorted.
func Presets() []string {
	return slices.Sorted(maps.Keys(presets))
}

// NewPreset makes a preset by its name, as in [Presets]:
//
//	p, err := hooks.NewPreset("github", hooks.WithSecrets(secret))
//
// docs/webhooks.md has a table of what each sender signs and where its secret is found.
// It returns a *ConfigError for an unknown name, a secret that is missing, empty
// or has not the sender's form, and for an option that does not apply.
func NewPreset(name string, options ...Option) (*Preset, error) {
	setUp, ok := presets[name]
	switch {
	case !ok && slices.Contains(kinds, name):
		return nil, &ConfigError{Setting: "preset", Problem: fmt.Sprintf("%q is a kind of verifier: use NewVerifier", name)}
	case !ok:
		return nil, &ConfigError{Setting: "preset", Problem: fmt.Sprintf("there is no %q; %s", name, oneOf(name, Presets()))}
	}
	return newPreset(name, setUp, options)
}

// oneOf says which names there are, and first the one that a name is nearly.
func oneOf(name string, all []string) string {
	want := "want one of " + strings.Join(all, ", ")
	if near := spelling.Nearest(name, all); near != "" {
		return fmt.Sprintf("did you mean %q? Else %s", near, want)
	}
	return want
}

func newPreset(name string, setUp func(*Preset) error, options []Option) (*Preset, error) {
	c, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	if !c.secretsSet {
		return nil, &ConfigError{Setting: "secret", Problem: "there is none: give WithSecrets"}
	}
	p := &Preset{name: name, config: c}
	if err := setUp(p); err != nil {
		return nil, err
	}
	p.query = p.queryWith()
	return p, nil
}

// Name is the preset's name, as in [Presets].
func (p *Preset) Name() string {
	if p == nil {
		return ""
	}
	return p.name
}

// SignatureHeader is the header with the signature.
func (p *Preset) SignatureHeader() string {
	if p == nil {
		return ""
	}
	return p.header
}

// IDHeader is the header with the delivery's id, as Svix-Id and X-GitHub-Delivery, or that of
// a [Scheme]. It is empty for senders without one. A [Sender] writes the message's id there.
func (p *Preset) IDHeader() string {
	if p == nil || len(p.idAt.idHeaders) == 0 {
		return ""
	}
	return p.idAt.idHeaders[0]
}

// TypeHeader is the header with the event's type, as X-GitHub-Event, or that of a [Scheme]. It is
// empty for senders that have the type in the body, or nowhere. A [Sender] writes the message's
// type there.
func (p *Preset) TypeHeader() string {
	if p == nil {
		return ""
	}
	return p.typeAt.header
}

// Authenticate verifies a delivery. See [Authenticator].
func (p *Preset) Authenticate(d *Delivery) error {
	if err := usable(p); err != nil {
		return err
	}
	return inHeader(p.header, p.form, d, p.scheme.authenticate(p.public(d)))
}

// SignDelivery signs a delivery as the sender would. See [Signer]. Where the
// secret is a sender's public key, only its private key can sign: SendGrid's in
// PEM, Discord's 64 bytes in hex, Standard Webhooks' with the prefix whsk_.
func (p *Preset) SignDelivery(d *Delivery) error {
	if err := usable(p); err != nil {
		return err
	}
	if d.Header == nil {
		d.Header = map[string][]string{}
	}
	return p.scheme.sign(p.public(d))
}

// public returns a delivery its public URL. It shares the rest with d.
func (p *Preset) public(d *Delivery) *Delivery {
	if p.config.url == nil {
		return d
	}
	copied := *d
	copied.URL = p.config.publicURL(target(d.URL))
	return &copied
}

// target returns the path and query of a URL.
func target(u string) string {
	_, rest, ok := cutScheme(u)
	if !ok {
		return u
	}
	at := strings.IndexAny(rest, "/?")
	if at < 0 {
		return ""
	}
	return rest[at:]
}

// cutScheme cuts the scheme off an absolute URL: RFC 3986, section 3.1. ok is false for a
// relative one, whose path or query may well have a "://" in it.
func cutScheme(u string) (scheme, rest string, ok bool) {
	at := strings.IndexAny(u, ":/?#")
	if at <= 0 || !strings.HasPrefix(u[at:], "://") {
		return "", u, false
	}
	return u[:at], u[at+len("://"):], true
}

// Type is the type of the event in a delivery, empty if it has none.
// Authenticate it first.
func (p *Preset) Type(d *Delivery) string {
	if usable(p) != nil {
		return ""
	}
	return p.typeAt.typeOf(d, d.find(p.query))
}

// ID is the sender's id of a delivery, the same for every attempt to deliver it;
// empty if it has none. signed reports whether the signature covers it.
// Authenticate the delivery first.
func (p *Preset) ID(d *Delivery) (id string, signed bool) {
	if usable(p) != nil {
		return "", false
	}
	return p.idAt.idOf(d, d.find(p.query))
}

// queryWith is the query for what the preset reads in the body, and for more.
func (p *Preset) queryWith(more ...[]string) *query {
	q := newQuery(slices.Concat(p.typeAt.paths, p.idAt.idPaths, p.reads, more), p.changes)
	q.fold = p.byFields
	return q
}

// fields returns what is in the body, for a sender that signs values there. A body that decoders
// read differently is refused: the handler's could take what is not signed.
func (p *Preset) fields(d *Delivery) (*finding, error) {
	found := d.find(p.query)
	if found.ambiguous {
		return nil, refuse(ReasonMalformed)
	}
	return found, nil
}

// Handshake answers a delivery by which the sender checks the receiver itself:
// Slack's url_verification, Zoom's endpoint.url_validation, Discord's PING, Twitch's
// webhook_callback_verification. ok is
// false for any other. Authenticate it first; a [Receiver] does all that.
func (p *Preset) Handshake(d *Delivery) (r Response, ok bool) {
	if p == nil || p.handshake == nil {
		return Response{}, false
	}
	return p.handshake(d, d.find(p.query))
}

func (t *eventType) typeOf(d *Delivery, found *finding) string {
	if t.header != "" {
		return d.header(t.header)
	}
	return found.first(t.paths)
}

func (i *deliveryID) idOf(d *Delivery, found *finding) (id string, signed bool) {
	if i.idHeader != nil {
		id = d.header(i.idHeader(d))
		return id, i.idSigned && id != ""
	}
	for _, name := range i.idHeaders {
		if id := d.header(name); id != "" {
			return id, i.idSigned
		}
	}
	id = found.first(i.idPaths)
	return id, i.idSigned && id != ""
}

// init readies a preset: its secrets, and that only options were given that
// apply.
func (p *Preset) init(options ...string) ([]string, error) {
	if err := p.config.only("the preset "+p.name, options...); err != nil {
		return nil, err
	}
	return p.config.sharedSecrets()
}

// initKeys is init for senders that have public keys.
func (p *Preset) initKeys(options ...string) ([]string, error) {
	if err := p.config.only("the preset "+p.name, options...); err != nil {
		return nil, err
	}
	return p.config.keys()
}

// tolerate sets how far from now a signature may have been made, unless the
// options do.
func (p *Preset) tolerate(d time.Duration) {
	if !p.config.timed {
		p.config.tolerance = d
	}
}

// NeedsURL reports whether the sender signs the public URL, which is given to [WithURL].
func (p *Preset) NeedsURL() bool {
	return p != nil && p.signsURL
}
