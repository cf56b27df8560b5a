package graphqlsrv

import (
	"reflect"
	"slices"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
)

// Batch resolvers are called before the items of their list are written, and
// their results are handed down with each item. Where the results have fields
// with batch resolvers themselves, directly or behind properties, these are
// called at once for all of them: a query makes one call a level, however many
// lists there are.

// batched is what batch resolvers computed for one parent, or for the items of
// one list from the first on.
type batched struct {
	level *batchLevel
	item  int
}

// A batchLevel holds the objects of many lists, in the order in which they are
// written.
type batchLevel struct {
	objects []batchObject
	waits   bool // a resolver that may block is left for when they are written
}

// A batchObject is one object of a level: a row of the results for its type.
type batchObject struct {
	results []batchResult
	row     int
}

// A batchResult is one field of all objects of a type.
type batchResult struct {
	field  *fieldPlan
	values []reflect.Value
	errs   Errors      // nil, or one for each value
	level  *batchLevel // the objects within the values
	starts []int       // where those of each value begin

	begin, end time.Time // of the call, where each field is measured
}

// waits reports whether a resolver that may block is left within the values.
func (r batchResult) waits() bool { return batched{level: r.level}.waits(r.field.selection) }

// waits reports whether a resolver that may block is left within the objects of a selection.
func (b batched) waits(s *selection) bool {
	if b.level != nil {
		return b.level.waits
	}
	return s != nil && s.deep
}

// starts are where the objects within each item of a list of lists begin, nil where nothing was computed
// or each item is one object.
func (b batched) starts(list reflect.Value, t *typeRef) []int {
	if b.level == nil || t.elem == nil {
		return nil
	}
	starts, n := make([]int, list.Len()), b.item
	for i := range starts {
		starts[i] = n
		n += countObjects(list.Index(i), t)
	}
	return starts
}

// at is the batched of an item of a list.
func (b batched) at(i int, starts []int) batched {
	switch {
	case b.level == nil:
	case starts != nil:
		b.item = starts[i]
	default:
		b.item += i
	}
	return b
}

// of returns what was computed for a field, and the row of its object; nil if nothing was.
func (b batched) of(f *fieldPlan) (r *batchResult, row int) {
	if b.level == nil {
		return nil, 0
	}
	o := b.level.objects[b.item]
	for i := range o.results {
		if r := &o.results[i]; r.field == f {
			return r, o.row
		}
	}
	return nil, 0
}

// result returns the value of a field; false when no batch resolver computed it.
func (b batched) result(f *fieldPlan) (v reflect.Value, inner batched, err error, ok bool) {
	r, row := b.of(f)
	if r == nil {
		return v, inner, nil, false
	}
	if r.errs != nil {
		err = r.errs[row]
	}
	if err == nil {
		v = r.values[row]
	}
	if r.level != nil {
		inner = batched{r.level, r.starts[row]}
	}
	return v, inner, err, true
}

// batch computes the batch fields of the objects within a value, which is a list or an object.
func (w *writer) batch(f *fieldPlan, t *typeRef, v reflect.Value) batched {
	n := countObjects(v, t)
	if n < 0 {
		return batched{}
	}
	return batched{w.batchLevel(f, t.named(), appendObjects(make([]reflect.Value, 0, n), v, t)), 0}
}

// countObjects counts the objects within a value; -1 if something of it is no list where there should
// be one, or an iter.Seq: its objects are batched when they are known.
func countObjects(v reflect.Value, t *typeRef) (n int) {
	switch v = within(v, t); {
	case t.elem == nil:
		return 1
	case !v.IsValid():
		return 0
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array:
		return -1
	case t.elem.elem == nil:
		return v.Len()
	}
	for i := range v.Len() {
		more := countObjects(v.Index(i), t.elem)
		if more < 0 {
			return -1
		}
		n += more
	}
	return n
}

// appendObjects appends the objects that countObjects counts.
func appendObjects(all []reflect.Value, v reflect.Value, t *typeRef) []reflect.Value {
	v = within(v, t)
	if t.elem == nil {
		return append(all, v)
	}
	if v.IsValid() {
		for i := range v.Len() {
			all = appendObjects(all, v.Index(i), t.elem)
		}
	}
	return all
}

// batchLevel computes the batch fields of objects; what is none, or of an
// unknown type, has none: writing it will say so.
func (w *writer) batchLevel(f *fieldPlan, t *typeRef, values []reflect.Value) *batchLevel {
	level := &batchLevel{objects: make([]batchObject, len(values))}
	groups := map[*ast.Definition]*batchGroup{}
	for i, v := range values {
		s := sourceOf(v)
		if !s.fields.IsValid() || isNil(s.value) {
			continue
		}
		def := t.def
		if t.kind == kindAbstract {
			var err error
			if def, s, err = w.typed(f, t, s); err != nil {
				continue
			}
		}
		g := groups[def]
		if g == nil {
			n := len(values) - i
			if t.kind == kindAbstract { // of each of its types there may be few
				n = 0
			}
			g = &batchGroup{make([]source, 0, n), make([]int, 0, n)}
			groups[def] = g
		}
		g.sources = append(g.sources, s)
		g.places = append(g.places, i)
	}
	for def, g := range groups {
		o := f.selection.of(def)
		results := w.batchResults(o, g.sources)
		level.waits = level.waits || o.waits || slices.ContainsFunc(results, batchResult.waits)
		for row, i := range g.places {
			level.objects[i] = batchObject{results, row}
		}
	}
	return level
}

// A batchGroup holds the objects of one type, and their places in the level.
type batchGroup struct {
	sources []source
	places  []int
}

// batchResults computes the batch fields of objects of one type, one beside the
// other.
func (w *writer) batchResults(o *objectPlan, sources []source) []batchResult {
	results := make([]batchResult, len(o.batches))
	if len(results) == 1 {
		results[0] = w.batchField(o, o.batches[0], sources)
		return results
	}
	w.concurrently(len(o.batches), func(w *writer, i int) bool {
		results[i] = w.batchField(o, o.batches[i], sources)
		return true
	})
	return results
}

func (w *writer) batchField(o *objectPlan, f *fieldPlan, sources []source) batchResult {
	r := batchResult{field: f, values: make([]reflect.Value, len(sources))}
	w.path = append(w.path, pathPart{key: f.key})
	defer func() { w.path = w.path[:len(w.path)-1] }()
	if b, ok := f.resolver.(batcher); ok {
		r.begin = w.run.watch.now()
		out, err := w.callBatch(f, b, sources)
		r.end = w.run.watch.now()
		each, partly := err.(Errors)
		switch {
		case partly && len(each) == len(sources):
			r.errs = each
		case err != nil:
			r.errs = make(Errors, len(sources))
			for i := range r.errs {
				r.errs[i] = err
			}
			return r
		}
		for i, v := range out {
			r.values[i] = reflect.ValueOf(v)
		}
	} else {
		r.errs = make(Errors, len(sources))
		for i, s := range sources {
			r.values[i], r.errs[i] = w.callProperty(f, s, o.bind(s.value.Type()).properties[f.index])
		}
	}
	w.batchInner(&r)
	return r
}

// batchInner computes the batch fields of what a field returned.
func (w *writer) batchInner(r *batchResult) {
	t := r.field.typ
	if r.field.selection == nil || !r.field.selection.batches {
		return
	}
	total, starts := 0, make([]int, len(r.values))
	for i, v := range r.values {
		starts[i] = total
		n := countObjects(v, t)
		if n < 0 {
			return
		}
		total += n
	}
	all := make([]reflect.Value, 0, total)
	for _, v := range r.values {
		all = appendObjects(all, v, t)
	}
	r.starts = starts
	r.level = w.batchLevel(r.field, t.named(), all)
}

// within returns the list or object that a value leads to.
func within(v reflect.Value, t *typeRef) reflect.Value {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && t.elem != nil {
		v = v.Elem()
	}
	return v
}

// callBatch runs what resolves a field for many parents: validators, resolver and transformers.
func (w *writer) callBatch(f *fieldPlan, b batcher, sources []source) (out []any, err error) {
	defer w.guard(&err)
	ctx := w.run.ctx
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if w.run.watch != nil {
		var done func(*error)
		ctx, done = w.watchCall(ctx, f.fieldDef, len(sources), true)
		defer done(&err)
	}
	in, err := w.input(f, source{})
	defer w.in.copying.end()
	if err != nil {
		return nil, err
	}
	if err := f.validate(ctx, in.info); err != nil {
		return nil, err
	}
	out, err = b.callAll(ctx, in, sources)
	each, partly := err.(Errors)
	if err != nil && !partly {
		return nil, err
	}
	if len(f.transforms) > 0 && each == nil {
		each = make(Errors, len(out))
	}
	for i := range each {
		if each[i] == nil {
			out[i], each[i] = f.transform(ctx, out[i], in.info)
		}
	}
	return out, each.orNil()
}
