package graphqlsrv

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// A Token holds the credentials of a request as they came.
type Token struct {
	// Type is the provider that the header auth-provider, or the cookie of that
	// name, gives: "clerk". "" means that the request has no credentials.
	Type string
	// Schema is "cookie", or the scheme of the header Authorization as the client wrote it:
	// "Bearer", "bearer", or any other. A [Decoder] that takes one scheme compares it.
	Schema string
	// Value is what follows the scheme, or the whole Cookie header.
	Value string
}

// A Decoder reads credentials: it verifies a JWT, or looks a session up. nil
// without an error means that they are not of its kind.
type Decoder func(ctx context.Context, token Token, r *http.Request) (decoded any, err error)

// Decoders asks one decoder after the other until one answers.
func Decoders(list ...Decoder) Decoder {
	return func(ctx context.Context, token Token, r *http.Request) (any, error) {
		for _, d := range list {
			if decoded, err := d(ctx, token, r); err != nil || !isNothing(decoded) {
				return decoded, err
			}
		}
		return nil, nil
	}
}

// A CurrentUser finds the user behind decoded credentials; nil means nobody. It is
// called with what a decoder answered: never with nil, unless there is no decoder.
type CurrentUser func(ctx context.Context, decoded any, token Token, r *http.Request) (user any, err error)

// tokenOf reads the credentials of a request: the cookie auth-provider, which
// makes the cookies the credentials, or else the header of that name with
// Authorization beside it.
func tokenOf(r *http.Request) (Token, error) {
	if cookies := r.Header["Cookie"]; len(cookies) > 0 {
		if c, err := r.Cookie("auth-provider"); err == nil && c.Value != "" {
			return Token{c.Value, "cookie", strings.Join(cookies, "; ")}, nil
		}
	}
	provider := header(r, "Auth-Provider")
	if provider == "" {
		return Token{}, nil
	}
	schema, value, ok := strings.Cut(header(r, "Authorization"), " ")
	if !ok || schema == "" || value == "" || strings.Contains(value, " ") {
		return Token{}, Unauthenticated(`The header Authorization must be a scheme, one space and a token, such as "Bearer 3f9a", if there is a header auth-provider.`)
	}
	return Token{provider, schema, value}, nil
}

// authenticate finds out who is asking.
func (e *engine) authenticate(ctx context.Context, c *Context) (err error) {
	if e.cfg.decode == nil && e.cfg.currentUser == nil || c.Request == nil {
		return nil
	}
	defer func() {
		if r := recover(); r != nil { // only then a log is made
			err = e.errorLog().panicked(ctx, r)
		}
	}()
	if c.Token, err = tokenOf(c.Request); err != nil {
		return fmt.Errorf("reading the credentials: %w", err)
	}
	if c.Token.Type == "" {
		if header(c.Request, "Authorization") != "" {
			e.warnOnce("Authorization", "graphql: the header Authorization counts only beside a header auth-provider: the request is anonymous", "request", c.ID)
		}
		return nil
	}
	if e.cfg.decode != nil {
		if c.Decoded, err = e.cfg.decode(ctx, c.Token, c.Request); err != nil {
			return fmt.Errorf("reading the credentials: %w", err)
		}
		if isNothing(c.Decoded) {
			c.Decoded = nil
			return nil // nobody's credentials have no user
		}
	}
	if e.cfg.currentUser == nil {
		c.CurrentUser = c.Decoded
		return nil
	}
	if c.CurrentUser, err = e.cfg.currentUser(ctx, c.Decoded, c.Token, c.Request); err != nil {
		return fmt.Errorf("finding the current user: %w", err)
	}
	if isNothing(c.CurrentUser) {
		c.CurrentUser = nil
	}
	return nil
}

// isNothing reports whether v is nil, also where it has a type: a (*User)(nil) is
// nobody.
func isNothing(v any) bool { return isNil(reflect.ValueOf(v)) || v == nil }

// newContext makes the context of a request; r may be nil. A failure refuses the request.
func (e *engine) newContext(ctx context.Context, r *http.Request) (context.Context, *failure) {
	ctx, f := e.identify(ctx, r)
	if f != nil {
		e.refused(ctx, "", f)
	}
	return ctx, f
}

// identify makes the context of a request, of which the failure says nothing yet.
func (e *engine) identify(ctx context.Context, r *http.Request) (context.Context, *failure) {
	ctx, c := anonymous(ctx, r)
	if err := e.authenticate(ctx, c); err != nil {
		return ctx, e.errorLog().failure(ctx, failedAuth, err)
	}
	return ctx, nil
}

// anonymous makes the context of a request before anything is known of who asks.
func anonymous(ctx context.Context, r *http.Request) (context.Context, *Context) {
	c := &Context{Request: r}
	if r != nil {
		c.ID = requestIDOf(header(r, "X-Request-Id"))
	}
	if c.ID == "" {
		c.ID = newRequestID()
	}
	return NewContext(ctx, c), c
}

// newRequestID returns an id for a log, which others need not be unable to guess.
func newRequestID() string {
	return hex.EncodeToString(binary.NativeEndian.AppendUint64(binary.NativeEndian.AppendUint64(nil, rand.Uint64()), rand.Uint64()))
}

// maxRequestID bounds the ids that clients choose, in bytes; it is that of Rails'
// ActionDispatch::RequestId.
const maxRequestID = 255

// requestIDOf takes an id that a client chose, "" where it could harm a log: visible
// ASCII only, and no more than every log takes.
func requestIDOf(header string) string {
	if len(header) > maxRequestID || strings.ContainsFunc(header, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return header
}

func requestID(ctx context.Context) string {
	if c := FromContext(ctx); c != nil {
		return c.ID
	}
	return ""
}

// A RoleHolder is a user that knows its roles.
type RoleHolder interface{ HasRole(role string) bool }

// requireAuth is the directive of that name unless the application gives one:
// somebody must be logged in and, if roles are named, have one of them.
func (e *engine) requireAuth(ctx context.Context, d DirectiveCall) error {
	c := FromContext(ctx)
	if c == nil || isNothing(c.CurrentUser) {
		return Unauthenticated("You don't have permission to do that.")
	}
	roles := d.Args["roles"]
	if list, ok := roles.([]any); roles == nil || ok && len(list) == 0 {
		return nil
	}
	names, _ := roleNames(reflect.ValueOf(roles))
	for _, name := range names {
		has, known := hasRole(c.CurrentUser, name)
		if has {
			return nil
		}
		if !known {
			user := reflect.TypeOf(c.CurrentUser)
			e.warnOnce(user, "graphql: @requireAuth finds no roles: give the user a method HasRole(string) bool, or a field Roles or Role that is a string or a list of strings", "user", user.String())
		}
	}
	return Forbidden("You don't have access to do that.")
}

// warnOnce logs a warning of something that has not been warned of yet.
func (e *engine) warnOnce(of any, warning string, attributes ...any) {
	if _, warned := e.warned.LoadOrStore(of, true); !warned {
		e.cfg.logger.Warn(warning, attributes...)
	}
}

// hasRole reports whether a user has a role: by its HasRole, or else by its property
// roles or role, or its Go field of such a name, whatever the json tag says: a string
// or a list of strings. known is false if it has none of these.
func hasRole(user any, role string) (has, known bool) {
	s := sourceOf(reflect.ValueOf(user))
	if h, ok := as[RoleHolder](s); ok {
		return h.HasRole(role), true
	}
	known = s.fields.Kind() == reflect.Map
	for _, name := range []string{"roles", "role"} {
		v, found := roleProperty(s, name)
		names, ok := roleNames(v)
		if known = known || found && ok; found && slices.Contains(names, role) {
			return true, true
		}
	}
	return false, known
}

func roleProperty(s source, name string) (v reflect.Value, found bool) {
	p := propertyOf(s.value.Type(), name)
	if p.found || s.fields.Kind() == reflect.Map {
		v, _ = propertyValue(s, p, name)
		return v, true
	}
	if s.fields.Kind() != reflect.Struct {
		return v, false
	}
	f, ok := s.fields.Type().FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, name) })
	if !ok || !f.IsExported() {
		return v, false
	}
	v, _ = s.fields.FieldByIndexErr(f.Index) // an embedded pointer may be nil
	return v, true
}

// roleNames reads a string or a list of strings; ok is false if there is anything else but nil.
func roleNames(v reflect.Value) (names []string, ok bool) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}, true
	case reflect.Slice, reflect.Array:
		ok = true
		for i := range v.Len() {
			some, good := roleNames(v.Index(i))
			names, ok = append(names, some...), ok && good
		}
		return names, ok
	}
	return nil, !v.IsValid()
}
