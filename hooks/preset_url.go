package hooks

import (
	"crypto"
	"crypto/sha256"
	"errors"
	"maps"
	"mime"
	"net/url"
	"slices"
	"strings"
)

// errNoURL is a delivery without the public URL that its signature covers.
var errNoURL = errors.New("the public URL is not known; give WithURL")

func publicURL(d *Delivery) (string, error) {
	if _, _, ok := cutScheme(d.URL); !ok {
		return "", errNoURL
	}
	return d.URL, nil
}

// newHubSpot verifies X-HubSpot-Signature-v3, the HMAC-SHA256 of method, public URL,
// body and time in base64, and that X-HubSpot-Request-Timestamp is within five
// minutes of now. The secret is the app's client secret: the developer account,
// Apps, the app, Auth. [WithURL] is the webhook's target URL. Deliveries are lists
// of events: there is neither one type nor an id.
//
// https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests
func newHubSpot(p *Preset) error {
	m, err := Scheme{
		Name: "hubspot", Header: "X-HubSpot-Signature-v3", Form: "{base64}",
		TimeHeader: "X-HubSpot-Request-Timestamp", Content: "{method}{url}{body}{milliseconds}",
	}.setUpWith(p)
	if err != nil {
		return err
	}
	p.byBody, p.changes = true, [][]string{{everyElement, "attemptNumber"}}
	m.contents = func(d *Delivery, t string) ([]content, error) {
		u, err := publicURL(d)
		decoded := hubSpotURI.Replace(u)
		contents := []content{{before: [4]string{d.method(), decoded}, body: d.Body, after: t}}
		if decoded != u { // the documentation says decoded, HubSpot's libraries take it as it is
			contents = append(contents, content{before: [4]string{d.method(), u}, body: d.Body, after: t})
		}
		return contents, err
	}
	return nil
}

// hubSpotURI decodes the escapes that HubSpot's documentation names.
var hubSpotURI = strings.NewReplacer(
	"%3A", ":", "%2F", "/", "%3F", "?", "%40", "@", "%21", "!", "%24", "$", "%27", "'", "%28", "(", "%29", ")", "%2A", "*",
	"%2C", ",", "%3B", ";", "%3a", ":", "%2f", "/", "%3f", "?", "%2a", "*", "%2c", ",", "%3b", ";",
)

// newTwilio verifies X-Twilio-Signature, the HMAC-SHA1 of the public URL and the
// sorted form fields in base64; of a body that is no form, the URL's bodySHA256 is
// its hash. The secret is the account's Auth Token: console.twilio.com, Account
// Info. [WithURL] is the URL as it is in the console; Twilio signs it with or
// without a port, and both are tried. There is no type; the id is
// I-Twilio-Idempotency-Token, which is not signed.
//
// The signature covers what the form's fields decode to. Escapes in lowercase hex,
// which Twilio does not send, are refused, so that no bit of the body can change.
//
// https://www.twilio.com/docs/usage/security#validating-requests
func newTwilio(p *Preset) error {
	m, err := Scheme{
		Name: "twilio", Header: "X-Twilio-Signature", Form: "{base64}", Hash: crypto.SHA1, Content: "{url}{body}",
		IDHeader: "I-Twilio-Idempotency-Token",
	}.setUpWith(p)
	if err != nil {
		return err
	}
	m.contents, m.check = twilioContents, twilioBody
	return nil
}

const bodyHashParameter = "bodySHA256"

// twilioContents are the URL, as Twilio may have written it, and the fields.
func twilioContents(d *Delivery, _ string) ([]content, error) {
	u, err := publicURL(d)
	if err != nil {
		return nil, err
	}
	fields := ""
	if _, hashed := bodyHashOf(u); !hashed {
		if fields, err = formFields(d); err != nil {
			return nil, err
		}
	}
	var contents []content
	for _, written := range twilioURLs(u) {
		contents = append(contents, content{before: [4]string{written, fields}})
	}
	return contents, nil
}

// bodyHashOf is the bodySHA256 of a URL's query.
func bodyHashOf(u string) (hash string, ok bool) {
	_, query, _ := strings.Cut(u, "?")
	query, _, _ = strings.Cut(query, "#")
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); name == bodyHashParameter {
			return value, true
		}
	}
	return "", false
}

// twilioBody holds the body of a delivery to the hash in its URL. An empty one
// counts as {}, as Twilio's libraries have it.
func twilioBody(d *Delivery) error {
	hash, ok := bodyHashOf(d.URL)
	if !ok {
		return nil
	}
	body := d.Body
	if len(body) == 0 {
		body = []byte("{}")
	}
	if sum := sha256.Sum256(body); !equalHex(sum[:], hash) {
		return refuse(ReasonMismatch)
	}
	return nil
}

// errNotForm is a body that Twilio's signature does not cover.
var errNotForm = errors.New("the body is no form and the URL has no bodySHA256")

// formFields are the names and values of a form, sorted, each pair once.
func formFields(d *Delivery) (string, error) {
	if len(d.Body) == 0 {
		return "", nil
	}
	if kind := d.header("Content-Type"); kind != "" {
		if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/x-www-form-urlencoded" {
			return "", errNotForm
		}
	}
	text := string(d.Body)
	for i := range len(text) - 2 {
		if text[i] == '%' && (text[i+1] >= 'a' || text[i+2] >= 'a') {
			return "", errors.New("the form has escapes in lowercase")
		}
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return "", errors.New("the body is no form")
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all := values[name]
		slices.Sort(all)
		for _, value := range slices.Compact(all) {
			b.WriteString(name + value)
		}
	}
	return b.String(), nil
}

// twilioURLs are the forms in which Twilio may have signed a URL: as it is,
// without port, with the port or the scheme's, and each with apostrophes escaped.
func twilioURLs(u string) []string {
	scheme, rest, _ := cutScheme(u)
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority, tail := rest[:end], rest[end:]
	user := ""
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, authority = authority[:at+1], authority[at+1:]
	}
	host, port := authority, ""
	if colon := strings.LastIndexByte(authority, ':'); colon > strings.LastIndexByte(authority, ']') {
		host, port = authority[:colon], authority[colon:]
	}
	if port == "" {
		port = ":443"
		if strings.EqualFold(scheme, "http") {
			port = ":80"
		}
	}
	urls := []string{u}
	for _, written := range []string{scheme + "://" + user + host + tail, scheme + "://" + user + host + port + tail} {
		if !slices.Contains(urls, written) {
			urls = append(urls, written)
		}
	}
	for _, written := range slices.Clone(urls) {
		if path, query, ok := strings.Cut(written, "?"); ok && strings.Contains(query, "'") {
			urls = append(urls, path+"?"+strings.ReplaceAll(query, "'", "%27"))
		}
	}
	return urls
}
