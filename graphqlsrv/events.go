package graphqlsrv

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"reflect"
)

// events runs the resolver of a subscription and gives its events, each the value
// of the subscription's field in an execution. GraphQL specification, CreateSourceEventStream.
func (x *execution) events() (iter.Seq[reflect.Value], []*Error) {
	o := x.op.plan.root.of(x.op.plan.def)
	w := x.writer(nil)
	defer w.free()
	if o.err != nil || len(o.fields) == 0 { // all fields may be skipped
		w.record(cmp.Or(o.err, &Error{Message: "The subscription has no field."}), nil)
		return nil, w.errs
	}
	f := o.fields[0]
	w.path = append(w.path, pathPart{key: f.key})
	if f.resolver == nil {
		w.record(fmt.Errorf("no service defines the subscription %s", f.def.Name), f)
		return nil, w.errs
	}
	v, err := w.start(f)
	if err == nil && (!v.IsValid() || isNil(v)) {
		err = fmt.Errorf("the subscription %s returned nil: return an iter.Seq or a channel, of no events if there are none, or an error", f.def.Name)
	}
	if err != nil {
		w.record(err, f)
		return nil, w.errs
	}
	if _, ok := eventType(v.Type()); !ok {
		w.record(fmt.Errorf("the subscription %s returned %s, which is no source of events", f.def.Name, inspect(v.Interface())), f)
		return nil, w.errs
	}
	if v.Kind() == reflect.Chan {
		return receive(x.ctx, v), nil
	}
	return x.iterate(v, f.key), nil
}

// iterate runs an iter.Seq of the application; a panic of its own ends it, one of
// the consumer goes on.
func (x *execution) iterate(v reflect.Value, key string) iter.Seq[reflect.Value] {
	return func(yield func(reflect.Value) bool) {
		consuming := false
		defer func() {
			if consuming {
				return
			}
			if r := recover(); r != nil {
				EndSubscription(x.ctx, x.panicked(x.ctx, r, key))
			}
		}()
		for event := range v.Seq() {
			consuming = true
			more := yield(event) && x.ctx.Err() == nil
			consuming = false
			if !more {
				return
			}
		}
	}
}

// start runs the validators and the resolver of a subscription.
func (w *writer) start(f *fieldPlan) (v reflect.Value, err error) {
	defer w.guard(&err)
	in, err := w.input(f, source{})
	defer w.in.copying.end()
	if err != nil {
		return v, err
	}
	if err := f.validate(w.run.ctx, in.info); err != nil {
		return v, err
	}
	out, err := f.resolver.call(w.run.ctx, in)
	return reflect.ValueOf(out), err
}

// receive reads a channel until it is closed or the context ends: by EndSubscription
// after what was sent before.
func receive(ctx context.Context, ch reflect.Value) iter.Seq[reflect.Value] {
	cases := []reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())},
		{Dir: reflect.SelectRecv, Chan: ch},
	}
	return func(yield func(reflect.Value) bool) {
		for {
			i, event, ok := reflect.Select(cases)
			if i == 0 {
				break
			}
			if !ok || !yield(event) {
				return
			}
		}
		for n := ch.Len(); n > 0 && endOf(ctx) != nil; n-- {
			if event, ok := ch.TryRecv(); !ok || !yield(event) {
				return
			}
		}
	}
}
