package hooks_test

import (
	"context"
	"crypto"
	"crypto/hmac"
	_ "crypto/md5" // available, and refused all the same
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

// TestSenderFormulas signs as the senders' documentation says, in the plainest way.
func TestSenderFormulas(t *testing.T) {
	const secret, body = "a secret of theirs", `{"id":"evt_1","type":"x.made","event":"x.made","event_type":"x.made","event_id":"evt_1","topic":"x.made","object":"x.made","subscription":{"type":"x.made"},"meta":{"event_name":"x.made"}}`
	sum := func(h func() hash.Hash, text string) []byte {
		m := hmac.New(h, []byte(secret))
		m.Write([]byte(text))
		return m.Sum(nil)
	}
	hex256 := func(text string) string { return hex.EncodeToString(sum(sha256.New, text)) }
	base256 := func(text string) string { return base64.StdEncoding.EncodeToString(sum(sha256.New, text)) }
	const at, stamp = "1700000000", "2023-11-14T22:13:20.123456789Z"
	for name, headers := range map[string]map[string]string{
		"dropbox":      {"X-Dropbox-Signature": hex256(body)},
		"meta":         {"X-Hub-Signature-256": "sha256=" + hex256(body)},
		"intercom":     {"X-Hub-Signature": "sha1=" + hex.EncodeToString(sum(sha1.New, body))},
		"lemonsqueezy": {"X-Signature": hex256(body), "X-Event-Name": "forged"},
		"paddle":       {"Paddle-Signature": "ts=" + at + ";h1=" + hex256(at+":"+body)},
		"calendly":     {"Calendly-Webhook-Signature": "t=" + at + ",v1=" + hex256(at+"."+body)},
		"razorpay":     {"X-Razorpay-Signature": hex256(body), "X-Razorpay-Event-Id": "evt_1"},
		"sentry":       {"Sentry-Hook-Signature": hex256(body), "Sentry-Hook-Resource": "x.made", "Request-Id": "evt_1"},
		"typeform":     {"Typeform-Signature": "sha256=" + base256(body)},
		"vercel":       {"X-Vercel-Signature": hex.EncodeToString(sum(sha1.New, body))},
		"workos":       {"Workos-Signature": "t=" + at + "000, v1=" + hex256(at+"000."+body)},
		"zendesk": {
			"X-Zendesk-Webhook-Signature": base256(stamp + body), "X-Zendesk-Webhook-Signature-Timestamp": stamp,
			"X-Zendesk-Webhook-Invocation-Id": "evt_1",
		},
		"twitch": {
			"Twitch-Eventsub-Message-Signature": "sha256=" + hex256("evt_1"+stamp+body), "Twitch-Eventsub-Message-Id": "evt_1",
			"Twitch-Eventsub-Message-Timestamp": stamp, "Twitch-Eventsub-Subscription-Type": "forged",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := presetAt(t, name, secret, 1_700_000_000)
			d := &hooks.Delivery{Header: http.Header{}, Body: []byte(body)}
			for header, value := range headers {
				d.Header.Set(header, value)
			}
			if err := p.Authenticate(d); err != nil {
				t.Fatal(err)
			}
			id, _ := p.ID(d)
			wantID, wantType := "evt_1", "x.made"
			switch name {
			case "dropbox":
				wantID, wantType = "", ""
			case "meta", "lemonsqueezy", "calendly":
				wantID = ""
			}
			if p.Type(d) != wantType || id != wantID {
				t.Errorf("type %q, id %q", p.Type(d), id)
			}
			d.Body = append(d.Body, ' ')
			if p.Authenticate(d) == nil {
				t.Error("another body is accepted")
			}
		})
	}
}

func presetAt(t *testing.T, name, secret string, seconds int64) *hooks.Preset {
	t.Helper()
	p, err := hooks.NewPreset(name, hooks.WithSecrets(secret), at(seconds))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSchemes signs and verifies by schemes of one's own, and refuses what others sign.
func TestSchemes(t *testing.T) {
	for name, s := range map[string]hooks.Scheme{
		"the default":  {Header: "X-Sig"},
		"sha512":       {Header: "X-Sig", Hash: crypto.SHA512},
		"sha1, base64": {Header: "X-Sig", Form: "{base64}", Hash: crypto.SHA1},
		"all around":   {Header: "X-Sig", Form: "v9={hex}", TimeHeader: "X-Time", Content: "{method} {url}\n{id};{time}:{body}/end", IDHeader: "X-Id"},
		"pairs":        {Header: "X-Sig", Form: "when={time}; mac={base64}", Content: "{body}@{time}"},
		"RFC 3339":     {Header: "X-Sig", TimeHeader: "X-Time", Content: "{rfc3339}{body}"},
	} {
		s.Name = "partner"
		t.Run(name, func(t *testing.T) {
			made := func(secrets ...string) *hooks.Preset {
				options := []hooks.Option{hooks.WithSecrets(secrets...), at(now)}
				if strings.Contains(s.Content, "{url}") {
					options = append(options, hooks.WithURL("https://example.com/in"))
				}
				p, err := s.New(options...)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			d := &hooks.Delivery{Method: "PUT", URL: "https://example.com/in", Body: []byte(`{"a":1}`)}
			if err := made("new").SignDelivery(d); err != nil {
				t.Fatal(err)
			}
			if err := made("other", "new").Authenticate(d); err != nil {
				t.Errorf("%v of %v", err, d.Header)
			}
			if made("old").Authenticate(d) == nil {
				t.Error("another secret is accepted")
			}
			for header := range d.Header {
				value := d.Header.Get(header)
				d.Header.Set(header, value+"0")
				if made("new").Authenticate(d) == nil {
					t.Errorf("%s: %s0 is accepted", header, value)
				}
				d.Header.Set(header, value)
			}
		})
	}
}

// A header of pairs may have several signatures, of which one must be right, and others.
func TestSchemeOfPairs(t *testing.T) {
	s := hooks.Scheme{Name: "partner", Header: "X-Sig", Form: "t={time},v1={hex}", Content: "{time}.{body}"}
	p, err := s.New(hooks.WithSecrets("s"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Body: []byte("x")}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	stamp, signature, _ := strings.Cut(d.Header.Get("X-Sig"), ",")
	for header, want := range map[string]string{
		"v1=00,v0=aa," + signature + "," + stamp: "",
		signature:                                hooks.ReasonMalformed,
		stamp:                                    hooks.ReasonMismatch,
		stamp + "," + stamp + "," + signature:    hooks.ReasonMalformed,
		stamp + ",junk," + signature:             hooks.ReasonMalformed,
		stamp + ", " + signature:                 hooks.ReasonMalformed,
		" ," + stamp + "," + signature:           hooks.ReasonMalformed,
	} {
		d.Header.Set("X-Sig", header)
		if got := refusal(p.Authenticate(d)); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}

// An id that could end somewhere else in what is signed is refused.
func TestSchemeWithAnID(t *testing.T) {
	s := hooks.Scheme{Name: "partner", Header: "X-Sig", IDHeader: "X-Id", Content: "{id}.{body}"}
	p, err := s.New(hooks.WithSecrets("s"))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Header: http.Header{"X-Id": {"a"}}, Body: []byte("b.c")}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	if id, signed := p.ID(d); id != "a" || !signed || p.Authenticate(d) != nil {
		t.Errorf("%q %v %v", id, signed, p.Authenticate(d))
	}
	d.Header.Set("X-Id", "a.b")
	d.Body = []byte("c")
	if p.Authenticate(d) == nil {
		t.Error("the same text with another id is accepted")
	}
	if err := p.SignDelivery(d); err == nil {
		t.Error("an id with the separator is signed")
	}
}

// Each part of what is signed must show where it ends, on the side of the body: or else a
// delivery with the same bytes, cut in other places, would be accepted.
func TestSchemesWhosePartsHaveNoEnd(t *testing.T) {
	for content, refused := range map[string]bool{
		"{id}{body}": true, "{id}.{body}": false, "{body}{id}": true, "{body}.{id}": false,
		"{time}{body}": false, "{time}0{body}": false, "{time}.{body}": false, "{body}{time}": false, "{body}0{time}": false, "{body}.{time}": false,
		"{id}{url}{time}.{body}": true, "{id}{time}.{body}": true, "{url}{id}.{time}.{body}": true, "{method}{id}.{time}.{body}": true, "{url}{time}.{body}": true,
		"{method}{url}{body}.{time}": false, "{time}.{url}{body}": false, "{body}{url}.{time}": false, "{body}.{id}{time}": false, "{body}.{id}{url}.{time}": true,
		"v0:{time}:{body}": false, "{id}.{time}.{body}": false,
	} {
		s := hooks.Scheme{Name: "partner", Header: "X-Sig", IDHeader: "X-Id", Content: content}
		if strings.Contains(content, "{time}") {
			s.TimeHeader = "X-Time"
		}
		_, err := s.New(hooks.WithSecrets("s"))
		var config *hooks.ConfigError
		if errors.As(err, &config) != refused || refused && !strings.Contains(err.Error(), "nothing shows where") {
			t.Errorf("%s: %v", content, err)
		}
		if s.Content = strings.Replace(content, "{time}", "{rfc3339}", 1); s.TimeHeader != "" {
			_, err := s.New(hooks.WithSecrets("s"))
			if stays := strings.Contains(content, "{id}{url}") || strings.Contains(content, "}{id}"); (err != nil) != stays {
				t.Errorf("%s with RFC 3339: %v", content, err)
			}
		}
	}
	// An id directly before a time in RFC 3339 ends where that begins, so it may not have one in it.
	p, err := hooks.Scheme{
		Name: "partner", Header: "X-Sig", IDHeader: "X-Id", TimeHeader: "X-Time", Content: "{id}{rfc3339}{body}",
	}.New(hooks.WithSecrets("s"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	const stamp = "2023-11-14T22:13:20Z"
	d := &hooks.Delivery{Header: http.Header{"X-Id": {"a"}, "X-Time": {stamp}}, Body: []byte(stamp + "{}")}
	if err := p.SignDelivery(d); err != nil || p.Authenticate(d) != nil {
		t.Fatal(err, p.Authenticate(d))
	}
	d.Header["X-Id"], d.Body = []string{"a" + stamp}, []byte("{}")
	if p.Authenticate(d) == nil {
		t.Error("the same text with another id is accepted")
	}
}

// A time of digits beside the body ends where those of the present end.
func TestSchemesWhoseTimesHaveNoEnd(t *testing.T) {
	for _, s := range []hooks.Scheme{
		{TimeHeader: "X-Time", Content: "{time}{body}"},
		{TimeHeader: "X-Time", Content: "{milliseconds}1{body}"},
		{TimeHeader: "X-Time", Content: "{method}{url}{body}{milliseconds}"},
	} {
		s.Name, s.Header = "partner", "X-Sig"
		options := []hooks.Option{hooks.WithSecrets("s"), at(now), hooks.WithTolerance(hooks.Forever)}
		if strings.Contains(s.Content, "{url}") {
			options = append(options, hooks.WithURL("https://example.com/in"))
		}
		p, err := s.New(options...)
		if err != nil {
			t.Fatal(err)
		}
		d := &hooks.Delivery{Body: []byte("1")}
		if err := p.SignDelivery(d); err != nil || p.Authenticate(d) != nil {
			t.Fatal(err, p.Authenticate(d))
		}
		stamp := d.Header.Get("X-Time")
		d.Header.Set("X-Time", stamp+"1")
		d.Body = nil
		if got := refusal(p.Authenticate(d)); got != hooks.ReasonMalformed {
			t.Errorf("%s: the same text with another time: %q", s.Content, got)
		}
	}
}

// A header may be a list of signatures, of which one must be right.
func TestSchemeOfAList(t *testing.T) {
	s := hooks.Scheme{Name: "partner", Header: "X-Sig", Form: "v1={hex}, v1={hex}", TimeHeader: "X-Time", Content: "{time}.{body}"}
	signer, err := s.New(hooks.WithSecrets("new", "old"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	old, err := s.New(hooks.WithSecrets("old"), at(now))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Body: []byte("x")}
	if err := signer.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	both := d.Header.Get("X-Sig")
	first, second, _ := strings.Cut(both, ", ")
	for header, want := range map[string]string{
		both:                             "",
		"v0=00, " + second:               "",
		second:                           "",
		second + "," + first:             "",
		"":                               hooks.ReasonMissing,
		first:                            hooks.ReasonMismatch,
		first + "; " + second:            hooks.ReasonMismatch,
		strings.TrimPrefix(second, "v"):  hooks.ReasonMismatch,
		second + "0":                     hooks.ReasonMismatch,
		strings.Repeat(both+", ", 1<<10): hooks.ReasonMalformed,
	} {
		d.Header.Set("X-Sig", header)
		if got := refusal(old.Authenticate(d)); got != want {
			t.Errorf("%.99s: %q, want %q", header, got, want)
		}
	}
}

func TestSchemesThatSayTooLittle(t *testing.T) {
	for want, s := range map[string]hooks.Scheme{
		"no Name":                      {Header: "X"},
		"no Header":                    {Name: "p"},
		"no {body}":                    {Name: "p", Header: "X", Content: "fixed"},
		"twice":                        {Name: "p", Header: "X", Content: "{body}{body}"},
		"no such part":                 {Name: "p", Header: "X", Content: "{body}{boby}"},
		"no {time}":                    {Name: "p", Header: "X", TimeHeader: "T"},
		"neither Form nor TimeHeader":  {Name: "p", Header: "X", Content: "{time}{body}"},
		"want one of them":             {Name: "p", Header: "X", Form: "t={time},v={hex}", TimeHeader: "T", Content: "{time}{body}"},
		"no IDHeader":                  {Name: "p", Header: "X", Content: "{id}{body}"},
		"PREFIX{hex}":                  {Name: "p", Header: "X", Form: "t={time}v={hex}", Content: "{time}{body}"},
		"a list as in":                 {Name: "p", Header: "X", Form: "v1={hex} v2={hex}"},
		"PREFIX{base64}, a list":       {Name: "p", Header: "X", Form: "{hex},{base64}"},
		"or pairs as in":               {Name: "p", Header: "X", Form: "v1,{hex},v1,{hex}"},
		"want some of {hex}":           {Name: "p", Header: "X", Form: "{sig}"},
		"Hash 99 is none of":           {Name: "p", Header: "X", Hash: 99},
		"Hash 2 is none of":            {Name: "p", Header: "X", Hash: crypto.MD5},
		"the time first":               {Name: "p", Header: "X", Form: "v1={hex},t={time}", Content: "{time}.{body}"},
		"Header \"X S\" is not":        {Name: "p", Header: "X S"},
		"TimeHeader \"T:\" is not":     {Name: "p", Header: "X", TimeHeader: "T:", Content: "{time}.{body}"},
		"TypeHeader \"é\" is not":      {Name: "p", Header: "X", TypeHeader: "é"},
		"IDHeader \"a\\n\" is not":     {Name: "p", Header: "X", IDHeader: "a\n"},
		"-1s is negative":              {Name: "p", Header: "X", TimeHeader: "T", Content: "{time}.{body}", Tolerance: -time.Second},
		"TypePath \"a..b\"":            {Name: "p", Header: "X", TypePath: "a..b"},
		"IDPath \".a\"":                {Name: "p", Header: "X", IDPath: ".a"},
		"TypeHeader and in TypePath":   {Name: "p", Header: "X", TypeHeader: "T", TypePath: "type"},
		"IDHeader and in IDPath":       {Name: "p", Header: "X", IDHeader: "I", IDPath: "id"},
		"the Name of a preset, github": {Name: "github", Header: "X"},
		"says where a time is":         {Name: "p", Header: "X", Tolerance: time.Minute},
	} {
		_, err := s.New(hooks.WithSecrets("s"))
		var wrong *hooks.ConfigError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := hooks.Scheme{Name: "p", Header: "X"}
	if _, err := s.New(hooks.WithSecrets("s"), hooks.WithTolerance(time.Hour)); err == nil {
		t.Error("a tolerance applies to a scheme without a time")
	}
	if _, err := s.New(hooks.WithSecrets("")); err == nil {
		t.Error("an empty secret is accepted")
	}
}

// TestTwitchChallenge answers the delivery by which Twitch looks whether somebody listens.
func TestTwitchChallenge(t *testing.T) {
	p := presetAt(t, "twitch", "s3cre77890ab", now)
	r := newReceiver(t, p, func(context.Context, hooks.Event) (any, error) { return nil, errors.New("called") })
	d := &hooks.Delivery{Header: http.Header{}, Body: []byte(`{"challenge":"pogchamp","subscription":{"status":"webhook_callback_verification_pending","type":"channel.follow"}}`)}
	d.Header.Set("Twitch-Eventsub-Message-Type", "notification") // not signed
	d.Header.Set("Twitch-Eventsub-Message-Id", "1")
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	q := httptest.NewRequest("POST", "/in", strings.NewReader(string(d.Body)))
	q.Header = d.Header
	w := httptest.NewRecorder()
	if r.ServeHTTP(w, q); w.Code != 200 || w.Body.String() != "pogchamp" || w.Header().Get("Content-Type") != "text/plain" {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
}

// Dropbox and Meta ask before they send, and nobody signs that.
func TestChallenges(t *testing.T) {
	const secret = "a secret of theirs"
	handle := func(context.Context, hooks.Event) (any, error) { return nil, errors.New("called") }
	for _, test := range []struct {
		preset, target, want string
		options              []hooks.Option
		status               int
	}{
		{"dropbox", "/in?challenge=a%20b", "a b", nil, 200},
		{"dropbox", "/in?challenge=" + strings.Repeat("x", 2000), "", nil, 401},
		{"dropbox", "/in", "", nil, 401},
		{"meta", "/in?hub.mode=subscribe&hub.challenge=115&hub.verify_token=mine", "115", []hooks.Option{hooks.WithVerifyToken("mine")}, 200},
		{"meta", "/in?hub.mode=subscribe&hub.challenge=115&hub.verify_token=yours", "", []hooks.Option{hooks.WithVerifyToken("mine")}, 401},
		{"meta", "/in?hub.challenge=115&hub.verify_token=mine", "", []hooks.Option{hooks.WithVerifyToken("mine")}, 401},
		{"meta", "/in?hub.mode=subscribe&hub.challenge=115&hub.verify_token=", "", nil, 401},
		{"trello", "/in", "", []hooks.Option{hooks.WithURL("https://example.com/in")}, 401}, // its own is a HEAD
		{"github", "/in?challenge=a&hub.mode=subscribe&hub.challenge=1", "", nil, 401},
	} {
		p, err := hooks.NewPreset(test.preset, append(test.options, hooks.WithSecrets(secret))...)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		newReceiver(t, p, handle).ServeHTTP(w, httptest.NewRequest("GET", test.target, nil))
		if w.Code != test.status || w.Body.String() != test.want {
			t.Errorf("%s %s: %d %q", test.preset, test.target, w.Code, w.Body)
		}
		if w.Code == 200 && w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", test.preset, w.Header())
		}
	}
	if _, err := hooks.NewPreset("github", hooks.WithSecrets(secret), hooks.WithVerifyToken("mine")); err == nil {
		t.Error("a verify token applies to github")
	}
	if _, err := hooks.NewPreset("meta", hooks.WithSecrets(secret), hooks.WithVerifyToken("")); err == nil {
		t.Error("an empty verify token is accepted")
	}
}

// TestTrello signs the callbackURL behind the body, and asks by HEAD whether somebody listens.
func TestTrello(t *testing.T) {
	const secret, body, callback = "a secret of theirs", `{"action":{"type":"updateCard","id":"a1"}}`, "https://example.com/trello?b=1"
	p, err := hooks.NewPreset("trello", hooks.WithSecrets(secret), hooks.WithURL(callback))
	if err != nil {
		t.Fatal(err)
	}
	m := hmac.New(sha1.New, []byte(secret))
	m.Write([]byte(body + callback))
	d := &hooks.Delivery{URL: "/elsewhere", Header: http.Header{}, Body: []byte(body)}
	d.Header.Set("X-Trello-Webhook", base64.StdEncoding.EncodeToString(m.Sum(nil)))
	if id, signed := p.ID(d); p.Authenticate(d) != nil || p.Type(d) != "updateCard" || id != "a1" || !signed {
		t.Errorf("%v, type %q, id %q", p.Authenticate(d), p.Type(d), id)
	}
	r := newReceiver(t, p, func(context.Context, hooks.Event) (any, error) { return nil, errors.New("called") })
	w := httptest.NewRecorder()
	if r.ServeHTTP(w, httptest.NewRequest("HEAD", "/", nil)); w.Code != 200 {
		t.Errorf("HEAD: %d", w.Code)
	}
}

// Supabase shows a secret of Standard Webhooks with the version in front.
func TestSupabase(t *testing.T) {
	const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	d := &hooks.Delivery{Body: []byte(`{"type":"x"}`)}
	if err := presetAt(t, "standardwebhooks", key, now).SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	if err := presetAt(t, "supabase", "v1,"+key, now).Authenticate(d); err != nil {
		t.Error(err)
	}
}

// A sender without ids may send the same twice: it is for the application to say whether that
// is one.
func TestSchemesWithoutIDs(t *testing.T) {
	handle := func(context.Context, hooks.Event) (any, error) { return nil, nil }
	for _, name := range []string{"dropbox", "lemonsqueezy", "meta", "calendly"} {
		p := presetAt(t, name, "a secret of theirs", now)
		if _, err := hooks.Handler(p, handle, hooks.WithReplay(hooks.NewMemoryReplay(10))); err == nil {
			t.Errorf("%s: deliveries are told apart by nothing", name)
		}
		if _, err := hooks.Handler(p, handle, hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.ByBody(time.Hour)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A delivery without the time or the id that the signature covers is refused for that.
func TestSchemeIncomplete(t *testing.T) {
	p, err := hooks.Scheme{Name: "partner", Header: "X-Signature", TimeHeader: "X-Time", IDHeader: "X-Id", Content: "{id}.{time}.{body}"}.New(hooks.WithSecrets("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]string{"X-Signature": hooks.ReasonMissing, "X-Time": hooks.ReasonIncomplete, "X-Id": hooks.ReasonIncomplete} {
		d := &hooks.Delivery{Header: http.Header{}, Body: []byte(`{}`)}
		if err := p.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		d.Header.Del(header)
		var refused *hooks.WebhookVerificationError
		if err := p.Authenticate(d); !errors.As(err, &refused) || refused.Reason != want {
			t.Errorf("without %s: %v", header, err)
		}
	}
}
