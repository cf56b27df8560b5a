package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A RouteError is what keeps a route from answering, of [New] any request, of
// [OnError] one. It gives the place of the route in the routes file:
//
//	config/routes.rb:7: GET /posts/:id(.:format): the requirement needs ...
type RouteError struct {
	Route *route.Route
	Text  string
	Err   error // of a request; nil otherwise
}

func (e *RouteError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Route.Source(), match.PatternOf(e.Route), e.Text)
}

// Unwrap returns the error of the request.
func (e *RouteError) Unwrap() error { return e.Err }

// routeError is an error that a request met at a route.
func routeError(row *route.Route, err error) error {
	var (
		inner  *RouteError // of the engine that the route mounts
		limit  *dsl.LimitError
		raised *dsl.EvalError
	)
	if errors.As(err, &inner) {
		return err
	}
	text := err.Error()
	switch {
	case errors.As(err, &limit):
		text += "; dispatch.WithBlockLimits sets it"
	case errors.As(err, &raised) && raised.Hint != "":
		text += "; " + raised.Hint
	case errors.Is(err, match.ErrWork):
		text += "; dispatch.WithMatchSteps sets how many it may take"
	}
	return &RouteError{Route: row, Text: text, Err: err}
}

// StatusOf returns the HTTP status that answers an error of routing: 400 for bad
// encoding, 405 for an unknown verb, 414 for a long path, 501 for what only the
// application knows and for an endpoint without a handler, 503 for a request that
// runs into its bounds (see [WithBlockLimits] and [WithMatchSteps]), that of Rails
// for an exception that the routes file raised, mostly 500. Rails:
// ExceptionWrapper.
func StatusOf(err error) int {
	var (
		raised  *dsl.EvalError
		limit   *dsl.LimitError
		unknown *rack.UnknownError
		open    *openError
	)
	known := statusOf(err)
	switch {
	case errors.As(err, &raised) && rescueResponses[raised.Class] > 0:
		return rescueResponses[raised.Class]
	case known != nil:
		return known.Status
	case errors.As(err, &unknown), errors.As(err, &open):
		return http.StatusNotImplemented
	case errors.As(err, &limit):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// statusOf returns the error of a known status in an error; nil without one.
func statusOf(err error) (known *rack.StatusError) {
	switch {
	case errors.As(err, &known):
	case errors.Is(err, match.ErrWork):
		known = &rack.StatusError{Status: http.StatusServiceUnavailable, Text: match.ErrWork.Error()}
	case errors.Is(err, match.ErrLongPath):
		known = &rack.StatusError{Status: http.StatusRequestURITooLong, Text: match.ErrLongPath.Error()}
	}
	return known
}

var (
	errBadPath     = &rack.StatusError{Status: http.StatusBadRequest, Text: "invalid encoding in the path"}
	errUnknownVerb = &rack.StatusError{Status: http.StatusMethodNotAllowed, Text: "no HTTP method"}
	errNoHandler   = &rack.StatusError{Status: http.StatusNotImplemented, Text: "the route has no handler"}
)

// errNoCapture is Rails' exception where its automaton and its regular expression
// disagree.
var errNoCapture = errors.New("undefined method 'names' for nil: the path matches token by token, but not as a whole")

// An openError is a request for a route that is open, see [Router.Gaps].
type openError struct{ gap *gap }

func (e *openError) Error() string { return e.gap.text() + ": " + strings.Join(e.gap.fixes(), ", or ") }

// beyond reports whether the application behind may be able to answer where this
// package failed: it knows its own values, and all of Ruby's methods.
func beyond(err error) bool {
	var (
		raised  *dsl.EvalError
		unknown *rack.UnknownError
		open    *openError
		syntax  *grammar.UnsupportedError
	)
	if errors.As(err, &raised) {
		return raised.Class == "NoMethodError" || raised.Class == "NameError"
	}
	return errors.Is(err, rack.ErrBigNumber) || errors.As(err, &unknown) || errors.As(err, &open) || errors.As(err, &syntax)
}

var rescueResponses = map[string]int{
	"ActionController::RoutingError":                     404,
	"AbstractController::ActionNotFound":                 404,
	"ActionController::MethodNotAllowed":                 405,
	"ActionController::UnknownHttpMethod":                405,
	"ActionController::NotImplemented":                   501,
	"ActionController::UnknownFormat":                    406,
	"ActionDispatch::Http::MimeNegotiation::InvalidType": 406,
	"ActionController::MissingExactTemplate":             406,
	"ActionController::InvalidAuthenticityToken":         422,
	"ActionController::InvalidCrossOriginRequest":        422,
	"ActionController::BadRequest":                       400,
	"ActionController::ParameterMissing":                 400,
	"ActionDispatch::Http::Parameters::ParseError":       400,
	"Rack::QueryParser::ParameterTypeError":              400,
	"Rack::QueryParser::InvalidParameterError":           400,
	"ActiveRecord::RecordNotFound":                       404,
	"ActiveRecord::StaleObjectError":                     409,
	"ActiveRecord::RecordInvalid":                        422,
	"ActiveRecord::RecordNotSaved":                       422,
}
