package route

import (
	"slices"
	"strconv"

	"signalbox/dsl"
)

// RelaxedName begins the names of the parameters of [Route.Relaxed] that the route
// itself does not have.
const RelaxedName = "signalbox_unknown_"

// An UnknownPart is a part of a route that only the application knows, so that
// nobody else can tell which paths it matches.
type UnknownPart struct {
	Param string       // whose requirement it is; empty for a part of the path
	Value *dsl.Unknown // Settings.prefix
}

// Relaxed is the route with patterns that match whatever the application may make
// of it, and what they stand for: globs for parts of the path, /.+/ for
// requirements. A route that is known in full is itself, and the list is nil.
func (r *Route) Relaxed() (*Route, []UnknownPart) {
	if r.Open == nil {
		return r, nil
	}
	list := slices.Clone(r.Open.Parts)
	var requirements *dsl.Hash
	n := 0
	for _, u := range list {
		name := u.Param
		if name == "" {
			name = RelaxedName + strconv.Itoa(n)
			n++
		}
		if requirements == nil {
			requirements = dsl.NewHash(4)
			if r.Requirements.Hash != nil {
				requirements = r.Requirements.Clone()
			}
		}
		requirements.Set(dsl.Symbol(name), anything)
	}
	for i := range r.Requirements.Len() {
		key, v := r.Requirements.At(i)
		u := dsl.UnknownIn(v)
		name, ok := key.(dsl.Symbol)
		if u == nil || !ok || !r.Path.Has(string(name)) {
			continue
		}
		if requirements == nil {
			requirements = r.Requirements.Clone()
		}
		requirements.Set(key, anything)
		list = append(list, UnknownPart{Param: string(name), Value: u})
	}
	if list == nil {
		return r, nil
	}
	loose := *r
	if requirements != nil {
		loose.Requirements = Values{requirements}
	}
	if r.Open.Path != nil {
		loose.Path = r.Open.Path
	}
	return &loose, list
}

// anything is the requirement that all texts match.
var anything = dsl.NewRegexp(".+", 0)
