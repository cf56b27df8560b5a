package hooks

import (
	"cmp"
	"net/http"
)

// A Delivery is one webhook request, incoming or outgoing, as far as signatures
// cover it.
type Delivery struct {
	Method string      // as in "POST", which an empty one means
	URL    string      // public URL with its query, which few senders sign
	Header http.Header // keys in any case
	Body   []byte      // raw bytes, before any decoding

	lookup *lookup // a receiver's; nil elsewhere
}

// A lookup is what a receiver reads in the JSON body, once for all that read it.
type lookup struct {
	query *query
	found *finding // nil before the first reader
}

// find returns what is in the body. Under a receiver it is the receiver's query
// that is answered, which has all of q.
func (d *Delivery) find(q *query) *finding {
	if d.lookup == nil {
		return q.find(document(d.Body))
	}
	if d.lookup.found == nil {
		d.lookup.found = d.lookup.query.find(document(d.Body))
	}
	return d.lookup.found
}

// An Authenticator reports whether a delivery is authentic. [Verifier] and [Preset]
// are the ones of this package; they are safe for concurrent use.
type Authenticator interface {
	// Authenticate returns a *WebhookVerificationError if the delivery is not
	// authentic.
	Authenticate(d *Delivery) error
}

// A Signer signs outgoing deliveries. [Verifier] and [Preset] are the ones of
// this package; they are safe for concurrent use.
type Signer interface {
	// SignDelivery sets the headers that the receiver will verify, and leaves those
	// that are set already and that a sender chooses: Standard Webhooks' id and
	// timestamp. It makes d.Header if that is nil. It returns a *WebhookSignError if
	// the delivery can't be signed.
	SignDelivery(d *Delivery) error
}

func (d *Delivery) method() string { return cmp.Or(d.Method, http.MethodPost) }
