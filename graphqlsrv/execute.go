package graphqlsrv

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/live"
)

// An execution is one run of an operation.
type execution struct {
	errorLog
	ctx    context.Context
	op     *operation
	watch  *watch        // of this run: a loader may tell it of a batch when the operation runs again
	event  reflect.Value // of a subscription: the value of its field
	shown  *live.Shown   // of a live query: what it has shown
	plain  bool          // nothing looks at each field: neither watch nor shown
	copies atomic.Pointer[copies]
	spare  atomic.Int32 // goroutines that may still be added
	idle   atomic.Int32 // goroutines that wait for others
	lent   atomic.Int32 // those that wait for a loader, and let others run meanwhile

	mu      sync.Mutex
	starved map[*crew]struct{} // those that wanted more goroutines than were spare
}

// A writer is one goroutine's part of an execution: it writes a part of the
// response and keeps the errors that belong to it, in their order.
type writer struct {
	run  *execution
	buf  []byte
	path []pathPart
	errs []*Error // at most MaxErrors
	more int      // how many errors were left out
	in   input    // of the call that is being made
}

// A pathPart is a response key, or the index of a list's item where key is "".
type pathPart struct {
	key   string
	index int
}

var writers = sync.Pool{New: func() any { return &writer{buf: make([]byte, 0, 1024)} }}

// maxKept bounds the buffers that wait for the next request.
const maxKept = 64 << 10

func (x *execution) writer(path []pathPart) *writer {
	w := writers.Get().(*writer)
	w.run, w.buf, w.errs, w.more = x, w.buf[:0], nil, 0
	w.path = append(w.path[:0], path...)
	return w
}

func (w *writer) free() {
	if cap(w.buf) > maxKept {
		return
	}
	w.run, w.errs, w.in = nil, nil, input{}
	writers.Put(w)
}

// execute runs the operation and appends the response.
// GraphQL specification, ExecuteQuery and ExecuteMutation.
func (x *execution) execute(dst []byte) ([]byte, tally) {
	w := x.writer(nil)
	own := w.buf
	w.buf = append(dst, `{"data":`...)
	start := len(w.buf)
	if !w.operation() {
		w.buf = append(w.buf[:start], "null"...)
	}
	var met tally
	if len(w.errs) > 0 {
		met.add(w.errs...)
		met.count += w.more
		w.buf = appendErrors(append(w.buf, `,"errors":`...), w.shownErrors())
	}
	x.end(x.ctx)
	dst = append(w.buf, '}')
	w.buf = own
	w.free()
	return dst, met
}

// shownErrors are the errors of the answer.
func (w *writer) shownErrors() []*Error {
	if w.more == 0 {
		return w.errs
	}
	return append(w.errs, &Error{Message: fmt.Sprintf("%d more errors are left out: an answer holds at most %d.", w.more, MaxErrors), Code: CodeTooManyErrors})
}

// operation writes the data. A panic here is a mistake of this package: user
// code is called behind guards of its own.
func (w *writer) operation() (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			w.path = w.path[:0]
			w.record(w.run.panicked(w.run.ctx, r), nil)
			ok = false
		}
	}()
	o := w.run.op.plan.root.of(w.run.op.plan.def)
	if o.err != nil {
		w.record(o.err, nil)
		return false
	}
	return w.object(o, source{}, batched{}, w.run.op.plan.op.Operation == ast.Mutation)
}

// object writes the fields of one parent; false means that a field that must not
// be null is, and what was written is to be taken back.
func (w *writer) object(o *objectPlan, s source, ready batched, serial bool) bool {
	var b *binding
	if s.value.IsValid() && s.fields.Kind() != reflect.Map {
		b = o.bind(s.value.Type())
	}
	w.buf = append(w.buf, '{')
	if o.blocking > 1 && !serial && (ready.level == nil || ready.level.waits) {
		if !w.concurrently(len(o.fields), func(w *writer, i int) bool { return w.member(o, i, s, b, ready) }) {
			return false
		}
	} else {
		plain := b != nil && w.run.plain
		for i := range o.fields {
			if !(plain && w.basic(o.fields[i], b.properties[i], s.fields)) && !w.member(o, i, s, b, ready) {
				return false
			}
		}
	}
	w.buf = append(w.buf, '}')
	return true
}

// basic writes a field that is a struct's own, of a basic kind; false means that
// it is none, or that its value is an error.
func (w *writer) basic(f *fieldPlan, p *property, fields reflect.Value) bool {
	if p.write == nil {
		return false
	}
	buf, ok := p.write(append(w.buf, f.prefix...), fields.Field(p.index[0]))
	if ok {
		w.buf = buf
	}
	return ok
}

// member writes one field with its key.
func (w *writer) member(o *objectPlan, i int, s source, b *binding, ready batched) bool {
	f := o.fields[i]
	w.buf = append(w.buf, f.prefix...)
	if f.meta == metaTypename {
		w.buf = append(append(append(w.buf, '"'), o.def.Name...), '"')
		return true
	}
	var p *property
	if b != nil {
		p = b.properties[i]
	}
	return w.field(f, s, p, ready)
}

// field resolves and completes one field. GraphQL specification, ExecuteField.
func (w *writer) field(f *fieldPlan, s source, p *property, ready batched) (ok bool) {
	w.path = append(w.path, pathPart{key: f.key})
	start := len(w.buf)
	serial := len(w.path) == 1 && w.run.op.plan.op.Operation == ast.Mutation
	if serial && f.index > 0 { // the fields within the one before may have changed something
		forgetLoaded(w.run.ctx)
	}
	resolve := (*writer).value
	if w.run.watch.eachField() {
		resolve = (*writer).watchedValue
	}
	v, inner, err := resolve(w, f, s, p, ready)
	if serial {
		forgetLoaded(w.run.ctx)
	}
	switch {
	case err != nil:
		w.record(err, f)
		w.buf = append(w.buf[:start], "null"...)
		ok = !f.typ.nonNull
	case !v.IsValid() && f.typ.nonNull && f.resolver == nil && !f.isDirected():
		ok = w.wrong(f, f.typ, mustNotBeNull(f, lacking(s, p, f.fieldDef)))
	default:
		ok = w.complete(f, f.typ, v, inner)
	}
	w.path = w.path[:len(w.path)-1]
	return ok
}

// value computes a field's value: validators, the resolver or the property,
// transformers.
func (w *writer) value(f *fieldPlan, s source, p *property, ready batched) (v reflect.Value, inner batched, err error) {
	if v, inner, err, ok := ready.result(f); ok {
		return v, inner, err
	}
	if w.run.event.IsValid() && len(w.path) == 1 {
		v, err = w.eventValue(f)
		return v, batched{}, err
	}
	if f.resolver == nil && !f.isDirected() && f.valid {
		if s.fields.Kind() != reflect.Map && (p == nil || !p.runs) {
			v, err = propertyValue(s, p, f.def.Name)
			return v, batched{}, err
		}
		v, err = w.callProperty(f, s, p)
		return v, batched{}, err
	}
	v, err = w.call(f, s, p)
	return v, batched{}, err
}

// callProperty reads a property that runs code of the application.
func (w *writer) callProperty(f *fieldPlan, s source, p *property) (v reflect.Value, err error) {
	defer w.guard(&err)
	return propertyValue(s, p, f.def.Name)
}

// call runs what resolves a field explicitly.
func (w *writer) call(f *fieldPlan, s source, p *property) (v reflect.Value, err error) {
	defer w.guard(&err)
	ctx := w.run.ctx
	if err := ctx.Err(); err != nil {
		return v, err
	}
	if w.run.watch != nil {
		return w.watchedCall(ctx, f, s, p)
	}
	return w.callWith(ctx, f, s, p)
}

// callWith runs validators, what resolves the field, and transformers.
func (w *writer) callWith(ctx context.Context, f *fieldPlan, s source, p *property) (v reflect.Value, err error) {
	in, err := w.input(f, s)
	defer w.in.copying.end()
	if err != nil {
		return v, err
	}
	if err := f.validate(ctx, in.info); err != nil {
		return v, err
	}
	var out any
	if f.resolver != nil {
		out, err = f.resolver.call(ctx, in)
	} else if v, err = propertyValue(s, p, f.def.Name); v.IsValid() {
		out = v.Interface()
	}
	if err != nil {
		return v, err
	}
	out, err = f.transform(ctx, out, in.info)
	return reflect.ValueOf(out), err
}

// eventValue is the value of a subscription's field. Its validators ran before
// the subscription began.
func (w *writer) eventValue(f *fieldPlan) (v reflect.Value, err error) {
	if len(f.transforms) == 0 {
		return w.run.event, nil
	}
	defer w.guard(&err)
	out, err := f.transform(w.run.ctx, w.run.event.Interface(), w.info(f))
	return reflect.ValueOf(out), err
}

// input prepares what a resolver gets. It is the writer's own: calls don't keep
// it, and one ends before the next begins.
func (w *writer) input(f *fieldPlan, s source) (*input, error) {
	in := &w.in
	*in = input{source: s, decode: f.decode, decoded: f.arguments, copying: copying{run: w.run}}
	if in.decoded == nil && len(f.args) > 0 {
		if f.repeats && w.run.op.tooMany != nil {
			return nil, w.run.op.tooMany
		}
		in.copying.grow(f.literals)
		values, err := w.run.op.plan.schema.argumentValues(f.args, f.nodes[0].Arguments, w.run.op.vars, f.nodes[0].Position)
		if err != nil {
			return nil, err
		}
		in.values = values
	}
	if f.informed {
		in.info = w.info(f)
	}
	return in, nil
}

// isDirected reports whether functions of directives run on the field.
func (f *fieldPlan) isDirected() bool { return len(f.validators)+len(f.transforms) > 0 }

func (w *writer) info(f *fieldPlan) *Info {
	return &Info{
		Field: f.def.Name, Key: f.key, ParentType: f.parent.Name, Type: f.typ.text,
		Operation: w.run.op.plan.op.Name, plan: f, path: w.pathNow(),
	}
}

// pathNow is the path of the value that is being written.
func (w *writer) pathNow() []any { return stepsOf(w.path) }

func stepsOf(parts []pathPart) []any {
	path := make([]any, len(parts))
	for i, p := range parts {
		if p.key != "" {
			path[i] = p.key
		} else {
			path[i] = p.index
		}
	}
	return path
}

// MaxErrors is how many errors an answer holds at most. If there are more, one with
// the code [CodeTooManyErrors] follows them.
const MaxErrors = 1000

// record adds an error of the value that is being written, as the client will
// see it.
func (w *writer) record(err error, f *fieldPlan) {
	e := w.run.visible(w.run.ctx, err, w.path)
	if len(w.errs) == MaxErrors {
		w.more++
		return
	}
	if len(w.path) > 0 {
		e.Path = w.pathNow()
	}
	if f != nil && len(e.Locations) == 0 {
		for _, n := range f.nodes {
			e.Locations = append(e.Locations, Location{n.Position.Line, n.Position.Column})
		}
	}
	w.errs = append(w.errs, e)
}

// take adds the errors of another writer, which wrote what follows.
func (w *writer) take(from *writer) {
	n := min(len(from.errs), MaxErrors-len(w.errs))
	w.errs = append(w.errs, from.errs[:n]...)
	w.more += len(from.errs) - n + from.more
}
