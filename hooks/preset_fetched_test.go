package hooks_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"signalbox/hooks"
)

// A keyServer is the hosts where senders publish their keys, for a client.
type keyServer struct {
	documents map[string]string // by URL
	asked     atomic.Int32
	fails     atomic.Bool
}

func (s *keyServer) RoundTrip(q *http.Request) (*http.Response, error) {
	s.asked.Add(1)
	status, document := 200, s.documents[q.URL.String()]
	if document == "" {
		status = 404
	}
	if s.fails.Load() {
		return nil, errors.New("connection refused")
	}
	if q.Body != nil {
		ask, _ := io.ReadAll(q.Body)
		switch {
		case !strings.Contains(string(ask), `"client_id":"id"`) || !strings.Contains(string(ask), `"secret":"s3cret"`):
			status, document = 400, `{"error_code":"INVALID_API_KEYS","error_type":"INVALID_INPUT"}`
		case !strings.Contains(string(ask), `"key_id":"k1"`):
			status, document = 400, `{"error_code":"INVALID_FIELD","error_type":"INVALID_REQUEST"}`
		}
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(document)), Header: http.Header{"Cache-Control": {"public, max-age=600"}}, Request: q}, nil
}

func fetching(t *testing.T, name, secret string, s *keyServer, more ...hooks.Option) *hooks.Preset {
	t.Helper()
	options := append([]hooks.Option{hooks.WithSecrets(secret), hooks.WithHTTPClient(&http.Client{Transport: s}), at(time.Now().Unix())}, more...)
	p, err := hooks.NewPreset(name, options...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var rsaKey = func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}()

// certificatePEM is a certificate of rsaKey.
func certificatePEM(t *testing.T) string {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &rsaKey.PublicKey, rsaKey)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

func segment(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// refusal is the reason of an error; "error" of another one.
func refusal(err error) string {
	var refused *hooks.WebhookVerificationError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return refused.Reason
	}
	return "error"
}

func token(t *testing.T, method jwt.SigningMethod, key crypto.Signer, kid string, claims jwt.MapClaims) string {
	t.Helper()
	tok := jwt.NewWithClaims(method, claims)
	tok.Header["kid"] = kid
	text, err := tok.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const googleCerts = "https://www.googleapis.com/oauth2/v3/certs"

func googleKeys() *keyServer {
	set := fmt.Sprintf(`{"keys":[{"kid":"ec","kty":"EC"},{"kid":"weak","kty":"RSA","n":"AQAB","e":"AQAB"},{"kid":"k1","kty":"RSA","n":%q,"e":"AQAB"}]}`, segment(rsaKey.N.Bytes()))
	return &keyServer{documents: map[string]string{googleCerts: set}}
}

func TestPubSub(t *testing.T) {
	const account, audience = "push@project.iam.gserviceaccount.com", "https://example.com/in"
	s := googleKeys()
	p := fetching(t, "pubsub", account, s, hooks.WithURL(audience))
	now := time.Now().Unix()
	claims := func(change func(c jwt.MapClaims)) jwt.MapClaims {
		c := jwt.MapClaims{"iss": "https://accounts.google.com", "aud": audience, "email": account, "email_verified": true, "iat": now, "exp": now + 3600}
		change(c)
		return c
	}
	valid := token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(jwt.MapClaims) {}))
	other, _ := rsa.GenerateKey(rand.Reader, 2048)
	for name, c := range map[string]struct {
		header string
		want   string
	}{
		"valid":           {"Bearer " + valid, ""},
		"small letters":   {"bearer " + valid, ""},
		"nothing":         {"", hooks.ReasonMissing},
		"basic":           {"Basic " + valid, hooks.ReasonMissing},
		"no token":        {"Bearer x.y", hooks.ReasonMalformed},
		"another's key":   {"Bearer " + token(t, jwt.SigningMethodRS256, other, "k1", claims(func(jwt.MapClaims) {})), hooks.ReasonMismatch},
		"unknown key":     {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k2", claims(func(jwt.MapClaims) {})), hooks.ReasonMismatch},
		"weak key":        {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "weak", claims(func(jwt.MapClaims) {})), hooks.ReasonMismatch},
		"other algorithm": {"Bearer " + token(t, jwt.SigningMethodRS512, rsaKey, "k1", claims(func(jwt.MapClaims) {})), hooks.ReasonMalformed},
		"no kid":          {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "", claims(func(jwt.MapClaims) {})), hooks.ReasonMalformed},
		"audience":        {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["aud"] = audience + "/" })), hooks.ReasonClaims},
		"account":         {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["email"] = "evil@project.iam.gserviceaccount.com" })), hooks.ReasonClaims},
		"not verified":    {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["email_verified"] = "true" })), hooks.ReasonClaims},
		"issuer":          {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["iss"] = "https://evil.example" })), hooks.ReasonClaims},
		"expired":         {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["exp"] = now - 301 })), hooks.ReasonClaims},
		"no exp":          {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { delete(c, "exp") })), hooks.ReasonClaims},
		"of tomorrow":     {"Bearer " + token(t, jwt.SigningMethodRS256, rsaKey, "k1", claims(func(c jwt.MapClaims) { c["iat"] = now + 301 })), hooks.ReasonClaims},
	} {
		d := &hooks.Delivery{Header: http.Header{"Authorization": {c.header}}, Body: []byte(`{"message":{"messageId":"7","attributes":{"eventType":"OBJECT_FINALIZE"}}}`)}
		if got := refusal(p.Authenticate(d)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if id, signed := p.ID(d); id != "7" || signed || p.Type(d) != "OBJECT_FINALIZE" {
			t.Errorf("id %q, type %q", id, p.Type(d))
		}
	}
	if p.SignDelivery(&hooks.Delivery{}) == nil {
		t.Error("it signs")
	}
	for name, options := range map[string][]hooks.Option{"no account": {hooks.WithSecrets("key"), hooks.WithURL(audience)}, "nil client": {hooks.WithSecrets(account), hooks.WithHTTPClient(nil)}} {
		if _, err := hooks.NewPreset("pubsub", options...); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// Names that nobody knows are asked for now and then only, what is known is not asked for again,
// and a host that fails makes no delivery a forgery.
func TestKeysAreFetchedWithinBounds(t *testing.T) {
	const account, audience = "push@project.iam.gserviceaccount.com", "https://example.com/in"
	s := googleKeys()
	clock := time.Now()
	p, err := hooks.NewPreset("pubsub", hooks.WithSecrets(account), hooks.WithURL(audience), hooks.WithHTTPClient(&http.Client{Transport: s}), hooks.WithClock(func() time.Time { return clock }))
	if err != nil {
		t.Fatal(err)
	}
	authenticate := func(kid string) string {
		text := token(t, jwt.SigningMethodRS256, rsaKey, kid, jwt.MapClaims{"iss": "accounts.google.com", "aud": audience, "email": account, "email_verified": true, "iat": clock.Unix(), "exp": clock.Unix() + 60})
		return refusal(p.Authenticate(&hooks.Delivery{Header: http.Header{"Authorization": {"Bearer " + text}}}))
	}
	s.fails.Store(true)
	if got := authenticate("k1"); got != "error" {
		t.Errorf("while the host fails: %q", got)
	}
	s.fails.Store(false)
	for range 3 {
		if got := authenticate("k1"); got != "" {
			t.Error(got)
		}
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("asked %d times", n)
	}
	for i := range 100 {
		want := hooks.ReasonMismatch
		if i >= 8 { // ten were asked for: it is not known whether the sender has it
			want = "error"
		}
		if got := authenticate(fmt.Sprint("unknown", i)); got != want {
			t.Errorf("%d: %q", i, got)
		}
	}
	if n := s.asked.Load(); n != 10 {
		t.Errorf("asked %d times", n)
	}
	if got := authenticate("k1"); got != "" {
		t.Errorf("what is known is refused: %q", got)
	}
	clock = clock.Add(11 * time.Minute) // more than max-age
	s.documents[googleCerts] = `{"keys":[]}`
	if got := authenticate("k1"); got != hooks.ReasonMismatch {
		t.Errorf("a key that was withdrawn: %q", got)
	}
	for name, document := range map[string]string{"no JSON": "<html>", "nothing": "", "too much": strings.Repeat(" ", 300<<10)} {
		clock = clock.Add(time.Hour)
		s.documents[googleCerts] = document
		if got := authenticate("k1"); got != "error" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestPlaid(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	point, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	document := func(more string) string {
		return fmt.Sprintf(`{"key":{"alg":"ES256","crv":"P-256","kid":"k1","kty":"EC","use":"sig","x":%q,"y":%q%s},"request_id":"r"}`, segment(point[1:33]), segment(point[33:]), more)
	}
	const body = `{"webhook_type":"ITEM","webhook_code":"ERROR"}`
	now := time.Now().Unix()
	sign := func(iat int64, body string) string {
		return token(t, jwt.SigningMethodES256, key, "k1", jwt.MapClaims{"iat": iat, "request_body_sha256": hooks.BodyHash([]byte(body))})
	}
	for name, host := range map[string]string{"plaid": "production.plaid.com", "plaid-sandbox": "sandbox.plaid.com"} {
		s := &keyServer{documents: map[string]string{"https://" + host + "/webhook_verification_key/get": document(`,"expired_at":null`)}}
		p, anyAge := fetching(t, name, "id:s3cret", s), fetching(t, name, "id:s3cret", s, hooks.WithTolerance(hooks.Forever))
		if err := anyAge.Authenticate(&hooks.Delivery{Header: http.Header{"Plaid-Verification": {sign(1, body)}}, Body: []byte(body)}); err != nil {
			t.Errorf("of 1970, at any age: %v", err)
		}
		for what, c := range map[string]struct {
			token string
			want  string
		}{
			"valid":        {sign(now, body), ""},
			"nothing":      {"", hooks.ReasonMissing},
			"another body": {sign(now, body+" "), hooks.ReasonMismatch},
			"old":          {sign(now-301, body), hooks.ReasonTimestamp},
			"no time":      {token(t, jwt.SigningMethodES256, key, "k1", jwt.MapClaims{"request_body_sha256": hooks.BodyHash([]byte(body))}), hooks.ReasonTimestamp},
			"another key":  {token(t, jwt.SigningMethodES256, key, "k2", jwt.MapClaims{"iat": now, "request_body_sha256": hooks.BodyHash([]byte(body))}), hooks.ReasonMismatch},
			"RS256":        {token(t, jwt.SigningMethodRS256, rsaKey, "k1", jwt.MapClaims{"iat": now}), hooks.ReasonMalformed},
		} {
			d := &hooks.Delivery{Header: http.Header{"Plaid-Verification": {c.token}}, Body: []byte(body)}
			if got := refusal(p.Authenticate(d)); got != c.want || p.Type(d) != "ERROR" {
				t.Errorf("%s, %s: %q, want %q", name, what, got, c.want)
			}
		}
		s.documents["https://"+host+"/webhook_verification_key/get"] = document(`,"expired_at":1700000000`)
		d := &hooks.Delivery{Header: http.Header{"Plaid-Verification": {sign(now, body)}}, Body: []byte(body)}
		if got := refusal(fetching(t, name, "id:s3cret", s).Authenticate(d)); got != hooks.ReasonMismatch {
			t.Errorf("a key that has expired: %q", got)
		}
		untimed := &hooks.Delivery{Header: http.Header{"Plaid-Verification": {token(t, jwt.SigningMethodES256, key, "k1", jwt.MapClaims{"request_body_sha256": hooks.BodyHash([]byte(body))})}}, Body: []byte(body)}
		if got := refusal(anyAge.Authenticate(untimed)); got != hooks.ReasonTimestamp {
			t.Errorf("no time, at any age: %q", got)
		}
		if got := refusal(fetching(t, name, "id:wrong", s).Authenticate(d)); got != "error" {
			t.Errorf("with another secret: %q", got)
		}
		if _, err := hooks.NewPreset(name, hooks.WithSecrets("s3cret")); err == nil {
			t.Error("a secret without client_id is taken")
		}
	}
}

func TestPayPal(t *testing.T) {
	const address, id = "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270", "8PT597110X687430LKGECATA"
	s := &keyServer{documents: map[string]string{address: certificatePEM(t), "https://evil.example/v1/notifications/certs/CERT-1": certificatePEM(t)}}
	p := fetching(t, "paypal", id, s)
	stamp := time.Now().UTC().Format(time.RFC3339)
	body := `{"id":"WH-1","event_type":"PAYMENT.SALE.COMPLETED"}`
	sign := func(webhook, body string) http.Header {
		sum := sha256.Sum256(fmt.Appendf(nil, "tr-1|%s|%s|%d", stamp, webhook, crc32.ChecksumIEEE([]byte(body))))
		signature, err := rsa.SignPKCS1v15(nil, rsaKey, crypto.SHA256, sum[:])
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{}
		for name, value := range map[string]string{"Id": "tr-1", "Time": stamp, "Sig": base64.StdEncoding.EncodeToString(signature)} {
			h.Set("Paypal-Transmission-"+name, value)
		}
		h.Set("Paypal-Cert-Url", address)
		h.Set("Paypal-Auth-Algo", "SHA256withRSA")
		return h
	}
	with := func(name, value string) http.Header {
		h := sign(id, body)
		h.Set(name, value)
		return h
	}
	for name, c := range map[string]struct {
		header http.Header
		want   string
	}{
		"valid":              {sign(id, body), ""},
		"nothing":            {http.Header{}, hooks.ReasonMissing},
		"another's webhook":  {sign("another", body), hooks.ReasonMismatch},
		"another body":       {sign(id, body+" "), hooks.ReasonMismatch},
		"another id":         {with("Paypal-Transmission-Id", "tr-2"), hooks.ReasonMismatch},
		"an id with a line":  {with("Paypal-Transmission-Id", "a|b"), hooks.ReasonMalformed},
		"another time":       {with("Paypal-Transmission-Time", time.Now().UTC().Add(time.Second).Format(time.RFC3339)), hooks.ReasonMismatch},
		"an old one":         {with("Paypal-Transmission-Time", "2020-01-01T00:00:00Z"), hooks.ReasonTimestamp},
		"another algorithm":  {with("Paypal-Auth-Algo", "none"), hooks.ReasonMalformed},
		"another host":       {with("Paypal-Cert-Url", "https://evil.example/v1/notifications/certs/CERT-1"), hooks.ReasonMalformed},
		"the sandbox":        {with("Paypal-Cert-Url", strings.Replace(address, "api.", "api.sandbox.", 1)), hooks.ReasonMalformed},
		"http":               {with("Paypal-Cert-Url", strings.Replace(address, "https", "http", 1)), hooks.ReasonMalformed},
		"a user":             {with("Paypal-Cert-Url", "https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1"), hooks.ReasonMalformed},
		"a port":             {with("Paypal-Cert-Url", strings.Replace(address, ".com", ".com:8443", 1)), hooks.ReasonMalformed},
		"another path":       {with("Paypal-Cert-Url", "https://api.paypal.com/v1/notifications/certs/../../upload"), hooks.ReasonMalformed},
		"a query":            {with("Paypal-Cert-Url", address+"?x"), hooks.ReasonMalformed},
		"one that is absent": {with("Paypal-Cert-Url", address+"0"), hooks.ReasonMismatch},
	} {
		d := &hooks.Delivery{Header: c.header, Body: []byte(body)}
		if got := refusal(p.Authenticate(d)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if id, signed := p.ID(d); id != "WH-1" || signed || p.Type(d) != "PAYMENT.SALE.COMPLETED" {
			t.Errorf("id %q, type %q", id, p.Type(d))
		}
	}
}

func TestSNS(t *testing.T) {
	const (
		topic     = "arn:aws:sns:us-east-1:123456789012:orders"
		address   = "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem"
		subscribe = "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t"
	)
	s := &keyServer{documents: map[string]string{address: certificatePEM(t), subscribe: "<ok/>"}}
	p := fetching(t, "sns", topic, s)
	stamp := func(off time.Duration) string { return time.Now().Add(off).UTC().Format("2006-01-02T15:04:05.000Z") }
	// message signs as the documentation says, in the plainest way.
	message := func(kind, version string, change func(m map[string]string)) *hooks.Delivery {
		m := map[string]string{
			"Type": kind, "MessageId": "22b80b92", "TopicArn": topic, "Subject": "My subject", "Message": "Hello\nworld",
			"Timestamp": stamp(0), "SignatureVersion": version, "SigningCertURL": address,
		}
		if kind != "Notification" {
			m["Token"], m["SubscribeURL"] = "t", subscribe
			delete(m, "Subject")
		}
		change(m)
		text := ""
		for _, name := range strings.Fields("Message MessageId Subject SubscribeURL Timestamp Token TopicArn Type") {
			if value, ok := m[name]; ok {
				text += name + "\n" + value + "\n"
			}
		}
		hash, sum := crypto.SHA1, sha1.Sum([]byte(text))
		digest := sum[:]
		if version == "2" {
			sum := sha256.Sum256([]byte(text))
			hash, digest = crypto.SHA256, sum[:]
		}
		signature, err := rsa.SignPKCS1v15(nil, rsaKey, hash, digest)
		if err != nil {
			t.Fatal(err)
		}
		m["Signature"] = base64.StdEncoding.EncodeToString(signature)
		body, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return &hooks.Delivery{Header: http.Header{}, Body: body}
	}
	same := func(map[string]string) {}
	with := func(name, value string) *hooks.Delivery {
		return message("Notification", "2", func(m map[string]string) { m[name] = value })
	}
	forged := func(from, to string) *hooks.Delivery {
		d := message("Notification", "2", same)
		d.Body = []byte(strings.Replace(string(d.Body), from, to, 1))
		return d
	}
	for name, c := range map[string]struct {
		delivery *hooks.Delivery
		want     string
	}{
		"version 2":          {message("Notification", "2", same), ""},
		"version 1":          {message("Notification", "1", same), ""},
		"without a subject":  {message("Notification", "2", func(m map[string]string) { delete(m, "Subject") }), ""},
		"confirmation":       {message("SubscriptionConfirmation", "2", same), ""},
		"goodbye":            {message("UnsubscribeConfirmation", "1", same), ""},
		"nothing":            {&hooks.Delivery{Body: []byte(`{}`)}, hooks.ReasonMissing},
		"no JSON":            {&hooks.Delivery{Body: []byte(`{"Type":`)}, hooks.ReasonMissing},
		"another message":    {forged("Hello", "Jello"), hooks.ReasonMismatch},
		"another subject":    {forged("My subject", "Your subject"), hooks.ReasonMismatch},
		"another id":         {forged("22b80b92", "22b80b93"), hooks.ReasonMismatch},
		"the other version":  {forged(`"SignatureVersion":"2"`, `"SignatureVersion":"1"`), hooks.ReasonMismatch},
		"an unknown version": {with("SignatureVersion", "3"), hooks.ReasonMalformed},
		"another case":       {forged(`"Message":`, `"message":"pay more","Message":`), hooks.ReasonMalformed},
		"two messages":       {forged(`"Message":`, `"Message":"pay more","Message":`), hooks.ReasonMalformed},
		"an id of two lines": {with("MessageId", "1\nSubject\nx"), hooks.ReasonMalformed},
		"another's topic":    {with("TopicArn", "arn:aws:sns:us-east-1:210987654321:orders"), hooks.ReasonClaims},
		"another host":       {with("SigningCertURL", "https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-0.pem"), hooks.ReasonMalformed},
		"a bucket":           {with("SigningCertURL", "https://sns.s3.amazonaws.com/x/SimpleNotificationService-0.pem"), hooks.ReasonMalformed},
		"somebody's bucket":  {with("SigningCertURL", strings.Replace(address, "us-east-1", "s3-us-west-2", 1)), hooks.ReasonMalformed},
		"another region":     {with("SigningCertURL", strings.Replace(address, "us-east-1", "us-east-2", 1)), hooks.ReasonMalformed},
		"a port":             {with("SigningCertURL", strings.Replace(address, ".com/", ".com:8443/", 1)), hooks.ReasonMalformed},
		"an attempt":         {with("Timestamp", stamp(-time.Hour)), ""},
		"an old one":         {with("Timestamp", stamp(-66*time.Minute)), hooks.ReasonTimestamp},
		"of tomorrow":        {with("Timestamp", stamp(66*time.Minute)), hooks.ReasonTimestamp},
		"no time":            {with("Timestamp", "now"), hooks.ReasonMalformed},
		"http":               {with("SigningCertURL", strings.Replace(address, "https", "http", 1)), hooks.ReasonMalformed},
		"a query":            {with("SigningCertURL", address+"?.pem"), hooks.ReasonMalformed},
	} {
		if got := refusal(p.Authenticate(c.delivery)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := message("Notification", "2", same)
	if id, signed := p.ID(d); id != "22b80b92" || !signed || p.Type(d) != "Notification" {
		t.Errorf("id %q, type %q", id, p.Type(d))
	}
	if _, ok := p.Handshake(d); ok {
		t.Error("a notification is a handshake")
	}
	before := s.asked.Load()
	if r, ok := p.Handshake(message("SubscriptionConfirmation", "2", same)); !ok || r.StatusCode != 200 || s.asked.Load() != before+1 {
		t.Errorf("confirmed with %+v", r)
	}
	for _, bad := range []string{
		"https://evil.example/", "http://sns.us-east-1.amazonaws.com/", subscribe + "&absent",
		"https://sns.us-east-1.amazonaws.com@evil.example/", "https://sns.s3-us-west-2.amazonaws.com/", "https://sns.us-east-1.amazonaws.com.evil.example/",
	} {
		d := message("SubscriptionConfirmation", "2", func(m map[string]string) { m["SubscribeURL"] = bad })
		if r, ok := p.Handshake(d); !ok || r.StatusCode != 502 {
			t.Errorf("%s is confirmed with %+v", bad, r)
		}
	}
	always := fetching(t, "sns", topic, s, hooks.WithTolerance(hooks.Forever))
	if err := always.Authenticate(with("Timestamp", "2012-05-02T00:54:06.655Z")); err != nil {
		t.Errorf("at any age: %v", err)
	}
	for arn, ok := range map[string]bool{
		"orders": false, "arn:aws:sqs:us-east-1:123456789012:orders": false, "arn:aws:sns:s3-us-west-2:123456789012:orders": false, "arn:evil:sns:us-east-1:123456789012:orders": false,
		"arn:aws:sns:us-east-1.evil.example/:1:orders": false, "arn:aws-cn:sns:cn-north-1:123456789012:orders": true, "arn:aws-us-gov:sns:us-gov-west-1:123456789012:orders.fifo": true,
	} {
		if _, err := hooks.NewPreset("sns", hooks.WithSecrets(arn)); (err == nil) != ok {
			t.Errorf("%s: %v", arn, err)
		}
	}
	china := strings.Replace(topic, "aws:sns:us-east-1", "aws-cn:sns:cn-north-1", 1)
	inChina := strings.Replace(strings.Replace(address, "us-east-1", "cn-north-1", 1), ".com", ".com.cn", 1)
	s.documents[inChina] = certificatePEM(t)
	d = message("Notification", "2", func(m map[string]string) { m["TopicArn"], m["SigningCertURL"] = china, inChina })
	if err := fetching(t, "sns", china, s).Authenticate(d); err != nil {
		t.Errorf("in China: %v", err)
	}
}

// A host that hangs holds up deliveries for ten seconds at most, those that wait for their turn too.
func TestHangingKeyHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hanging := http.Client{Transport: roundTripper(func(q *http.Request) (*http.Response, error) {
			<-q.Context().Done()
			return nil, q.Context().Err()
		})}
		p, err := hooks.NewPreset("pubsub", hooks.WithSecrets("push@project.iam.gserviceaccount.com"), hooks.WithURL("https://example.com/in"), hooks.WithHTTPClient(&hanging))
		if err != nil {
			t.Fatal(err)
		}
		text := token(t, jwt.SigningMethodRS256, rsaKey, "k1", jwt.MapClaims{})
		started := time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if got := refusal(p.Authenticate(&hooks.Delivery{Header: http.Header{"Authorization": {"Bearer " + text}}})); got != "error" {
					t.Errorf("refused with %q", got)
				}
			})
		}
		all.Wait()
		if took := time.Since(started); took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	})
}
