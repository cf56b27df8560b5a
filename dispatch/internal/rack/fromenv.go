package rack

import "signalbox/dsl"

// Inline endpoints get an environment and make a request of it:
//
//	get "whoami", to: ->(env) { [200, {}, [ActionDispatch::Request.new(env).params[:name]]] }
//	get "raw", to: ->(env) { [200, {}, [Rack::Request.new(env).query_string]] }

// requestKey is where an environment holds the request it was made of.
const requestKey = "signalbox.request"

// A requestMaker answers ActionDispatch::Request.new and Rack::Request.new.
type requestMaker struct {
	class *dsl.Class
	host  func(*Request) dsl.Receiver
}

// Call implements dsl.Receiver.
func (m requestMaker) Call(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given %d, expected 1)", len(c.Args))
	}
	if env, ok := c.Args[0].(*dsl.Hash); ok {
		v, _ := env.Get(dsl.NewString(requestKey))
		if o, ok := v.(*dsl.Object); ok {
			if q, ok := o.Host.(*Request); ok {
				return c.Interp().NewObject(m.class, m.host(q)), nil
			}
		}
	}
	return nil, c.Errorf("ArgumentError", "a request is made of the environment that an endpoint is called with, here it is something else")
}

// makesRequests lets a class make requests of environments.
func makesRequests(in *dsl.Interp, class *dsl.Class, host func(*Request) dsl.Receiver) {
	in.SetHost(class, requestMaker{class, host}, func(name string) bool { return name == "new" })
}

// A rackRequest is what Rack::Request knows: no parameters of the path. Rack:
// Request::Helpers#params.
type rackRequest struct{ *Request }

// Call implements dsl.Receiver.
func (q rackRequest) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "params", "[]", "GET", "POST":
	default:
		return q.Request.Call(c)
	}
	query, err := q.queryParams()
	if err != nil || c.Name == "GET" {
		return query, err
	}
	all, err := q.formParams()
	if err != nil || c.Name == "POST" {
		return all, err
	}
	all = all.Clone()
	for i := range query.Len() {
		all.Set(query.At(i))
	}
	if c.Name == "[]" {
		return c.Send(all, "[]", c.Args...), nil
	}
	return all, nil
}
