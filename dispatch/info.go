package dispatch

import (
	"context"
	"net/http"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// Info is what a handler may know about how its request was routed:
//
//	info := dispatch.RouteFrom(r.Context())
//	log.Print(info.Controller, "#", info.Action, " ", info.Route.Source())
type Info struct {
	// Route is the row of the table.
	Route *route.Route
	// Controller and Action name the endpoint; empty for mounts.
	Controller, Action string
	// Format is the format that the path or the defaults name, "json"; empty
	// without one.
	Format string
	// ScriptName is the path of the mounts around.
	ScriptName string

	q     *request // nil until something asks, with a visit
	visit *visit
	http  *http.Request // of the visit
}

// Params gives the parameters of the request as Rails' params: those of the
// form, the query over them, the path over both, nested as a[b][]=1 tells.
// Values are strings, nil, []any and map[string]any, and whatever the route's
// defaults are. The error is that of parameters that contradict each other or
// are no UTF-8, for which Rails answers 400, or of a body that the handler has
// read before. A body of more than 4 MiB gives no parameters. Rails:
// Http::Parameters#parameters.
func (i *Info) Params() (map[string]any, error) {
	h, err := i.request().MergedParams()
	if err != nil {
		return nil, err
	}
	return rack.GoParams(h), nil
}

// PathParams gives the parameters of the path and the route's defaults,
// controller and action among them. Rails: Request#path_parameters.
func (i *Info) PathParams() map[string]any { return rack.GoParams(i.request().PathParams()) }

// RemoteIP is the client's address behind the trusted proxies; "" where
// X-Forwarded-For and Client-Ip name different ones, as one of them is forged.
// Rails: Request#remote_ip, which raises an IpSpoofAttackError then.
func (i *Info) RemoteIP() string {
	ip, err := i.request().RemoteIP()
	if err != nil {
		return ""
	}
	return ip
}

// request returns the request as constraints would see it.
func (i *Info) request() *request {
	if i.q == nil {
		i.q = i.visit.request(i.http)
	}
	return i.q
}

type infoKey struct{}

// An infoContext carries an Info without a second allocation.
type infoContext struct {
	context.Context
	info Info
}

// Value implements context.Context.
func (c *infoContext) Value(key any) any {
	if key == (infoKey{}) {
		return &c.info
	}
	return c.Context.Value(key)
}

// RouteFrom tells a handler how its request was routed. Nil outside of a
// router, and in handlers of the native signature without middleware: they get
// no context of their own, so that nothing is allocated for them.
func RouteFrom(ctx context.Context) *Info {
	info, _ := ctx.Value(infoKey{}).(*Info)
	return info
}

// ScriptName is the path of the mounts that a request came through, "/admin";
// "" outside of mounts. Rails: Request#script_name.
func ScriptName(r *http.Request) string {
	if info := RouteFrom(r.Context()); info != nil {
		return info.ScriptName
	}
	return ""
}

// informed gives a request for handlers: with an Info, the path values and the
// pattern.
func (q *request) informed(r *http.Request, rt *match.Route) *http.Request {
	ctx := &infoContext{Context: r.Context(), info: Info{Route: rt.Row, ScriptName: q.Script, q: q}}
	for i := range q.Params.Len() {
		k, v := q.Params.At(i)
		switch text, _ := rack.ScalarText(v); rack.TextOf(k) {
		case "controller":
			ctx.info.Controller = text
		case "action":
			ctx.info.Action = text
		case "format":
			ctx.info.Format = text
		}
	}
	r = r.WithContext(ctx)
	q.HTTP, q.work = r, nil // the search that made it goes back to its pool
	rack.KeepBody(r)
	r.Pattern = rt.Pattern()
	for _, p := range pathValues(r) {
		r.SetPathValue(p.Key, p.Value)
	}
	return r
}

func isUnknown(v dsl.Value) bool { return v == nil || dsl.IsUnknown(v) }
