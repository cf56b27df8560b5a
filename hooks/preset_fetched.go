package hooks

import (
	"bytes"
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Senders with keys of their own. What is given to WithSecrets is who the receiver is to them, so
// that what they sign for others is refused.

// A sender is the only one that signs.
type sender string

func (s sender) sign(*Delivery) error {
	return &WebhookSignError{Problem: "only " + string(s) + " has the key"}
}

// newPubSub is the push of Google Cloud's Pub/Sub, whose secret is the e-mail address of the
// subscription's service account; [WithURL] is the audience, which is the push endpoint unless
// the subscription names another. The token in Authorization proves who sent the delivery, and
// nothing binds it to the body, for which TLS must do. The id is message.messageId, the type the
// attribute eventType.
//
// https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions
func newPubSub(p *Preset) error {
	accounts, err := p.init("URL", "HTTP client")
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if !strings.Contains(a, "@") {
			return &ConfigError{Setting: "secret", Problem: "want the e-mail address of the subscription's service account"}
		}
	}
	p.signsURL, p.partly = true, true
	p.typeAt = eventType{paths: [][]string{{"message", "attributes", "eventType"}}}
	p.idAt = deliveryID{idPaths: path("message.messageId")}
	p.changes = [][]string{{"deliveryAttempt"}}
	p.header = "Authorization"
	p.scheme = &pubSubScheme{sender: "Google", config: p.config, accounts: accounts, keys: newFetchedKeys(p.config, keySet("https://www.googleapis.com/oauth2/v3/certs"))}
	return nil
}

type pubSubScheme struct {
	sender
	config   *config
	accounts []string
	keys     *fetchedKeys
}

func (s *pubSubScheme) authenticate(d *Delivery) error {
	kind, token, _ := strings.Cut(d.header("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") || token == "" {
		return refuse(ReasonMissing)
	}
	claims, err := fetchedClaims(token, "RS256", s.keys)
	if err != nil {
		return err
	}
	email, _ := claims["email"].(string)
	switch {
	case s.config.url == nil || claims["aud"] != s.config.url.String():
		return refuseClaim("aud is not the URL of WithURL")
	case claims["iss"] != "https://accounts.google.com" && claims["iss"] != "accounts.google.com":
		return refuseClaim("iss is not Google")
	case claims["email_verified"] != true || !slices.Contains(s.accounts, email):
		return refuseClaim("email is not the service account of WithSecrets")
	case !s.inTime(claims):
		return refuseClaim("exp is over, or iat is not yet")
	}
	return nil
}

// clockSkew is how far clocks may differ, as in Google's own library for Node.
const clockSkew = 5 * time.Minute

func (s *pubSubScheme) inTime(claims map[string]any) bool {
	exp, okExp := claimedTime(claims["exp"])
	iat, okIat := claimedTime(claims["iat"])
	now, skew := float64(s.config.clock().Unix()), clockSkew.Seconds()
	return okExp && okIat && now < exp+skew && iat <= now+skew
}

// fetchedClaims verifies a token by a key that its sender publishes, and returns its claims.
func fetchedClaims(token, algorithm string, keys *fetchedKeys) (map[string]any, error) {
	t, ok := parseJWS(token)
	if !ok || t.algorithm != algorithm || t.kid == "" || len(t.kid) > maxID {
		return nil, refuse(ReasonMalformed)
	}
	key, err := keys.get(t.kid)
	if err != nil {
		return nil, err
	}
	if jwt.GetSigningMethod(algorithm).Verify(t.signed, t.signature, key) != nil {
		return nil, refuse(ReasonMismatch)
	}
	claims, ok := claimsOf(t)
	if !ok || claims == nil {
		return nil, refuse(ReasonMalformed)
	}
	return claims, nil
}

// newPlaid is Plaid, whose secret is client_id and secret with a colon between: Dashboard,
// Developers, Keys. They fetch its keys. Plaid-Verification is a token that is at most five
// minutes old and has the body's hash. The type is webhook_code; there is no id. plaid-sandbox
// is its sandbox.
//
// https://plaid.com/docs/api/webhooks/webhook-verification/
func newPlaid(host string) func(p *Preset) error {
	return func(p *Preset) error {
		secrets, err := p.init("tolerance", "HTTP client")
		if err != nil {
			return err
		}
		client, secret, ok := strings.Cut(secrets[0], ":")
		if !ok || client == "" || secret == "" || len(secrets) > 1 {
			return &ConfigError{Setting: "secret", Problem: "want one, client_id and secret with a colon between: 5b1...:a3f..."}
		}
		p.tolerate(5 * time.Minute)
		p.typeAt = eventType{paths: [][]string{{"webhook_code"}}}
		p.header = "Plaid-Verification"
		p.scheme = &plaidScheme{sender: "Plaid", config: p.config, keys: newFetchedKeys(p.config, plaidKey(host, client, secret))}
		return nil
	}
}

// plaidKey asks Plaid for a key.
func plaidKey(host, client, secret string) keyFetcher {
	return func(ctx context.Context, c *http.Client, name string) (map[string]crypto.PublicKey, time.Duration, error) {
		ask, err := marshal(map[string]string{"client_id": client, "secret": secret, "key_id": name})
		if err != nil {
			return nil, 0, err
		}
		q, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+host+"/webhook_verification_key/get", bytes.NewReader(ask))
		if err != nil {
			return nil, 0, err
		}
		q.Header.Set(contentType, jsonType)
		body, _, err := download(c, q)
		if err != nil {
			return nil, 0, plaidError(err)
		}
		var answer struct {
			Key jwk `json:"key"`
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return nil, 0, err
		}
		if answer.Key.ExpiredAt != nil || answer.Key.key() == nil || answer.Key.Kid != name {
			return nil, 0, nil // it signs no more
		}
		return map[string]crypto.PublicKey{name: answer.Key.key()}, usualTTL, nil
	}
}

// plaidError distinguishes a name that Plaid does not have from credentials that it refuses: it answers
// 400 to both.
//
// https://plaid.com/docs/errors/invalid-input/#invalid_api_keys
func plaidError(err error) error {
	var refused *statusError
	var answer struct {
		Code string `json:"error_code"`
	}
	if errors.As(err, &refused) && json.Unmarshal(refused.body, &answer) == nil && answer.Code == "INVALID_API_KEYS" {
		return fmt.Errorf("%w: it refuses client_id and secret", err)
	}
	return noSuchKey(err)
}

type plaidScheme struct {
	sender
	config *config
	keys   *fetchedKeys
}

func (s *plaidScheme) authenticate(d *Delivery) error {
	token := d.header("Plaid-Verification")
	if token == "" {
		return refuse(ReasonMissing)
	}
	claims, err := fetchedClaims(token, "ES256", s.keys)
	if err != nil {
		return err
	}
	sum, _ := claims["request_body_sha256"].(string)
	want := sha256.Sum256(d.Body)
	if !equalHex(want[:], sum) {
		return refuse(ReasonMismatch)
	}
	iat, isNumber := claimedTime(claims["iat"])
	at, ok := unixMilli(iat * 1000)
	switch {
	case !ok || !isNumber:
		return refuse(ReasonTimestamp)
	case !s.config.inTime(at):
		return s.config.refuseTime(at)
	}
	return nil
}

// newPayPal is PayPal, whose secret is the webhook's ID: developer.paypal.com, Apps & Credentials,
// the app, Webhooks. PAYPAL-TRANSMISSION-SIG signs transmission, time, ID and the body's CRC-32,
// which whoever has seen a delivery can give another body: the time must be within four days
// of now, in which PayPal tries again, [WithTolerance] makes it less. Type and id are the body's
// event_type and id. paypal-sandbox is its sandbox.
//
// https://developer.paypal.com/api/rest/webhooks/rest/#verify-webhook-messages
func newPayPal(host string) func(p *Preset) error {
	return func(p *Preset) error {
		ids, err := p.init("tolerance", "HTTP client")
		if err != nil {
			return err
		}
		p.tolerate(4 * 24 * 60 * time.Minute)
		p.typeAt = eventType{paths: [][]string{{"event_type"}}}
		p.idAt = deliveryID{idPaths: path("id")}
		p.header, p.partly = "PAYPAL-TRANSMISSION-SIG", true
		p.scheme = &payPalScheme{sender: "PayPal", config: p.config, ids: ids, host: host, keys: newFetchedKeys(p.config, certificate)}
		return nil
	}
}

type payPalScheme struct {
	sender
	config *config
	ids    []string
	host   string
	keys   *fetchedKeys
}

var payPalTime = timeHeader{name: "PAYPAL-TRANSMISSION-TIME", format: inRFC3339}

func (s *payPalScheme) authenticate(d *Delivery) error {
	text, transmission := d.header("PAYPAL-TRANSMISSION-SIG"), d.header("PAYPAL-TRANSMISSION-ID")
	if text == "" || transmission == "" {
		return refuse(ReasonMissing)
	}
	signature, ok := decodeText(text)
	if !ok || d.header("PAYPAL-AUTH-ALGO") != "SHA256withRSA" || strings.Contains(transmission, "|") {
		return refuse(ReasonMalformed)
	}
	at, err := payPalTime.read(d, s.config)
	if err != nil {
		return err
	}
	address := d.header("PAYPAL-CERT-URL")
	if !isCertificateOf(address, s.host, payPalPath) {
		return refuse(ReasonMalformed)
	}
	key, err := s.keys.get(address)
	if err != nil {
		return err
	}
	for _, id := range s.ids {
		message := fmt.Appendf(nil, "%s|%s|%s|%d", transmission, at, id, crc32.ChecksumIEEE(d.Body))
		if signedByRSA(key, crypto.SHA256, message, signature) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

var (
	payPalPath = regexp.MustCompile(`^/v1/notifications/certs/[A-Za-z0-9_-]{1,100}$`)
	snsPath    = regexp.MustCompile(`^/SimpleNotificationService-[A-Za-z0-9]{1,100}\.pem$`)
)

// isCertificateOf reports whether a URL is where a sender keeps its certificates, written in the
// one way that there is.
func isCertificateOf(address, host string, path *regexp.Regexp) bool {
	rest, ok := strings.CutPrefix(address, "https://"+host)
	return ok && path.MatchString(rest)
}

// newSNS is Amazon's SNS, whose secret is the topic's ARN: arn:aws:sns:us-east-1:123456789012:orders.
// The signature covers Message, MessageId, which is the id, Type and the others that SNS documents;
// MessageAttributes are not among them. Timestamp must be within an hour of now, for which a
// delivery policy may try again, and five minutes more; [WithTolerance] changes that. It answers
// SubscriptionConfirmation, by calling its SubscribeURL.
//
// https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
// https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html
func newSNS(p *Preset) error {
	arns, err := p.init("tolerance", "HTTP client")
	if err != nil {
		return err
	}
	hosts := map[string]string{}
	for _, arn := range arns {
		host, ok := snsHost(arn)
		if !ok {
			return &ConfigError{Setting: "secret", Problem: "want the topic's ARN, arn:aws:sns:us-east-1:123456789012:orders: Amazon signs for everybody's topics"}
		}
		hosts[arn] = host
	}
	p.tolerate(60*time.Minute + clockSkew)
	p.typeAt = eventType{paths: [][]string{{"Type"}}}
	p.idAt = deliveryID{idPaths: path("MessageId"), idSigned: true}
	p.ping, p.partly, p.byFields = "UnsubscribeConfirmation", true, true
	for _, name := range []string{"Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type", "SignatureVersion", "Signature", "SigningCertURL"} {
		p.reads = append(p.reads, []string{name})
	}
	s := &snsScheme{sender: "Amazon", preset: p, hosts: hosts, keys: newFetchedKeys(p.config, certificate)}
	p.handshake = func(_ *Delivery, found *finding) (Response, bool) { return s.confirm(found) }
	p.scheme = s
	return nil
}

type snsScheme struct {
	sender
	preset *Preset
	hosts  map[string]string // by the topics' ARNs
	keys   *fetchedKeys
}

// snsDomains are the domains of AWS' partitions.
//
// https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
var snsDomains = map[string]string{"aws": "amazonaws.com", "aws-us-gov": "amazonaws.com", "aws-cn": "amazonaws.com.cn", "aws-eusc": "amazonaws.eu"}

// snsHashes are what is signed by, of the versions of signatures.
var snsHashes = map[string]crypto.Hash{"1": crypto.SHA1, "2": crypto.SHA256}

var arnRegion = regexp.MustCompile(`^[a-z]+(-[a-z]+)+-[0-9]+$`) // us-east-1

// snsHost returns the host of SNS in the partition and region of a topic. Other hosts of the
// domain are other people's: sns.s3-us-west-2.amazonaws.com is somebody's bucket.
func snsHost(arn string) (host string, ok bool) {
	parts := strings.Split(arn, ":") // arn:partition:sns:region:account:topic
	if len(parts) != 6 || parts[0] != "arn" || parts[2] != "sns" || !arnRegion.MatchString(parts[3]) {
		return "", false
	}
	domain, ok := snsDomains[parts[1]]
	return "sns." + parts[3] + "." + domain, ok
}

// snsText returns what is signed: names and values, a line each. ok is false if it could be that
// of another message: only Message may have several lines.
func snsText(found *finding, kind string) (text []byte, ok bool) {
	names := []string{"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"}
	if kind == "Notification" {
		names = []string{"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"}
	}
	for _, name := range names {
		value, ok := found.text(name)
		if name != "Message" && strings.Contains(value, "\n") {
			return nil, false
		}
		if ok || name != "Subject" {
			text = fmt.Appendf(text, "%s\n%s\n", name, value)
		}
	}
	return text, true
}

func (s *snsScheme) authenticate(d *Delivery) error {
	found, err := s.preset.fields(d)
	if err != nil {
		return err
	}
	read := func(name string) string {
		text, _ := found.text(name)
		return text
	}
	kind := read("Type")
	signature, okSignature := decodeText(read("Signature"))
	host, okHost := s.hosts[read("TopicArn")]
	at, okTime := inRFC3339.parse(read("Timestamp"))
	text, okText := snsText(found, kind)
	hash, okHash := snsHashes[read("SignatureVersion")]
	switch {
	case !slices.Contains([]string{"Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"}, kind) || read("Signature") == "":
		return refuse(ReasonMissing)
	case !okSignature:
		return refuse(ReasonMalformed)
	case !okHost:
		return refuseClaim("the TopicArn is none of WithSecrets")
	case !okTime || !isCertificateOf(read("SigningCertURL"), host, snsPath):
		return refuse(ReasonMalformed)
	case !s.preset.config.inTime(at):
		return s.preset.config.refuseTime(at)
	case !okText || !okHash:
		return refuse(ReasonMalformed)
	}
	key, err := s.keys.get(read("SigningCertURL"))
	if err != nil {
		return err
	}
	if !signedByRSA(key, hash, text, signature) {
		return refuse(ReasonMismatch)
	}
	return nil
}

// confirm calls the URL by which a subscription is confirmed. It is Amazon's, and signed.
func (s *snsScheme) confirm(found *finding) (Response, bool) {
	if kind, _ := found.text("Type"); kind != "SubscriptionConfirmation" {
		return Response{}, false
	}
	failed := Response{StatusCode: http.StatusBadGateway}
	arn, _ := found.text("TopicArn")
	address, _ := found.text("SubscribeURL")
	host, ok := s.hosts[arn]
	if !ok || !strings.HasPrefix(address, "https://"+host+"/") {
		return failed, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	if _, _, err := get(ctx, s.keys.client, address); err != nil {
		s.preset.config.logger.Error("hooks: a subscription of SNS can't be confirmed", "host", host, "error", err)
		return failed, true
	}
	return Response{StatusCode: http.StatusOK}, true
}
