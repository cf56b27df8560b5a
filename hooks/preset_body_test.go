package hooks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/hooks"
)

func TestMailgun(t *testing.T) {
	const key = "key-3ax6xnjp29jd6fds4gc373sgvjxteol0"
	sign := func(stamp, token string) string {
		m := hmac.New(sha256.New, []byte(key))
		m.Write([]byte(stamp + token))
		return hex.EncodeToString(m.Sum(nil))
	}
	body := func(stamp, token, signature string) string {
		return fmt.Sprintf(`{"signature":{"timestamp":%q,"token":%q,"signature":%q},"event-data":{"event":"opened","id":"1"}}`, stamp, token, signature)
	}
	p := presetAt(t, "mailgun", key, 1_700_000_000)
	const stamp, tok = "1700000000", "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0"
	for name, c := range map[string]struct {
		body string
		want string
	}{
		"JSON":            {body(stamp, tok, sign(stamp, tok)), ""},
		"a form":          {"timestamp=" + stamp + "&token=" + tok + "&signature=" + sign(stamp, tok) + "&event=opened", ""},
		"nothing":         {`{"event-data":{"event":"opened"}}`, hooks.ReasonMissing},
		"no token":        {body(stamp, "", sign(stamp, "")), hooks.ReasonMissing},
		"an endless one":  {body(stamp, strings.Repeat("a", 300), sign(stamp, strings.Repeat("a", 300))), hooks.ReasonMissing},
		"another token":   {body(stamp, tok+"0", sign(stamp, tok)), hooks.ReasonMismatch},
		"a shifted digit": {body(stamp+"1", tok[1:], sign(stamp, "1"+tok[1:])), hooks.ReasonMalformed},
		"upper case":      {body(stamp, tok, strings.ToUpper(sign(stamp, tok))), hooks.ReasonMismatch},
		"no time":         {body("now", tok, sign("now", tok)), hooks.ReasonMalformed},
		"old":             {body("1600000000", tok, sign("1600000000", tok)), hooks.ReasonTimestamp},
		"two tokens":      {strings.Replace(body(stamp, tok, sign(stamp, tok)), `"token"`, `"Token":"x","token"`, 1), hooks.ReasonMalformed},
		"two signatures":  {strings.Replace(body(stamp, tok, sign(stamp, tok)), `"signature":{`, `"signature":{"id":"x"},"signature":{`, 1), hooks.ReasonMalformed},
		"a form with two": {"timestamp=" + stamp + "&token=" + tok + "&TOKEN=x&signature=" + sign(stamp, tok), hooks.ReasonMalformed},
	} {
		d := &hooks.Delivery{Header: http.Header{}, Body: []byte(c.body)}
		if got := refusal(p.Authenticate(d)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := &hooks.Delivery{Body: []byte(body(stamp, tok, sign(stamp, tok)))}
	if id, signed := p.ID(d); id != tok || !signed || p.Type(d) != "opened" {
		t.Errorf("id %q, type %q", id, p.Type(d))
	}
	if p.SignDelivery(d) == nil {
		t.Error("it signs")
	}
	count := &runs{}
	receiver := newReceiver(t, p, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)))
	form := "timestamp=" + stamp + "&token=" + tok + "&signature=" + sign(stamp, tok) + "&event=opened"
	for _, text := range []string{form, form, form + "&recipient=other"} {
		count.post(t, receiver, httptest.NewRequest("POST", "/in", strings.NewReader(text)), 200, 1, "a form")
	}
}

func TestAdyen(t *testing.T) {
	const key = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"
	raw, _ := hex.DecodeString(key)
	sign := func(text string) string {
		m := hmac.New(sha256.New, raw)
		m.Write([]byte(text))
		return base64.StdEncoding.EncodeToString(m.Sum(nil))
	}
	item := func(signature, success, value string) string {
		return fmt.Sprintf(`{"NotificationRequestItem":{"additionalData":{"hmacSignature":%q},"amount":{"currency":"EUR","value":%s},"eventCode":"AUTHORISATION",`+
			`"merchantAccountCode":"TestMerchant","merchantReference":"a:b","pspReference":"7914073381342284","success":%s}}`, signature, value, success)
	}
	const text = "7914073381342284::TestMerchant:a:b:1130:EUR:AUTHORISATION:true"
	p, err := hooks.NewPreset("adyen", hooks.WithSecrets(key))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		items string
		want  string
	}{
		"as documented":   {item(sign(text), `"true"`, "1130"), ""},
		"by its library":  {item("8CDClPUyYJa30jBNu+kJLH72pmvsWCzd2vkfpYi7Ges=", `"true"`, "1130"), ""}, // @adyen/api-library
		"a boolean":       {item(sign(text), `true`, "1130"), ""},
		"another amount":  {item(sign(text), `"true"`, "1131"), hooks.ReasonMismatch},
		"no success":      {item(sign(text), `"false"`, "1130"), hooks.ReasonMismatch},
		"nothing":         {item("", `"true"`, "1130"), hooks.ReasonMalformed},
		"two items":       {strings.Replace(item(sign(text), `"true"`, "1130"), `{"NotificationRequestItem"`, `{"NotificationRequestItem":{"reason":"forged"},"NotificationRequestItem"`, 1), hooks.ReasonMalformed},
		"another case":    {strings.Replace(item(sign(text), `"true"`, "1130"), `"amount":`, `"Amount":{"value":1},"amount":`, 1), hooks.ReasonMalformed},
		"an escaped name": {strings.Replace(item(sign(text), `"true"`, "1130"), `"amount":`, `"am\u006funt":{"value":1},"amount":`, 1), hooks.ReasonMalformed},
		"an object":       {strings.Replace(item(sign(text), `"true"`, "1130"), `{"additionalData"`, `{"originalReference":{"x":1},"additionalData"`, 1), hooks.ReasonMalformed},
		"a shifted colon": {strings.Replace(item(sign(text), `"true"`, "1130"), `"TestMerchant","merchantReference":"a:b"`, `"TestMerchant:a","merchantReference":"b"`, 1), hooks.ReasonMalformed},
		"a second item":   {item(sign(text), `"true"`, "1130") + "," + item("", `"true"`, "1"), hooks.ReasonMissing},
		"without an item": {"", hooks.ReasonMissing},
	} {
		d := &hooks.Delivery{Header: http.Header{}, Body: []byte(`{"live":"false","notificationItems":[` + c.items + `]}`)}
		if got := refusal(p.Authenticate(d)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "" && p.Type(d) != "AUTHORISATION" {
			t.Errorf("type %q", p.Type(d))
		}
	}
	// The whole body is signed where the header is: only then it may have the type of a platform.
	typed := &hooks.Delivery{Header: http.Header{}, Body: []byte(`{"type":"balancePlatform.transfer.created","notificationItems":[` + item(sign(text), `"true"`, "1130") + `]}`)}
	if got := refusal(p.Authenticate(typed)); got != hooks.ReasonMalformed {
		t.Errorf("a payment with the type of a platform: %q", got)
	}
	count := &runs{}
	receiver := newReceiver(t, p, count.handle, hooks.WithReplay(hooks.NewMemoryReplay(10)))
	for _, live := range []string{"true", "false", "forged"} {
		body := `{"live":"` + live + `","notificationItems":[` + item(sign(text), `"true"`, "1130") + `]}`
		count.post(t, receiver, httptest.NewRequest("POST", "/in", strings.NewReader(body)), 200, 1, "a payment with "+live)
	}
	const platform = `{"type":"balancePlatform.transfer.created"}`
	d := &hooks.Delivery{Header: http.Header{"Hmacsignature": {sign(platform)}}, Body: []byte(platform)}
	if err := p.Authenticate(d); err != nil || p.Type(d) != "balancePlatform.transfer.created" {
		t.Errorf("a platform's: %v, type %q", err, p.Type(d))
	}
	for _, secret := range []string{"s3cret", "44782D"} {
		if _, err := hooks.NewPreset("adyen", hooks.WithSecrets(secret)); err == nil {
			t.Errorf("%q is taken", secret)
		}
	}
}

// Box signs with two keys: either will do.
func TestBox(t *testing.T) {
	const body, stamp = `{"id":"evt_1","trigger":"FILE.UPLOADED"}`, "2023-11-14T15:13:20-07:00"
	sign := func(key string) string {
		m := hmac.New(sha256.New, []byte(key))
		m.Write([]byte(body + stamp))
		return base64.StdEncoding.EncodeToString(m.Sum(nil))
	}
	for name, c := range map[string]struct {
		primary, secondary string
		want               string
	}{
		"both":          {sign("one"), sign("two"), ""},
		"the primary":   {sign("one"), sign("new"), ""},
		"the secondary": {sign("new"), sign("two"), ""},
		"only that":     {"", sign("two"), ""},
		"neither":       {sign("new"), sign("newer"), hooks.ReasonMismatch},
		"nothing":       {"", "", hooks.ReasonMissing},
	} {
		p, err := hooks.NewPreset("box", hooks.WithSecrets("one", "two"), at(1_700_000_000))
		if err != nil {
			t.Fatal(err)
		}
		d := &hooks.Delivery{Header: http.Header{}, Body: []byte(body)}
		d.Header.Set("BOX-DELIVERY-TIMESTAMP", stamp)
		d.Header.Set("BOX-SIGNATURE-PRIMARY", c.primary)
		d.Header.Set("BOX-SIGNATURE-SECONDARY", c.secondary)
		if got := refusal(p.Authenticate(d)); got != c.want || p.Type(d) != "FILE.UPLOADED" {
			t.Errorf("%s: %q, want %q; type %q", name, got, c.want, p.Type(d))
		}
		if id, signed := p.ID(d); id != "evt_1" || !signed {
			t.Errorf("id %q", id)
		}
	}
}
