package rack

import (
	"context"
	"net/http"
	"strings"

	"signalbox/dsl"
)

// Overridden gives the request with the verb that a POST means. Rack:
// MethodOverride.
func Overridden(r *http.Request) *http.Request {
	verb := ""
	if v, ok := formFields(r).Get(dsl.NewString("_method")); ok {
		verb = TextOf(v)
	}
	if verb == "" {
		verb = r.Header.Get("X-Http-Method-Override")
	}
	verb = strings.ToUpper(verb)
	switch verb {
	case "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "LINK", "UNLINK":
	default:
		return r
	}
	c := r.WithContext(context.WithValue(r.Context(), originalVerb{}, r.Method))
	c.Method = verb
	return c
}

// originalVerb is the key of the verb that [Overridden] has replaced.
type originalVerb struct{}

// replacedVerb is the verb that [Overridden] has replaced, "" for none.
func replacedVerb(r *http.Request) string {
	verb, _ := r.Context().Value(originalVerb{}).(string)
	return verb
}

// formFields gives what a form holds, and of one that is too long to be looked at
// as a whole, as with files to upload, what it begins with; empty for other bodies.
func formFields(r *http.Request) *dsl.Hash {
	kind, err := contentType(r)
	if err != nil || kind != "application/x-www-form-urlencoded" && kind != "multipart/form-data" {
		return dsl.NewHash(0)
	}
	h, err := bodyParams(r)
	if err != nil {
		return dsl.NewHash(0)
	}
	if k := KeepBody(r); k != nil && len(k.ahead) > MaxBody {
		if boundary := multipartBoundary(r); boundary != "" {
			_ = addMultipart(h, k.ahead, boundary)
		}
	}
	return h
}
