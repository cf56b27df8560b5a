package rack

import (
	"sync"

	"signalbox/dsl"
)

// A World holds the Ruby classes of what a request gives out, one per
// interpreter.
type World struct {
	Interp                          *dsl.Interp
	request, headers, session, mime *dsl.Class
	getIP                           *dsl.Class
}

var worldMu sync.Mutex

// constants are what inline endpoints name. Rails: ActionDispatch::Constants.
var constants = map[string]string{
	"ActionDispatch::Constants::CONTENT_TYPE": "content-type", "ActionDispatch::Constants::LOCATION": "location",
	"ActionDispatch::Constants::X_CASCADE": "x-cascade", "ActionDispatch::Constants::X_REQUEST_ID": "x-request-id",
	"ActionDispatch::Constants::VARY": "vary", "ActionDispatch::Constants::SET_COOKIE": "set-cookie",
}

// NewWorld defines the classes, or finds those that another router of the same
// table has defined.
func NewWorld(in *dsl.Interp) *World {
	worldMu.Lock()
	defer worldMu.Unlock()
	for name, value := range constants {
		if _, ok := in.Const(name); !ok {
			in.DefineConst(name, dsl.NewString(value))
		}
	}
	requests := hostClass(in, "Request", "ActionDispatch::Request", requestWord)
	makesRequests(in, requests, func(q *Request) dsl.Receiver { return q })
	makesRequests(in, hostClass(in, "RackRequest", "Rack::Request", requestWord), func(q *Request) dsl.Receiver { return rackRequest{q} })
	return &World{
		Interp:  in,
		request: requests,
		headers: hostClass(in, "Headers", "ActionDispatch::Http::Headers", headersWord),
		session: hostClass(in, "Session", "ActionDispatch::Request::Session", sessionWord),
		mime:    mimeClass(in),
		getIP:   hostClass(in, "GetIp", "ActionDispatch::RemoteIp::GetIp", getIPWord),
	}
}

// hostClass defines a class under Rails' name, above one of that name that the
// program has opened itself. The constant Signalbox::NAME tells that it is done.
func hostClass(in *dsl.Interp, name, rails string, words func(string) bool) *dsl.Class {
	if v, ok := in.Const("Signalbox::" + name); ok {
		if c, ok := v.(*dsl.Class); ok {
			return c
		}
	}
	var super *dsl.Class
	if v, ok := in.Const(rails); ok {
		super, _ = v.(*dsl.Class)
	}
	c := in.NewHostClass(rails, super, words)
	in.DefineConst("Signalbox::"+name, c)
	return c
}

// Ruby gives the request as Ruby code sees it.
func (q *Request) Ruby() *dsl.Object {
	if q.object == nil {
		q.object = q.World.Interp.NewObject(q.World.request, q)
	}
	return q.object
}

// Run is the execution that the request's Ruby code shares: what it uses counts
// together, against [Settings.Limits].
func (q *Request) Run() *dsl.Thread {
	if q.Thread == nil {
		q.Thread = q.World.Interp.NewThreadWithin(q.Settings.Limits)
		q.Thread.DecideBy(q.Decide)
	}
	return q.Thread
}
