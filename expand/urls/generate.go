package urls

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// generate finds the route that options name and gives its path, with the
// options that the path does not hold: they become the query. name is empty for
// url_for. It changes options. Rails: RouteSet::Generator and
// Journey::Formatter#generate.
func (c *urlCall) generate(name string, options, recall *dsl.Hash) (path string, rest *dsl.Hash) {
	c.normalize(name, options, recall)
	original := options
	given, _ := remove(options, pathParamsKey).(*dsl.Hash)
	if given != nil {
		options = merged(given, options)
	}
	constraints := options
	if recall.Len() > 0 {
		constraints = merged(recall, options)
	}
	var missing []string
	for _, h := range c.candidates(name, constraints) {
		parts := c.partsOf(h, options, recall)
		if name == "" && !h.route.Endpoint.IsAction() {
			continue
		}
		if missing = h.missing(parts); len(missing) > 0 {
			continue
		}
		checkHelper(h.route)
		rest = unused(h, parts, options, given, original)
		c.dropDefaults(h, parts)
		return string(h.format.write(c, nil, parts)), rest
	}
	panic(dsl.Fail(c.missingRoute(constraints, missing)))
}

// ---- the options before the search

// normalize is what the constructor of Rails' Generator does.
func (c *urlCall) normalize(name string, options, recall *dsl.Hash) {
	if v := option(options, controllerOption); isTrue(v) {
		if !isTrue(option(options, actionOption)) {
			options.Set(actionOption, indexName)
		}
		c.stringify(options, controllerOption)
	}
	if v, ok := options.Get(actionOption); ok {
		if !isTrue(v) {
			options.Set(actionOption, indexName)
		} else {
			c.stringify(options, actionOption)
		}
	}
	for _, key := range []dsl.Value{controllerOption, actionOption, idKey} {
		if !c.useRecall(name, options, recall, key) {
			break
		}
	}
	c.relativeController(name, options, recall)
	if s, ok := option(options, controllerOption).(*dsl.String); ok && strings.HasPrefix(s.String(), "/") {
		options.Set(controllerOption, dsl.NewString(s.String()[1:]))
	}
}

func (c *urlCall) stringify(h *dsl.Hash, key dsl.Value) {
	if v := option(h, key); !isString(v) {
		h.Set(key, dsl.NewString(c.toS(v)))
	}
}

func isString(v dsl.Value) bool {
	_, ok := v.(*dsl.String)
	return ok
}

// useRecall takes a value of the present request if the options do not differ.
// Rails: Generator#use_recall_for.
func (c *urlCall) useRecall(name string, options, recall *dsl.Hash, key dsl.Value) bool {
	old := option(recall, key)
	if !isTrue(old) {
		return false
	}
	if v, ok := options.Get(key); ok && !c.equal(v, old) {
		return false
	}
	if r := c.table.Names[name]; r != nil && !r.Path.HasKey(key) {
		return false
	}
	options.Set(key, old)
	return true
}

func (c *urlCall) equal(a, b dsl.Value) bool {
	x, ok := a.(*dsl.String)
	if y, also := b.(*dsl.String); ok && also {
		return x.String() == y.String()
	}
	return isTrue(dsl.Must(c.ruby().Call(a, "==", b)))
}

// relativeController puts a controller into the folder of the present one:
// "baz" is "foo/baz" when "foo/bar" answers. Rails: use_relative_controller!.
func (c *urlCall) relativeController(name string, options, recall *dsl.Hash) {
	current := option(recall, controllerOption)
	if name != "" || !isTrue(current) {
		return
	}
	now := c.paramText(current)
	controller, ok := option(options, controllerOption).(*dsl.String)
	switch {
	case !ok:
		panic(failure("NoMethodError", "undefined method 'start_with?' for nil"))
	case controller.String() == now || strings.HasPrefix(controller.String(), "/"):
		return
	}
	parts := strings.Split(strings.TrimRight(now, "/"), "/")
	keep := max(len(parts)-strings.Count(controller.String(), "/")-1, 0)
	options.Set(controllerOption, dsl.NewString(strings.Join(append(parts[:keep:keep], controller.String()), "/")))
}

// ---- the route

// partsOf gives the values of the path's parts, from the options and from the
// present request; a part to the right of the last one given is not taken from
// the request. Rails: Formatter#extract_parameterized_parts.
func (c *urlCall) partsOf(h *helper, options, recall *dsl.Hash) *dsl.Hash {
	keep := len(h.parts)
	for ; keep > 0; keep-- {
		key := h.parts[keep-1]
		named := hasKey(options, key) || hasKey(h.route.ScopeOptions, key)
		if named && !(isNone(option(options, key)) && isNone(option(recall, key))) {
			break
		}
	}
	parts := dsl.NewHash(len(h.keys))
	for i, key := range h.parts {
		if i >= keep && !slices.Contains(h.required, key) {
			continue
		}
		v, ok := options.Get(key)
		if !ok {
			v = option(recall, key)
		}
		if key != controllerOption {
			v = c.param(v)
		}
		if !isNone(v) {
			parts.Set(key, v)
		}
	}
	return parts
}

// unused gives the options that neither the path nor a default takes.
func unused(h *helper, parts, options, given, original *dsl.Hash) *dsl.Hash {
	rest := dsl.NewHash(options.Len())
	for i := range options.Len() {
		key, v := options.At(i)
		if hasKey(parts, key) || hasKey(h.route.Defaults.Hash, key) || hasKey(given, key) && !hasKey(original, key) {
			continue
		}
		rest.Set(key, v)
	}
	return rest
}

// dropDefaults takes the last parts away that are what they would be without.
func (c *urlCall) dropDefaults(h *helper, parts *dsl.Hash) {
	for _, key := range slices.Backward(h.parts) {
		def := option(h.route.Defaults.Hash, key)
		v := option(parts, key)
		text := c.toS(v)
		switch {
		case isNone(def) && v != dsl.False && strings.TrimSpace(text) != "":
			return
		case text != c.toS(def):
			continue
		case slices.Contains(h.required, key):
			return
		}
		remove(parts, key)
	}
}

// ---- the routes that may answer

// candidates are the routes that options may mean, the best first. Rails: Formatter#match_route.
func (c *urlCall) candidates(name string, options *dsl.Hash) (all []*helper) {
	if r := c.table.Names[name]; r != nil && name != "" {
		return []*helper{c.table.helperOf(r)}
	}
	supplied := map[string]bool{}
	for i := range options.Len() {
		if key, v := options.At(i); isTrue(v) {
			supplied[c.toS(key)] = true
		}
	}
	for _, r := range c.table.byAction().with(options) {
		if h := c.table.helperOf(r); h.agrees(options) && h.score(supplied) >= 0 {
			all = append(all, h)
		}
	}
	slices.SortStableFunc(all, func(a, b *helper) int { return b.score(supplied) - a.score(supplied) })
	return all
}

// agrees tells whether options hold what the route requires of its defaults, as
// eql? compares.
func (h *helper) agrees(options *dsl.Hash) bool {
	for _, key := range h.keepDefaults {
		want := option(h.route.Defaults.Hash, key)
		got, ok := options.Get(key)
		if !ok || !eql(got, want) {
			return false
		}
	}
	return true
}

func eql(a, b dsl.Value) bool {
	if x, ok := a.(*dsl.String); ok {
		y, ok := b.(*dsl.String)
		return ok && x.String() == y.String()
	}
	h := dsl.NewHash(1)
	h.Set(a, dsl.Nil)
	return hasKey(h, b)
}

// score tells how well the names of the given options fit; -1 if a part is
// missing. Rails: Route#score.
func (h *helper) score(supplied map[string]bool) int {
	for _, key := range h.required {
		if !supplied[string(key.(dsl.Symbol))] {
			return -1
		}
	}
	score := 2 * len(h.keepDefaults)
	for _, key := range h.parts {
		if supplied[string(key.(dsl.Symbol))] {
			score++
		}
	}
	return score
}

// An actionIndex finds the routes of a controller's action.
type actionIndex struct {
	routes map[[2]string][]*route.Route
	// others do not require both.
	others []*route.Route
}

func (t *tableHelpers) indexActions() *actionIndex {
	x := &actionIndex{routes: map[[2]string][]*route.Route{}}
	for _, r := range t.Routes {
		controller, ok1 := requiredText(r, controllerOption)
		action, ok2 := requiredText(r, actionOption)
		if key := [2]string{controller, action}; ok1 && ok2 {
			x.routes[key] = append(x.routes[key], r)
		} else {
			x.others = append(x.others, r)
		}
	}
	return x
}

// requiredText gives a default that generated paths must agree with.
func requiredText(r *route.Route, key dsl.Value) (string, bool) {
	s, ok := option(r.Defaults.Hash, key).(*dsl.String)
	if !ok || r.Path.HasKey(key) || !slices.Contains(r.RequiredDefaults, key) {
		return "", false
	}
	return s.String(), true
}

// with gives the routes that options may mean, in the order of the table.
func (x *actionIndex) with(options *dsl.Hash) []*route.Route {
	var routes []*route.Route
	controller, ok1 := option(options, controllerOption).(*dsl.String)
	action, ok2 := option(options, actionOption).(*dsl.String)
	if ok1 && ok2 {
		routes = x.routes[[2]string{controller.String(), action.String()}]
	}
	if len(x.others) == 0 {
		return routes
	}
	routes = append(routes[:len(routes):len(routes)], x.others...)
	slices.SortFunc(routes, func(a, b *route.Route) int { return a.Index - b.Index })
	return routes
}
