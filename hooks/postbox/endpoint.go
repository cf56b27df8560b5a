package postbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"signalbox/hooks"
)

// An Endpoint is where a tenant wants events to be sent.
type Endpoint struct {
	// ID names the endpoint; made if it is empty.
	ID string
	// Tenant is whose events it gets: a customer, say.
	Tenant string
	// URL is https, or http with Options.Sender.AllowHTTP. Private addresses are refused unless
	// Options.Sender.AllowPrefixes has them, and names that lead to such when they are sent to.
	URL string
	// Types are the types of events that it gets: "invoice.paid", or "invoice.*" for all that
	// begin with "invoice.". None means all.
	Types []string
	// Secrets sign what is sent, the newest first. One is made if there is none. They are
	// stored as they are: who reads the database can sign.
	Secrets []Secret
	// Header holds headers for this endpoint, such as an Authorization that it wants.
	Header http.Header
	// Disabled endpoints get nothing; what waits for them is [Dead] as soon as its time comes. An endpoint that answers
	// 410 is disabled, as Standard Webhooks says.
	Disabled bool
	// Note is the application's own.
	Note string

	// CreatedAt is when it was added. FailingSince is since when all attempts have failed;
	// zero if the last was accepted, or there was none.
	CreatedAt, FailingSince time.Time
}

// A Secret signs what an endpoint gets.
type Secret struct {
	Value string // "whsec_..."
	// Until is when it signs no more; zero means always.
	Until time.Time
}

// wants reports whether an endpoint gets events of a type.
func (e *Endpoint) wants(event string) bool {
	if e.Disabled || len(e.Types) == 0 {
		return !e.Disabled
	}
	return slices.ContainsFunc(e.Types, func(t string) bool {
		family, all := strings.CutSuffix(t, "*")
		return t == event || all && strings.HasPrefix(event, family)
	})
}

// secrets are those that sign at a time.
func (e *Endpoint) secrets(now time.Time) (values []string) {
	for _, s := range e.Secrets {
		if s.Until.IsZero() || s.Until.After(now) {
			values = append(values, s.Value)
		}
	}
	return values
}

func standardSigner(_ Endpoint, secrets []string) (hooks.Signer, error) {
	return hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secrets...))
}

// inTurn returns the secrets with the first one behind the others after each attempt: receivers
// that know one of them accept one of as many attempts.
func inTurn(secrets []string, attempt int) []string {
	first := (attempt - 1) % max(1, len(secrets))
	return slices.Concat(secrets[first:], secrets[:first])
}

// newSecret is 256 random bits, as Standard Webhooks writes them.
func newSecret() Secret {
	var bits [32]byte
	rand.Read(bits[:])
	return Secret{Value: "whsec_" + base64.StdEncoding.EncodeToString(bits[:])}
}

// checkEndpoint refuses an endpoint that nothing could be sent to.
func (b *Box[Tx]) checkEndpoint(e Endpoint) error {
	bad := func(problem string) error { return &hooks.ConfigError{Setting: "endpoint", Problem: problem} }
	switch {
	case e.Tenant == "":
		return bad("it has no Tenant")
	}
	for _, t := range e.Types {
		if t == "" || strings.Contains(strings.TrimSuffix(t, ".*"), "*") {
			return bad(fmt.Sprintf(`%q of its Types is none of events; want "invoice.paid", "invoice.*" for all of a family, or no Types for all events`, t))
		}
	}
	signer, err := b.options.Signer(e, e.secrets(time.Now()))
	if err != nil {
		return err
	}
	return b.sends.inner.Sender().Check(hooks.Endpoint{URL: e.URL, Header: e.Header, Signer: signer})
}

// ErrNoEndpoint is the error for an ID that no endpoint has.
var ErrNoEndpoint = errors.New("postbox: there is no such endpoint")

// AddEndpoint stores an endpoint, and returns it with the ID and the secret that it was given.
// It returns a [*hooks.ConfigError] for one that can't be used, or whose ID another has.
func (b *Box[Tx]) AddEndpoint(ctx context.Context, e Endpoint) (Endpoint, error) {
	if e.ID == "" {
		e.ID = "ep_" + rand.Text()
	}
	if len(e.Secrets) == 0 {
		e.Secrets = []Secret{newSecret()}
	}
	e.CreatedAt = time.Now().UTC()
	if err := b.checkEndpoint(e); err != nil {
		return Endpoint{}, err
	}
	document, err := json.Marshal(e)
	if err != nil {
		return Endpoint{}, err
	}
	err = b.db.begin(ctx, func(tx Tx) error {
		changed, err := b.exec(ctx, tx, `INSERT INTO webhook_endpoints (id, tenant, version, document) VALUES ($1, $2, 0, $3)
ON CONFLICT (id) DO NOTHING`, e.ID, e.Tenant, string(document))
		if err == nil && changed == 0 {
			err = &hooks.ConfigError{Setting: "endpoint", Problem: fmt.Sprintf("another has the ID %q", e.ID)}
		}
		return err
	})
	if err != nil {
		return Endpoint{}, err
	}
	return e, nil
}

// Endpoint returns the endpoint of an ID, or [ErrNoEndpoint].
func (b *Box[Tx]) Endpoint(ctx context.Context, id string) (e Endpoint, err error) {
	err = b.db.begin(ctx, func(tx Tx) error {
		e, _, err = b.endpoint(ctx, tx, id)
		return err
	})
	return e, err
}

func (b *Box[Tx]) endpoint(ctx context.Context, tx Tx, id string) (e Endpoint, version int64, err error) {
	found := false
	err = b.each(ctx, tx, `SELECT version, document FROM webhook_endpoints WHERE id = $1`, func(scan func(...any) error) error {
		var document string
		if err := scan(&version, &document); err != nil {
			return err
		}
		found = true
		return json.Unmarshal([]byte(document), &e)
	}, id)
	if err == nil && !found {
		err = fmt.Errorf("%w: %q", ErrNoEndpoint, id)
	}
	return e, version, err
}

// Endpoints returns the endpoints of a tenant, by their IDs.
func (b *Box[Tx]) Endpoints(ctx context.Context, tenant string) (all []Endpoint, err error) {
	err = b.db.begin(ctx, func(tx Tx) error {
		all, err = b.endpoints(ctx, tx, tenant)
		return err
	})
	return all, err
}

func (b *Box[Tx]) endpoints(ctx context.Context, tx Tx, tenant string) (all []Endpoint, err error) {
	err = b.each(ctx, tx, `SELECT document FROM webhook_endpoints WHERE tenant = $1 ORDER BY id`, func(scan func(...any) error) error {
		var document string
		if err := scan(&document); err != nil {
			return err
		}
		var e Endpoint
		err := json.Unmarshal([]byte(document), &e)
		all = append(all, e)
		return err
	}, tenant)
	return all, err
}

// UpdateEndpoint changes an endpoint by a function, which may run again if another changes it
// at the same time. ID, tenant and CreatedAt stay. It returns what is stored then, or
// [ErrNoEndpoint], or a [*hooks.ConfigError] for what can't be used.
func (b *Box[Tx]) UpdateEndpoint(ctx context.Context, id string, change func(e *Endpoint)) (Endpoint, error) {
	return b.change(ctx, id, func(e *Endpoint) error {
		change(e)
		return b.checkEndpoint(*e)
	})
}

// change is UpdateEndpoint by a function that may refuse.
func (b *Box[Tx]) change(ctx context.Context, id string, change func(e *Endpoint) error) (e Endpoint, err error) {
	for changed := int64(0); changed == 0 && err == nil; {
		err = b.db.begin(ctx, func(tx Tx) error {
			before, version, err := b.endpoint(ctx, tx, id)
			if err != nil {
				return err
			}
			e = before
			if err := change(&e); err != nil {
				return err
			}
			e.ID, e.Tenant, e.CreatedAt = before.ID, before.Tenant, before.CreatedAt
			document, err := json.Marshal(e)
			if err != nil {
				return err
			}
			changed, err = b.exec(ctx, tx, `UPDATE webhook_endpoints SET version = version + 1, document = $1 WHERE id = $2 AND version = $3`, string(document), id, version)
			return err
		})
	}
	return e, err
}

// RotateSecret makes a new secret for an endpoint, and returns it. The ones before sign as well
// for as long as keep, so that the tenant can put the new one in: see [Options].Signer. A negative
// time is a [*hooks.ConfigError].
func (b *Box[Tx]) RotateSecret(ctx context.Context, id string, keep time.Duration) (Secret, error) {
	next := newSecret()
	if keep < 0 {
		return next, &hooks.ConfigError{Setting: "RotateSecret", Problem: "the time is negative; 0 has the secrets before sign no more"}
	}
	_, err := b.UpdateEndpoint(ctx, id, func(e *Endpoint) {
		now := time.Now().UTC()
		until := now.Add(keep)
		left := []Secret{next}
		for _, s := range e.Secrets {
			if s.Until.IsZero() || s.Until.After(until) {
				s.Until = until
			}
			if s.Until.After(now) {
				left = append(left, s)
			}
		}
		e.Secrets = left
	})
	return next, err
}

// RemoveEndpoint removes an endpoint. What waits for it, also to be tried again, is [Dead] with it.
// Options.OnDead is not called, for no attempt has failed: [Box.Sent] has it. What is being sent just
// now is Dead at its next attempt. It returns [ErrNoEndpoint] if there is none.
func (b *Box[Tx]) RemoveEndpoint(ctx context.Context, id string) error {
	return b.db.begin(ctx, func(tx Tx) error {
		changed, err := b.exec(ctx, tx, `DELETE FROM webhook_endpoints WHERE id = $1`, id)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%w: %q", ErrNoEndpoint, id)
		}
		if err != nil {
			return err
		}
		_, err = b.exec(ctx, tx, `UPDATE river_job SET state = 'cancelled', finalized_at = $2 WHERE `+isUnfinished+` AND state <> 'running' AND metadata ->> 'endpoint' = $1`, id, b.db.time(time.Now()))
		return err
	})
}
