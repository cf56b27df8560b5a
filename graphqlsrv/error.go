package graphqlsrv

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"signalbox/graphqlsrv/internal/jsontext"
	"signalbox/graphqlsrv/internal/language"
)

// The codes that errors carry in extensions.code.
const (
	CodeUnauthenticated        = "UNAUTHENTICATED"
	CodeForbidden              = "FORBIDDEN"
	CodeBadUserInput           = "BAD_USER_INPUT"
	CodeParseFailed            = "GRAPHQL_PARSE_FAILED"
	CodeValidationFailed       = "GRAPHQL_VALIDATION_FAILED"
	CodePersistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND"
	CodeInternalServerError    = "INTERNAL_SERVER_ERROR"
	CodeTooManyErrors          = "TOO_MANY_ERRORS" // of the last error where an answer leaves some out, see [MaxErrors]
)

// maskedMessage is what clients see of errors that are not meant for them.
const maskedMessage = "Something went wrong."

// An Error is one that clients may see: a resolver, validator or decoder that
// returns one (or wraps one) has its message and extensions sent. Every other
// error is masked. GraphQL specification, section 7.1.2.
type Error struct {
	Message    string
	Code       string         // goes to extensions.code where it isn't empty
	Extensions map[string]any // further extensions
	Locations  []Location     // where in the query; the executor fills it
	Path       []any          // response keys (string) and list indices (int); the executor fills it
	cause      error
	fault      bool // the server's, not the client's
	own        bool // made by this package, not by the application
}

// A Location is a place in a query, both counted from 1.
type Location struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Errorf makes an error that clients may see. %w keeps the cause for the log.
//
//	return nil, graphqlsrv.Errorf("OUT_OF_STOCK", "only %d left", n)
func Errorf(code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Message: err.Error(), Code: code, cause: errors.Unwrap(err)}
}

// Unauthenticated says that the client must log in first.
func Unauthenticated(message string) *Error {
	return &Error{Message: message, Code: CodeUnauthenticated}
}

// Forbidden says that the client's user may not do this.
func Forbidden(message string) *Error { return &Error{Message: message, Code: CodeForbidden} }

// BadUserInput says that an argument makes no sense; details may be nil and go
// to the extensions.
func BadUserInput(message string, details map[string]any) *Error {
	return &Error{Message: message, Code: CodeBadUserInput, Extensions: details}
}

// messagef makes an error of a sentence that clients see as it is, mostly one of
// graphql-js'.
func messagef(format string, args ...any) error {
	return &Error{Message: language.Messagef(format, args...), own: true}
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the error behind this one, for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.cause }

// MarshalJSON writes the error as responses hold it.
func (e *Error) MarshalJSON() ([]byte, error) { return e.append(nil), nil }

// append writes the error as JSON.
func (e *Error) append(b []byte) []byte {
	b = jsontext.AppendString(append(b, `{"message":`...), e.Message)
	if len(e.Locations) > 0 {
		b = append(b, `,"locations":[`...)
		for i, l := range e.Locations {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(append(b, `{"line":`...), int64(l.Line), 10)
			b = strconv.AppendInt(append(b, `,"column":`...), int64(l.Column), 10)
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	if e.Path != nil {
		b = appendPath(append(b, `,"path":`...), e.Path)
	}
	return append(e.appendExtensions(b), '}')
}

func (e *Error) appendExtensions(b []byte) []byte {
	if e.Code == "" && len(e.Extensions) == 0 {
		return b
	}
	all := make(map[string]any, len(e.Extensions)+1)
	for k, v := range e.Extensions {
		all[k] = v
	}
	if e.Code != "" {
		all["code"] = e.Code
	}
	j, err := marshalSafely(all)
	if err != nil { // what the application put there can't be written
		if e.Code == "" {
			return b
		}
		j, _ = json.Marshal(map[string]any{"code": e.Code})
	}
	return append(append(b, `,"extensions":`...), j...)
}

// marshalSafely makes an error of a panic of the application's MarshalJSON.
func marshalSafely(v any) (j []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return json.Marshal(v)
}

func appendPath(b []byte, path []any) []byte {
	b = append(b, '[')
	for i, p := range path {
		if i > 0 {
			b = append(b, ',')
		}
		switch p := p.(type) {
		case string:
			b = jsontext.AppendString(b, p)
		case int:
			b = strconv.AppendInt(b, int64(p), 10)
		}
	}
	return append(b, ']')
}

// appendErrors writes a list of errors as JSON.
func appendErrors(b []byte, errs []*Error) []byte {
	b = append(b, '[')
	for i, e := range errs {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.append(b)
	}
	return append(b, ']')
}

// A failureKind tells which step refused a request; transports make status
// codes of it.
type failureKind uint8

const (
	failedInput     failureKind = iota // the request itself makes no sense
	failedParse                        // the query is no GraphQL
	failedValidate                     // the query doesn't fit the schema, or is over the armor's bounds
	failedPersisted                    // the persisted query is unknown, or may not be used
	failedOperation                    // no such operation, or several without a name
	failedVariables                    // the variables don't fit the operation
	failedAuth                         // the credentials or the current user couldn't be read
	failedRate                         // the client has asked for too much
)

// A failure is why a request was not executed. It has no data.
type failure struct {
	kind      failureKind
	errs      []*Error
	operation string // the name of the only one of a document that is refused, "" where it has none
}

// append writes the failure as a response.
func (f *failure) append(b []byte) []byte {
	return append(appendErrors(append(b, `{"errors":`...), f.errs), '}')
}

// failureOf makes a failure of one error.
func failureOf(kind failureKind, code, format string, args ...any) *failure {
	return &failure{kind: kind, errs: []*Error{{Message: language.Messagef(format, args...), Code: code}}}
}
