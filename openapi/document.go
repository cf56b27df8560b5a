package openapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/reach"
	"signalbox/expand/route"
)

// Version is the version of OpenAPI that documents are written in.
const Version = "3.1.0"

// A Document is the root of an OpenAPI document (OpenAPI 3.1, OpenAPI Object).
type Document struct {
	OpenAPI string   `json:"openapi"`
	Info    Info     `json:"info"`
	Servers []Server `json:"servers,omitempty"`
	Paths   Paths    `json:"paths"`
	// Components holds the schema Segment, which path parameters refer to that have no
	// requirement.
	Components map[string]map[string]Schema `json:"components,omitempty"`
	// Mounts are what the routes mount and no file of the application describes: Rack
	// applications, and engines of gems.
	Mounts []Mount `json:"x-rails-mounts,omitempty"`

	// Unreachable are the routes that the document leaves out, because no request has their
	// path, or other routes answer it.
	Unreachable []*route.Route `json:"-"`
}

// Info is the title of a document and its version, which routes do not have: it is "0".
type Info struct {
	Title   string `json:"title"`
	Version string `json:"version"`
}

// A Server is where the paths begin.
type Server struct {
	URL string `json:"url"`
}

// A Mount is an application that answers a path and everything below it.
type Mount struct {
	Path   string        `json:"path"`
	App    string        `json:"app"` // as the table shows it, `Sidekiq::Web`
	Guards []route.Guard `json:"guards,omitempty"`
	Source string        `json:"source,omitempty"`
}

// Paths are the paths of a document in the order of the table.
type Paths []*PathItem

// A PathItem holds the operations of a path, "/posts/{id}".
type PathItem struct {
	Path       string
	Operations []*Operation // in the order of the table

	names []string // of the parameters
}

// MarshalJSON writes an object in the order of the paths.
func (p Paths) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := object(&b, p, func(item *PathItem) (string, any) { return item.Path, item })
	return b.Bytes(), err
}

// MarshalJSON writes the operations by their verbs; x-rails-operations has those of verbs that
// OpenAPI does not have.
func (p *PathItem) MarshalJSON() ([]byte, error) {
	var known, further []*Operation
	for _, o := range p.Operations {
		if slices.Contains(verbs, o.Verb) {
			known = append(known, o)
		} else {
			further = append(further, o)
		}
	}
	var b bytes.Buffer
	if err := object(&b, known, func(o *Operation) (string, any) { return strings.ToLower(o.Verb), o }); err != nil {
		return nil, err
	}
	if further == nil {
		return b.Bytes(), nil
	}
	b.Truncate(b.Len() - 1)
	if known != nil {
		b.WriteByte(',')
	}
	b.WriteString(`"x-rails-operations":`)
	err := object(&b, further, func(o *Operation) (string, any) { return o.Verb, o })
	b.WriteByte('}')
	return b.Bytes(), err
}

// object writes a list as an object that keeps its order.
func object[T any](b *bytes.Buffer, list []T, entry func(T) (string, any)) error {
	out := json.NewEncoder(b)
	out.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, e := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		key, value := entry(e)
		if err := out.Encode(key); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := out.Encode(value); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// Options are what the routes do not say.
type Options struct {
	Title  string // of the document; "Routes" if empty
	Server string // the URL before the paths; none if empty
	// Filter chooses the routes.
	Filter route.Filter
}

// New describes a table, and the engines mounted in it whose routes are known. The error is
// that of a filter that Ruby refuses.
func New(t *route.Table, o Options) (*Document, error) {
	d := &Document{OpenAPI: Version, Info: Info{Title: o.Title, Version: "0"}, Paths: Paths{}}
	if o.Title == "" {
		d.Info.Title = "Routes"
	}
	if o.Server != "" {
		d.Servers = []Server{{URL: o.Server}}
	}
	b := builder{document: d, filter: o.Filter, unreachable: map[*route.Route]bool{}, partly: map[*route.Route]reach.Verdict{}, items: map[string]*PathItem{}}
	shadows, others := check.Reach(t)
	for _, s := range shadows {
		b.unreachable[s.Route] = true
	}
	for _, v := range others.Found {
		if v.Kind == reach.Partly {
			b.partly[v.Route] = v
		}
	}
	if err := b.table(t, prefix{paths: []template{nil}}); err != nil {
		return nil, err
	}
	d.identify()
	if b.segments {
		d.Components = map[string]map[string]Schema{"schemas": {"Segment": segment}}
	}
	return d, nil
}

// A builder makes a document.
type builder struct {
	document    *Document
	filter      route.Filter
	unreachable map[*route.Route]bool
	partly      map[*route.Route]reach.Verdict // routes of which other routes take a part
	items       map[string]*PathItem           // by their paths without the names of parameters
	tables      []*route.Table                 // those that are being described, which mounts lead through
	segments    bool                           // a parameter refers to the schema Segment
}

// A prefix is what stands before the paths of a mounted engine.
type prefix struct {
	paths  []template
	guards []route.Guard
}

func (b *builder) table(t *route.Table, before prefix) error {
	if slices.Contains(b.tables, t) {
		return nil // an engine that mounts itself
	}
	b.tables = append(b.tables, t)
	defer func() { b.tables = b.tables[:len(b.tables)-1] }()
	rows, err := t.Rows(b.filter)
	if err != nil {
		return err
	}
	for _, r := range t.Routes {
		chosen := len(rows) > 0 && rows[0] == r
		if chosen {
			rows = rows[1:]
		}
		if engine := r.Endpoint.Table; engine != nil && !r.Endpoint.External {
			if err := b.table(engine, b.below(before, r)); err != nil {
				return err
			}
		} else if chosen {
			b.route(r, b.below(before, r))
		}
	}
	return nil
}

// below is what stands before what a route leads to.
func (b *builder) below(before prefix, r *route.Route) prefix {
	own := b.templates(r)
	at := prefix{guards: slices.Concat(before.guards, r.Guards)}
	for _, mount := range before.paths[:min(len(before.paths), maxPaths/max(len(own), 1)+1)] {
		for _, p := range own {
			at.paths = append(at.paths, p.below(mount))
		}
	}
	return at
}

func (b *builder) route(r *route.Route, at prefix) {
	if b.unreachable[r] || len(at.paths) == 0 {
		b.document.Unreachable = append(b.document.Unreachable, r)
		return
	}
	mount := r.Endpoint.Kind == route.Engine || r.Endpoint.Kind == route.Rack && !r.Anchored
	for _, p := range at.paths {
		if mount {
			b.document.Mounts = append(b.document.Mounts, Mount{p.String(), r.EndpointText(), at.guards, r.Source()})
		} else {
			b.operations(r, p, at.guards)
		}
	}
}

// operations adds those of a route on one of its paths.
func (b *builder) operations(r *route.Route, p template, guards []route.Guard) {
	item := b.items[p.shape()]
	if item == nil {
		item = &PathItem{Path: p.String(), names: p.names()}
		b.items[p.shape()] = item
		b.document.Paths = append(b.document.Paths, item)
	}
	list := r.Verbs
	if len(list) == 0 {
		list = allVerbs
	}
	for _, verb := range list {
		if slices.Contains(b.partly[r].Verbs, verb) {
			continue
		}
		o := newOperation(r, verb, p, guards)
		o.named(item.names)
		if i := slices.IndexFunc(item.Operations, func(o *Operation) bool { return o.Verb == verb }); i >= 0 {
			item.Operations[i].Alternatives = append(item.Operations[i].Alternatives, o)
			continue
		}
		item.Operations = append(item.Operations, o)
	}
}
