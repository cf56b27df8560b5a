package hooks

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// A key names a delivery in a replay store. It is the digest of
//
//   - the verifier's kind or the preset's name, the scope of WithReplay, and one
//     secret: endpoints that share a store don't block one another,
//   - what distinguishes the delivery from the endpoint's others.
//
// While an endpoint has several secrets, a delivery has a key for each of them. So
// it is known again by machines that have only the old secret or the new one, and
// after the old one is gone.

// fingerprints returns what keys begin with, one for each secret. A secret can't
// be had back from them.
func (r *Receiver) fingerprints() [][]byte {
	kind, secrets := "", []string{""} // of an Authenticator of the application
	switch v := r.verify.(type) {
	case *Preset:
		kind, secrets = v.name, v.config.secrets
	case *Verifier:
		if kind = v.kind; v.kind != skipVerifier {
			secrets = v.config.secrets
		}
	}
	prints := make([][]byte, len(secrets))
	for i, secret := range secrets {
		prints[i] = digest(nil, "signalbox/hooks replay", kind, r.replay.scope, secret)
	}
	return prints
}

// digest hashes texts, each with its length, and then data.
func digest(data []byte, texts ...string) []byte {
	h := sha256.New()
	for _, text := range texts {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	h.Write(data)
	return h.Sum(nil)
}

// An identity is what distinguishes a delivery from the others of its endpoint.
type identity struct {
	kind string
	text string // an id, say
	body bool   // what is signed of the body counts too
	ttl  time.Duration
}

// identify returns the identity of a delivery. ok is false if it has none.
func (r *Receiver) identify(d *Delivery, e *Event, signed bool) (i identity, ok bool) {
	window := r.replay.window
	if window == 0 {
		window = r.replay.ttl
	}
	switch p := r.preset; {
	case r.id == nil && p != nil && p.byBody:
		i = identity{"body", "", true, window}
		if p.byType {
			i.text = e.Type
		}
		return i, true
	case e.ID != "":
		// Nobody can take the id of a delivery that is still to come: where the signature
		// doesn't cover the id, the body counts too.
		return identity{"id", e.ID, !signed, r.replay.ttl}, true
	case r.replay.window > 0:
		return identity{"body", "", true, window}, true
	}
	// A recording is known again, by the time that is signed; an attempt that is signed
	// anew is not.
	if t, ok := r.signedTime(d); ok {
		return identity{"time", t, true, r.replay.ttl}, true
	}
	return identity{}, false
}

// keys returns a delivery's keys in the store, one for each secret.
func (r *Receiver) keys(d *Delivery, i identity) []string {
	keys := make([]string, len(r.replay.fingerprints))
	for n, fingerprint := range r.replay.fingerprints {
		var body []byte
		if i.body {
			body = r.bodyDigest(d, n)
		}
		sum := digest(body, string(fingerprint), i.kind, i.text)
		keys[n] = "webhook:" + hex.EncodeToString(sum)
	}
	return keys
}

// A bodySigner is a scheme whose signature is a MAC without a time, of the body or
// of what it decodes to.
type bodySigner interface {
	// bodyMAC returns the MAC of an authentic delivery by the nth secret. The body is
	// not hashed again if there is one secret.
	bodyMAC(d *Delivery, signature string, n int) (mac []byte, ok bool)
}

// bodyDigest is the digest of what is signed of a body, without what changes from
// attempt to attempt.
func (r *Receiver) bodyDigest(d *Delivery, n int) []byte {
	if p := r.preset; p != nil && p.changes != nil {
		found := d.find(p.query)
		return digestWithout(found.body, found.cuts)
	}
	scheme, signature := r.signed(d)
	if s, ok := scheme.(bodySigner); ok {
		if r.preset != nil {
			d = r.preset.public(d)
		}
		if mac, ok := s.bodyMAC(d, signature, n); ok {
			return mac
		}
	}
	return digestWithout(d.Body, nil)
}

// digestWithout hashes a body without parts of it.
func digestWithout(body []byte, cuts []span) []byte {
	h := sha256.New()
	at := 0
	for _, cut := range cuts {
		h.Write(body[at:cut.from])
		at = cut.to
	}
	h.Write(body[at:])
	return h.Sum(nil)
}

// A timeSigner is a scheme whose signature covers a time.
type timeSigner interface {
	// signedTime returns the time of an authentic delivery, as it was signed.
	signedTime(d *Delivery, signature string) (t string, ok bool)
}

func (r *Receiver) signedTime(d *Delivery) (t string, ok bool) {
	scheme, signature := r.signed(d)
	if s, ok := scheme.(timeSigner); ok {
		return s.signedTime(d, signature)
	}
	return "", false
}

// signed returns how deliveries are signed, and the signature of one.
func (r *Receiver) signed(d *Delivery) (scheme any, signature string) {
	switch v := r.verify.(type) {
	case *Preset:
		return v.scheme, d.header(v.header)
	case *Verifier:
		signature, _ = v.signatureOf(d.Header)
		return v.scheme, signature
	}
	return nil, ""
}
