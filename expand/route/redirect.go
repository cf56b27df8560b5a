package route

import "signalbox/dsl"

// A Redirect is an endpoint that sends the client elsewhere. One of Path,
// Options and Block says where to:
//
//	redirect("/new/%{id}")           Path
//	redirect(path: "/new")           Options
//	redirect { |params, req| ... }   Block
//
// Rails: Routing::Redirect, PathRedirect and OptionRedirect.
type Redirect struct {
	// Status is the value of status:, 301 without it.
	Status dsl.Value
	Path   *dsl.String
	// Options are the parts of the URL to change; nil unless given.
	Options *dsl.Hash
	// Block is a proc or an object with a method call.
	Block dsl.Value

	// Text is the redirect as the table shows it: "redirect(301, /new)".
	Text string
}

// Code is the HTTP status; 0 if it was given as something else than a number.
func (r *Redirect) Code() int {
	if n, ok := r.Status.(dsl.Int); ok {
		return int(n)
	}
	return 0
}

// Kept implements dsl.Keeper.
func (r *Redirect) Kept(visit func(...dsl.Value)) { visit(r.Status, r.Path, r.Options, r.Block) }

// Call implements dsl.Receiver, for code that looks at a redirect.
func (r *Redirect) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "inspect", "to_s":
		return dsl.NewString(r.Text), nil
	case "status":
		return r.Status, nil
	case "redirect?":
		return dsl.True, nil
	}
	return nil, dsl.ErrNoMethod
}
