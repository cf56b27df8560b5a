package hooks

import "net/http"

// slackHandshake answers url_verification with the challenge.
//
// https://docs.slack.dev/reference/events/url_verification
func slackHandshake(_ *Delivery, found *finding) (Response, bool) {
	kind, _ := found.text("type")
	challenge, ok := found.text("challenge")
	if kind != "url_verification" || !ok {
		return Response{}, false
	}
	return jsonResponse(http.StatusOK, map[string]string{"challenge": challenge}), true
}

// zoomHandshake answers endpoint.url_validation with the token and its HMAC under
// the secret that signed the delivery.
//
// https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint
func zoomHandshake(m *headerMAC, d *Delivery, found *finding) (Response, bool) {
	kind, _ := found.text("event")
	token, ok := found.text("payload", "plainToken")
	if kind != "endpoint.url_validation" || !ok {
		return Response{}, false
	}
	encrypted := inHex.append(nil, m.signer(d).digest(0, &content{before: [4]string{token}}))
	return jsonResponse(http.StatusOK, struct {
		PlainToken     string `json:"plainToken"`
		EncryptedToken string `json:"encryptedToken"`
	}{token, string(encrypted)}), true
}

// signer is the key that signed an authentic delivery, and what signs if it is not.
func (m *headerMAC) signer(d *Delivery) keyring {
	for i := range m.keys {
		one := *m
		one.keys = m.keys[i : i+1]
		if one.authenticate(d) == nil {
			return one.keys
		}
	}
	return m.keys
}

// discordHandshake answers the PING of interactions (type 1) with a PONG and that
// of webhook events (type 0) with 204. A webhook event of type 1 is no PING: it has
// an event.
//
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint-acknowledging-ping-requests
// https://docs.discord.com/developers/events/webhook-events#preparing-for-events
func discordHandshake(_ *Delivery, found *finding) (Response, bool) {
	kind, ok := found.number("type")
	switch {
	case found.raw("event") != nil:
	case ok && kind == 0:
		return Response{StatusCode: http.StatusNoContent, Headers: map[string]string{contentType: jsonType}}, true
	case ok && kind == 1:
		return jsonResponse(http.StatusOK, map[string]int{"type": 1}), true
	}
	return Response{}, false
}

// twitchHandshake answers webhook_callback_verification, which is known by the body: the header with
// its name is not signed.
//
// https://dev.twitch.tv/docs/eventsub/handling-webhook-events/#responding-to-a-challenge-request
func twitchHandshake(_ *Delivery, found *finding) (Response, bool) {
	status, _ := found.text("subscription", "status")
	challenge, ok := found.text("challenge")
	if status != "webhook_callback_verification_pending" || !ok {
		return Response{}, false
	}
	return Response{StatusCode: http.StatusOK, Headers: map[string]string{contentType: "text/plain"}, Body: challenge}, true
}

const (
	contentType = "Content-Type"
	jsonType    = "application/json"
)

// jsonResponse is a response with a JSON body. What it is given can be encoded.
func jsonResponse(status int, v any) Response {
	body, _ := marshal(v)
	return Response{StatusCode: status, Headers: map[string]string{contentType: jsonType}, Body: string(body)}
}
