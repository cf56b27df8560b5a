package hooks_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

// A receiver of GitHub's webhooks, and two deliveries: an authentic one and a
// forged one.
func Example() {
	github, err := hooks.NewPreset("github", hooks.WithSecrets("It's a Secret to Everybody"))
	if err != nil {
		fmt.Println(err)
		return
	}
	type push struct {
		Ref string `json:"ref"`
	}
	receiver, err := hooks.Handler(github, nil, quiet,
		hooks.On("push", func(_ context.Context, p push) (any, error) {
			return "built " + p.Ref, nil
		}),
		hooks.WithReplay(hooks.NewMemoryReplay(10_000)))
	if err != nil {
		fmt.Println(err)
		return
	}

	body := `{"ref":"refs/heads/main"}`
	d := &hooks.Delivery{Body: []byte(body), Header: http.Header{}}
	d.Header.Set("X-GitHub-Event", "push")
	if err := github.SignDelivery(d); err != nil {
		fmt.Println(err)
		return
	}
	for _, sent := range []string{body, body, strings.Replace(body, "main", "mine", 1)} {
		request := httptest.NewRequest("POST", "/webhooks/github", strings.NewReader(sent))
		request.Header = d.Header
		response := httptest.NewRecorder()
		receiver.ServeHTTP(response, request)
		fmt.Println(response.Code, response.Body)
	}
	// Output:
	// 200 {"data":"built refs/heads/main"}
	// 200 {"data":null}
	// 401
}

func ExampleNewVerifier() {
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("of tomorrow", "of today"))
	if err != nil {
		fmt.Println(err)
		return
	}
	signature, err := v.Sign([]byte(`{"id":1}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(signature)
	fmt.Println(v.Verify([]byte(`{"id":1}`), signature))
	fmt.Println(v.Verify([]byte(`{"id":2}`), signature))
	// Output:
	// sha256=da3d9e5f65179d010cbec59ca91518e4d2f1c3c286e49aa137f2535bb9e273c1
	// <nil>
	// You don't have access to invoke this function. (signature mismatch)
}

// What senders of Standard Webhooks want, spelled out with a base64Sha256Verifier:
// the payload is built of two headers and the body, and a transformer picks the
// signature. StandardWebhooks does all of that.
func ExampleVerifyEvent() {
	event := hooks.Event{
		Headers: map[string]string{
			"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
			"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		},
		Body: `{"test": 2432232314}`,
	}
	payload := event.Header("webhook-id") + "." + event.Header("webhook-timestamp") + "." + string(event.Payload())
	err := redwood.VerifyEvent("base64Sha256Verifier", redwood.Verification{
		Event: event, Payload: []byte(payload), Secrets: []string{"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
		Options: redwood.VerifyOptions{
			SignatureHeader: "Webhook-Signature",
			SignatureTransformer: func(list string) (string, error) {
				for item := range strings.SplitSeq(list, " ") {
					if signature, ok := strings.CutPrefix(item, "v1,"); ok {
						return signature, nil
					}
				}
				return "", errors.New("no v1 signature")
			},
			EventTimestamp:           redwood.UnixMilliseconds(time.Unix(1614265330, 0)),
			CurrentTimestampOverride: redwood.UnixMilliseconds(time.Unix(1614265400, 0)),
		},
	})
	fmt.Println(err)
	// Output: <nil>
}

func ExampleSignPayload() {
	signature, err := redwood.SignPayload("timestampSchemeVerifier", []byte(`{"id":1}`), []string{"secret"}, redwood.VerifyOptions{
		CurrentTimestampOverride: redwood.UnixMilliseconds(time.UnixMilli(1700000000000)),
	})
	fmt.Println(signature, err)
	// Output: t=1700000000000,v1=17107187e6f9d8e13c7efccc1ed808974bda9b3eb9a262c5ad6c4f4a22f3f660 <nil>
}

func ExampleReceiver_HandleEvent() {
	slack, err := hooks.NewPreset("slack", hooks.WithSecrets("secret"), at(now))
	if err != nil {
		fmt.Println(err)
		return
	}
	receiver, err := hooks.Handler(slack, nil, quiet, hooks.On("app_mention", func(context.Context, any) (any, error) { return nil, nil }))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := &hooks.Delivery{Body: []byte(`{"type":"url_verification","challenge":"3eZbrw1a"}`)}
	if err := slack.SignDelivery(d); err != nil {
		fmt.Println(err)
		return
	}
	response, _ := receiver.HandleEvent(context.Background(), hooks.Event{
		Body: string(d.Body),
		Headers: map[string]string{
			"X-Slack-Signature":         d.Header.Get("X-Slack-Signature"),
			"X-Slack-Request-Timestamp": d.Header.Get("X-Slack-Request-Timestamp"),
		},
	})
	fmt.Println(response.StatusCode, response.Body)
	// Output: 200 {"challenge":"3eZbrw1a"}
}

// A partner who sends the HMAC in bare hex: what the verifier makes for the partner's
// own receiver, or for a test, is bare too.
func ExampleWithSignaturePrefix() {
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("s3cret"),
		hooks.WithSignatureHeader("X-Signature"), hooks.WithSignaturePrefix(""))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := &hooks.Delivery{Body: []byte(`{"order":7}`)}
	if err := v.SignDelivery(d); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Header.Get("X-Signature"))
	fmt.Println(v.Authenticate(d))
	// Output:
	// c589114ccabef4aa495c00c73cf4624a74dd62c0eaa8b42559bd16c26c391fd6
	// <nil>
}

// A receiver that expects a form, as Slack's commands are, signed as Slack signs.
func ExampleMessage() {
	slack, err := hooks.NewPreset("slack", hooks.WithSecrets("s3cret"))
	if err != nil {
		fmt.Println(err)
		return
	}
	receiver, err := hooks.Handler(slack, nil, quiet, hooks.On("/deploy", func(_ context.Context, c struct{ Text string }) (any, error) {
		return "deploying " + c.Text, nil
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(receiver)
	defer server.Close()
	sender, err := hooks.NewSender(hooks.SenderOptions{AllowHTTP: true, AllowPrefixes: loopback}) // of this machine
	if err != nil {
		fmt.Println(err)
		return
	}
	form := url.Values{"command": {"/deploy"}, "text": {"main"}}
	message := hooks.Message{Body: []byte(form.Encode()), ContentType: "application/x-www-form-urlencoded"}
	receipt, err := sender.Send(context.Background(), message, hooks.Endpoint{URL: server.URL, Signer: slack})
	fmt.Println(receipt.Status, string(receipt.Response), err)
	// Output:
	// 200 {"data":"deploying main"} <nil>
}

// A sender that no preset knows is described as its documentation does it.
func ExampleScheme() {
	partner, err := hooks.Scheme{
		Name:   "partner",
		Header: "X-Partner-Signature", Form: "sha256={hex}",
		TimeHeader: "X-Partner-Timestamp", Content: "{time}.{body}",
		TypePath: "event.type", IDPath: "event.id",
	}.New(hooks.WithSecrets("secret"), hooks.WithClock(func() time.Time { return time.Unix(1_700_000_000, 0) }))
	if err != nil {
		log.Fatal(err)
	}
	d := &hooks.Delivery{Body: []byte(`{"event":{"id":"e1","type":"order.paid"}}`)}
	if err := partner.SignDelivery(d); err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Header.Get("X-Partner-Timestamp"), d.Header.Get("X-Partner-Signature")[:15])
	fmt.Println(partner.Type(d), partner.Authenticate(d))
	d.Body[0] = '['
	fmt.Println(partner.Authenticate(d))
	// Output:
	// 1700000000 sha256=63eaf3fa
	// order.paid <nil>
	// You don't have access to invoke this function. (signature mismatch)
}
