// Package hooks receives, verifies, signs and sends webhooks.
//
// A [Verifier] is one of the eight kinds of the JavaScript package
// @redwoodjs/api: signatures made here verify there, and the other way round. A
// [Preset] is a sender: "github", "stripe", "slack", "standardwebhooks" and three dozen
// more ([Presets]), each with its headers, its tolerance of time and the answer to its
// handshake; a [Scheme] describes another. All take several secrets at once, so that one
// can be replaced. Package redwood has that JavaScript package's own operations, and
// signalbox/hooks/postbox an inbox and an outbox in a database.
//
//	github, err := hooks.NewPreset("github", hooks.WithSecrets(os.Getenv("GITHUB_WEBHOOK_SECRET")))
//	...
//	receiver, err := hooks.Handler(github, nil,
//		hooks.On("push", func(ctx context.Context, push Push) (any, error) { ... }))
//	...
//	http.Handle("POST /webhooks/github", receiver)
//
// [Handler] makes a [Receiver]: it reads the body within a limit, verifies its raw
// bytes, decodes it by the event's type and answers
//
//	200 {"data": value}      the handler succeeded, or [Ignore] lets the type pass
//	400 {"data": message}    the event's type is not supported or can't be read
//	401                      the delivery is not authentic
//	408                      the body does not end
//	413                      the body is too large
//	500 {"error": message}   any other error, and panics: they are logged, not answered
//
// With a [ReplayStore] a duplicate of a delivery that the handler has processed is
// answered 200 without running it, one that is being processed 409, and 503 if the
// store can't be asked. [Receiver.HandleEvent] is the same under a serverless
// runtime. A Sender signs and delivers webhooks of one's own.
//
// # What it refuses
//
// All comparisons take constant time. A change of a single bit, of payload,
// signature, secret, time or id, is refused wherever the sender's signature covers
// it. An empty secret, an unknown verifier and a tolerance that is no duration are
// a [ConfigError] when the value is made; nothing is ever accepted for want of a
// setting. A blank secret, one with a line break or a space around it, and a public
// key in place of a secret are refused too. Messages hold nothing that the other side wrote.
//
// Two leniencies of @redwoodjs/api remain, for signatures and secrets that exist.
// A signature of the base64 verifiers may be in the URL alphabet, without padding,
// with white space around it and text behind its padding. Their secret is decoded
// as Node does, so that characters outside of base64 and bits that make no whole
// byte don't count. Use secrets whose length is a multiple of four.
//
// What a signature does not cover, no receiver can check: secretKeyVerifier and
// GitLab send a token that is not bound to the body, as pubsub and mailgun do, sns and adyen
// sign some of its members, a JWT binds it only by its
// sha256 claim ([WithBodyHash]), and GitHub, Shopify, Twilio,
// Linear and GitLab don't sign the id.
package hooks
