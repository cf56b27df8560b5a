package hooks

import (
	"crypto"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A knownSender is a preset that is data: a scheme, and what else the sender does.
type knownSender struct {
	Scheme
	habits
	types  [][]string // where the type is, if not at TypePath
	others []string   // how its other keys begin, which are taken for the secret
}

func (s knownSender) setUp(p *Preset) error {
	for i, secret := range p.config.secrets {
		for _, begin := range s.others {
			if strings.HasPrefix(secret, begin) {
				return &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d begins with %s, as the API keys of %s do; want the secret of its webhooks (docs/webhooks.md says where that is found)", i+1, begin, s.Name)}
			}
		}
	}
	p.habits = s.habits
	err := s.Scheme.setUp(p)
	if s.types != nil {
		p.typeAt.paths = s.types
	}
	return err
}

// senders are the presets that are data.
var senders = []knownSender{
	// Dashboard, Developers, Webhooks, the endpoint, Signing secret: whsec_..., whose bytes are
	// the key, prefix included.
	// https://docs.stripe.com/webhooks#verify-manually
	{Scheme: Scheme{
		Name: "stripe", Header: "Stripe-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "type", IDPath: "id",
	}, others: []string{"sk_", "rk_", "pk_"}},
	// dashboard.mux.com, Settings, Webhooks, Signing secret.
	// https://www.mux.com/docs/core/verify-webhook-signatures
	{Scheme: Scheme{
		Name: "mux", Header: "Mux-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "type", IDPath: "id",
	}},
	// Developer Hub, the app, Basic information, Client secret.
	// https://developers.intercom.com/docs/webhooks/setting-up-webhooks
	{Scheme: Scheme{
		Name: "intercom", Header: "X-Hub-Signature", Form: "sha1={hex}", Hash: crypto.SHA1,
		TypePath: "topic", IDPath: "id",
	}},
	// Settings, Webhooks, the signing secret that was typed in.
	// https://docs.lemonsqueezy.com/help/webhooks/signing-requests
	{Scheme: Scheme{Name: "lemonsqueezy", Header: "X-Signature", TypePath: "meta.event_name"}},
	// Developer tools, Notifications, the destination, Secret key. A delivery is known by the
	// event: another notification of it is the same.
	// https://developer.paddle.com/webhooks/signature-verification
	{Scheme: Scheme{
		Name: "paddle", Header: "Paddle-Signature", Form: "ts={time};h1={hex}", Content: "{time}:{body}",
		TypePath: "event_type", IDPath: "event_id",
	}},
	// The signing_key with which the subscription was made.
	// https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures
	{Scheme: Scheme{
		Name: "calendly", Header: "Calendly-Webhook-Signature", Form: "t={time},v1={hex}", Content: "{time}.{body}",
		TypePath: "event",
	}},
	// Dashboard, Account & Settings, Webhooks, the secret that was typed in.
	// https://razorpay.com/docs/webhooks/validate-test/
	{Scheme: Scheme{Name: "razorpay", Header: "X-Razorpay-Signature", TypePath: "event", IDHeader: "x-razorpay-event-id"}},
	// The integration's Client Secret: Settings, Custom Integrations.
	// https://docs.sentry.io/organization/integrations/integration-platform/webhooks/
	{Scheme: Scheme{Name: "sentry", Header: "Sentry-Hook-Signature", TypeHeader: "Sentry-Hook-Resource", IDHeader: "Request-ID"}},
	// The secret of the webhook, set through the Webhooks API.
	// https://www.typeform.com/developers/webhooks/secure-your-webhooks/
	{Scheme: Scheme{
		Name: "typeform", Header: "Typeform-Signature", Form: "sha256={base64}",
		TypePath: "event_type", IDPath: "event_id",
	}},
	// The secret that is shown when the webhook is made, or the integration's client secret.
	// https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
	{Scheme: Scheme{Name: "vercel", Header: "x-vercel-signature", Hash: crypto.SHA1, TypePath: "type", IDPath: "id"}},
	// Dashboard, Webhooks, the endpoint, Signing secret.
	// https://workos.com/docs/events/data-syncing/webhooks
	{Scheme: Scheme{
		Name: "workos", Header: "WorkOS-Signature", Form: "t={time}, v1={hex}", Content: "{milliseconds}.{body}",
		Tolerance: 3 * time.Minute, TypePath: "event", IDPath: "id",
	}},
	// Admin Center, Apps and integrations, Webhooks, the webhook, Reveal secret.
	// https://developer.zendesk.com/documentation/webhooks/verifying/
	{Scheme: Scheme{
		Name: "zendesk", Header: "X-Zendesk-Webhook-Signature", Form: "{base64}",
		TimeHeader: "X-Zendesk-Webhook-Signature-Timestamp", Content: "{rfc3339}{body}",
		TypePath: "type", IDHeader: "X-Zendesk-Webhook-Invocation-Id",
	}},
	// Settings, Webhooks, Secret, of the repository, the organization or the GitHub App. Type and id
	// are not signed.
	// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
	{Scheme: Scheme{
		Name: "github", Header: "X-Hub-Signature-256", Form: "sha256={hex}",
		TypeHeader: "X-GitHub-Event", IDHeader: "X-GitHub-Delivery",
	}, habits: habits{ping: "ping"}, others: []string{"ghp_", "gho_", "ghs_", "github_pat_"}},
	// The app's client secret (Partner Dashboard, app, API credentials), or for webhooks made in the
	// admin the one shown at Settings, Notifications, Webhooks. Type and id are not signed, and
	// orders/create and orders/paid bring the same order.
	// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
	{Scheme: Scheme{
		Name: "shopify", Header: "X-Shopify-Hmac-SHA256", Form: "{base64}",
		TypeHeader: "X-Shopify-Topic", IDHeader: "X-Shopify-Webhook-Id",
	}, habits: habits{byType: true}, others: []string{"shpat_", "shppa_"}},
	// The app's Signing Secret: api.slack.com/apps, the app, Basic Information. The type is the inner
	// event's (message, app_mention), else the body's, which of a form is that of its payload
	// (block_actions) or the command ("/deploy").
	// https://docs.slack.dev/authentication/verifying-requests-from-slack
	{Scheme: Scheme{
		Name: "slack", Header: "X-Slack-Signature", Form: "v0={hex}",
		TimeHeader: "X-Slack-Request-Timestamp", Content: "v0:{time}:{body}", IDPath: "event_id",
	}, types: [][]string{{"event", "type"}, {"type"}, {"command"}}, habits: habits{handshake: slackHandshake, reads: path("challenge")}, others: []string{"xoxb-", "xoxp-", "xapp-"}},
	// The subscription's signature key: developer.squareup.com/apps, the app, Webhooks,
	// Subscriptions. WithURL is the notification URL as it is there.
	// https://developer.squareup.com/docs/webhooks/step3validate
	{Scheme: Scheme{
		Name: "square", Header: "X-Square-HmacSha256-Signature", Form: "{base64}", Content: "{url}{body}",
		TypePath: "type", IDPath: "event_id",
	}},
	// The App secret: the App Console, the app, Settings. Deliveries have neither types nor ids, and
	// one may read as the one before.
	// https://www.dropbox.com/developers/reference/webhooks
	{Scheme: Scheme{Name: "dropbox", Header: "X-Dropbox-Signature"}, habits: habits{
		challenge: func(method string, query url.Values) (string, bool) {
			return query.Get("challenge"), method == http.MethodGet && query.Has("challenge")
		},
	}},
	// The application's secret: trello.com/power-ups/admin, the Power-Up, API key, Secret. WithURL is
	// the callbackURL, as the webhook was made with it.
	// https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/
	{Scheme: Scheme{
		Name: "trello", Header: "X-Trello-Webhook", Form: "{base64}", Hash: crypto.SHA1, Content: "{body}{url}",
		TypePath: "action.type", IDPath: "action.id",
	}, habits: habits{
		challenge: func(method string, _ url.Values) (string, bool) { return "", method == http.MethodHead },
	}},
	// The secret that the EventSub subscription was made with.
	// https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
	{Scheme: Scheme{
		Name: "twitch", Header: "Twitch-Eventsub-Message-Signature", Form: "sha256={hex}",
		TimeHeader: "Twitch-Eventsub-Message-Timestamp", Content: "{id}{rfc3339}{body}", Tolerance: 10 * time.Minute,
		TypePath: "subscription.type", IDHeader: "Twitch-Eventsub-Message-Id",
	}, habits: habits{handshake: twitchHandshake, reads: [][]string{{"challenge"}, {"subscription", "status"}}}},
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
