package hooks

import (
	"crypto"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// senders are the presets that their schemes describe in full.
var senders = []Scheme{
	// Dashboard, Developers, Webhooks, the endpoint, Signing secret: whsec_..., whose bytes are
	// the key, prefix included.
	// https://docs.stripe.com/webhooks#verify-manually
	{
		Name: "stripe", Header: "Stripe-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "type", IDPath: "id",
	},
	// dashboard.mux.com, Settings, Webhooks, Signing secret.
	// https://www.mux.com/docs/core/verify-webhook-signatures
	{
		Name: "mux", Header: "Mux-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "type", IDPath: "id",
	},
	// Developer Hub, the app, Basic information, Client secret.
	// https://developers.intercom.com/docs/webhooks/setting-up-webhooks
	{
		Name: "intercom", Header: "X-Hub-Signature", Form: "sha1={hex}", Hash: crypto.SHA1,
		TypePath: "topic", IDPath: "id",
	},
	// Settings, Webhooks, the signing secret that was typed in.
	// https://docs.lemonsqueezy.com/help/webhooks/signing-requests
	{Name: "lemonsqueezy", Header: "X-Signature", TypePath: "meta.event_name"},
	// Developer tools, Notifications, the destination, Secret key. A delivery is known by the
	// event: another notification of it is the same.
	// https://developer.paddle.com/webhooks/signature-verification
	{
		Name: "paddle", Header: "Paddle-Signature", Form: "ts={time};h1={hex}", Content: "{time}:{body}",
		TypePath: "event_type", IDPath: "event_id",
	},
	// The signing_key with which the subscription was made.
	// https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures
	{
		Name: "calendly", Header: "Calendly-Webhook-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "event",
	},
	// Dashboard, Account & Settings, Webhooks, the secret that was typed in.
	// https://razorpay.com/docs/webhooks/validate-test/
	{Name: "razorpay", Header: "X-Razorpay-Signature", TypePath: "event", IDHeader: "x-razorpay-event-id"},
	// The integration's Client Secret: Settings, Custom Integrations.
	// https://docs.sentry.io/organization/integrations/integration-platform/webhooks/
	{Name: "sentry", Header: "Sentry-Hook-Signature", TypeHeader: "Sentry-Hook-Resource", IDHeader: "Request-ID"},
	// The secret of the webhook, set through the Webhooks API.
	// https://www.typeform.com/developers/webhooks/secure-your-webhooks/
	{
		Name: "typeform", Header: "Typeform-Signature", Form: "sha256={base64}",
		TypePath: "event_type", IDPath: "event_id",
	},
	// The secret that is shown when the webhook is made, or the integration's client secret.
	// https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
	{Name: "vercel", Header: "x-vercel-signature", Hash: crypto.SHA1, TypePath: "type", IDPath: "id"},
	// Dashboard, Webhooks, the endpoint, Signing secret.
	// https://workos.com/docs/events/data-syncing/webhooks
	{
		Name: "workos", Header: "WorkOS-Signature", Form: "t={time}, v1={hex}", Content: "{milliseconds}.{body}",
		Tolerance: 3 * time.Minute, TypePath: "event", IDPath: "id",
	},
	// Admin Center, Apps and integrations, Webhooks, the webhook, Reveal secret.
	// https://developer.zendesk.com/documentation/webhooks/verifying/
	{
		Name: "zendesk", Header: "X-Zendesk-Webhook-Signature", Form: "{base64}",
		TimeHeader: "X-Zendesk-Webhook-Signature-Timestamp", Content: "{rfc3339}{body}",
		TypePath: "type", IDHeader: "X-Zendesk-Webhook-Invocation-Id",
	},
}

// newDropbox is Dropbox, whose secret is the App secret: the App Console, the app, Settings. Its
// deliveries have neither types nor ids, and one may read as the one before.
//
// https://www.dropbox.com/developers/reference/webhooks
func newDropbox(p *Preset) error {
	p.challenge = func(method string, query url.Values) (string, bool) {
		return query.Get("challenge"), method == http.MethodGet && query.Has("challenge")
	}
	return Scheme{Name: "dropbox", Header: "X-Dropbox-Signature"}.setUp(p)
}

// newMeta is Meta, for Facebook, Instagram and WhatsApp: the secret is the App secret (App
// Dashboard, Settings, Basic), and [WithVerifyToken] what was typed in beside the URL.
//
// https://developers.facebook.com/docs/graph-api/webhooks/getting-started
func newMeta(p *Preset) error {
	p.challenge = func(method string, query url.Values) (string, bool) {
		token := p.config.verifyToken
		known := token != "" && newTokens([]string{token}).match(query.Get("hub.verify_token"))
		return query.Get("hub.challenge"), known && method == http.MethodGet && query.Get("hub.mode") == "subscribe"
	}
	_, err := Scheme{
		Name: "meta", Header: "X-Hub-Signature-256", Form: "sha256={hex}", TypePath: "object",
	}.setUpWith(p, "verify token")
	return err
}

// newTrello is Trello, whose secret is the application's: trello.com/power-ups/admin, the Power-Up,
// API key, Secret. [WithURL] is the callbackURL, as the webhook was made with it.
//
// https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/
func newTrello(p *Preset) error {
	p.challenge = func(method string, _ url.Values) (string, bool) { return "", method == http.MethodHead }
	return Scheme{
		Name: "trello", Header: "X-Trello-Webhook", Form: "{base64}", Hash: crypto.SHA1, Content: "{body}{url}",
		TypePath: "action.type", IDPath: "action.id",
	}.setUp(p)
}

// maxChallenge bounds what is sent back to somebody whom nothing vouches for.
const maxChallenge = 1024

// Challenge answers the request, which nobody signs, by which a sender looks whether somebody
// listens before it sends: Dropbox's and Meta's GET, Trello's HEAD. ok is false for any other.
// A [Receiver] does it.
func (p *Preset) Challenge(d *Delivery) (r Response, ok bool) {
	if p == nil || p.challenge == nil {
		return Response{}, false
	}
	_, query, _ := strings.Cut(d.URL, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return Response{}, false
	}
	text, ok := p.challenge(d.Method, values)
	if !ok || len(text) > maxChallenge {
		return Response{}, false
	}
	return Response{StatusCode: http.StatusOK, Body: text, Headers: map[string]string{
		"Content-Type": "text/plain", "X-Content-Type-Options": "nosniff", // it is the sender's
	}}, true
}

// newTwitch is EventSub, whose secret is the one that the subscription was made with. The type is
// that of the body's subscription. It answers webhook_callback_verification, which is known by
// the body, too: the header with its name is not signed.
//
// https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
func newTwitch(p *Preset) error {
	p.reads = [][]string{{"challenge"}, {"subscription", "status"}}
	p.handshake = func(_ *Delivery, found *finding) (Response, bool) {
		status, _ := found.text("subscription", "status")
		challenge, ok := found.text("challenge")
		if status != "webhook_callback_verification_pending" || !ok {
			return Response{}, false
		}
		return Response{StatusCode: http.StatusOK, Headers: map[string]string{"Content-Type": "text/plain"}, Body: challenge}, true
	}
	return Scheme{
		Name: "twitch", Header: "Twitch-Eventsub-Message-Signature", Form: "sha256={hex}",
		TimeHeader: "Twitch-Eventsub-Message-Timestamp", Content: "{id}{rfc3339}{body}", Tolerance: 10 * time.Minute,
		TypePath: "subscription.type", IDHeader: "Twitch-Eventsub-Message-Id",
	}.setUp(p)
}

// newBox is Box, whose secrets are its primary and its secondary signature key: the Developer
// Console, the app, Webhooks, Manage signature keys. It signs with both, so that one can be
// replaced; either will do here, and what signs is the first.
//
// https://developer.box.com/guides/webhooks/v2/signatures-v2/
func newBox(p *Preset) error {
	primary, err := Scheme{
		Name: "box", Header: "BOX-SIGNATURE-PRIMARY", Form: "{base64}",
		TimeHeader: "BOX-DELIVERY-TIMESTAMP", Content: "{body}{rfc3339}", Tolerance: 10 * time.Minute,
		TypePath: "trigger", IDPath: "id",
	}.setUpWith(p)
	if err != nil {
		return err
	}
	secondary := *primary
	secondary.header = "BOX-SIGNATURE-SECONDARY"
	p.scheme = &boxScheme{primary, &secondary}
	return nil
}

// A boxScheme is a MAC in one of two headers.
type boxScheme struct {
	*headerMAC
	secondary *headerMAC
}

func (s *boxScheme) authenticate(d *Delivery) error {
	err := s.headerMAC.authenticate(d)
	if err != nil && s.secondary.authenticate(d) == nil {
		return nil
	}
	return err
}
