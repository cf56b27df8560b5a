package graphqlsrv

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// A Resolver computes the value of a field. [Field], [Func], [FuncWith],
// [Computed] and [Batch] make them of Go functions whose types are compared with
// the SDL in [New].
type Resolver interface {
	signature() signature
	// call computes the field of one parent.
	call(ctx context.Context, in *input) (any, error)
}

// A Resolve is what a resolver gets beside its arguments.
type Resolve[R any] struct {
	Root R     // the value the field belongs to; the zero value for Query, Mutation and Subscription
	Info *Info // which field of the query is being resolved
}

// None is the type of no arguments, and of no root.
type None struct{}

// A signature is what New compares with the SDL.
type signature struct {
	name               string // of the Go function, with its place, for messages
	args, root, result reflect.Type
	blocking           bool // may wait for something, so that its siblings run beside it
	informed           bool // gets an Info
}

// An input is what one call gets.
type input struct {
	values  map[string]any // the coerced arguments
	decoded any            // the arguments as A, when they are the same for every request
	decode  *argDecoder    // values -> A
	source  source
	info    *Info
	copying copying
}

// Field makes a resolver of a function with arguments A, root R and result T.
//
//	type postsArgs struct{ Take int }
//
//	"User.posts": graphqlsrv.Field(func(ctx context.Context, args postsArgs, r graphqlsrv.Resolve[*User]) ([]*Post, error) {
//		return store.PostsOf(ctx, r.Root.ID, args.Take)
//	})
//
// A is a struct whose fields are the arguments, by json tag or else by name
// without regard to case; or map[string]any; or [None]. R is the type of the
// parent's value, or any. T is a Go type that can be written as the field's
// type: see the package documentation. A field of Subscription returns a
// receive-only channel or an iter.Seq of the events.
//
// Fields of Query and items of lists run concurrently, up to
// [WithConcurrency]; fields of Mutation one after the other.
func Field[A, R, T any](f func(context.Context, A, Resolve[R]) (T, error)) Resolver {
	return &fieldFunc[A, R, T]{f, funcTitle(f), true}
}

// Func makes a resolver of a function without arguments and root.
//
//	"users": graphqlsrv.Func(store.Users) // func(context.Context) ([]*User, error)
func Func[T any](f func(context.Context) (T, error)) Resolver {
	return &fieldFunc[None, None, T]{
		func(ctx context.Context, _ None, _ Resolve[None]) (T, error) { return f(ctx) }, funcTitle(f), false,
	}
}

// FuncWith makes a resolver of a function with arguments and without root.
//
//	"user": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ ID int }) (*User, error) { … })
func FuncWith[A, T any](f func(context.Context, A) (T, error)) Resolver {
	return &fieldFunc[A, None, T]{
		func(ctx context.Context, a A, _ Resolve[None]) (T, error) { return f(ctx, a) }, funcTitle(f), false,
	}
}

// Computed makes a resolver of a function of the parent alone that neither
// waits nor fails. It is called in line, without the cost of concurrency.
//
//	"User.initials": graphqlsrv.Computed(func(u *User) string { return u.First[:1] + u.Last[:1] })
func Computed[R, T any](f func(R) T) Resolver { return &computedFunc[R, T]{f, funcTitle(f)} }

// Batch makes a resolver that gets the parents of a whole list at once and
// returns as many results, in the same order. It is called once for the parents
// that one list, one other batch or the references of a gateway lead to, directly,
// through further lists or through properties. Below a [Field] or [Computed] resolver
// it is called for each value of that: a [Loader] gathers there.
//
//	"User.posts": graphqlsrv.Batch(func(ctx context.Context, _ graphqlsrv.None, users []*User) ([][]*Post, error) { … })
//
// An error of type [Errors] says which results failed, beside the others or none; any other fails
// all. A parent that is in the list several times is there as often.
func Batch[A, R, T any](f func(context.Context, A, []R) ([]T, error)) Resolver {
	return &batchFunc[A, R, T]{f, funcTitle(f)}
}

// Errors are the errors of a [Batch], nil where a result is good.
type Errors []error

// orElse has an error for each.
func (e Errors) orElse(other error) Errors {
	all := slices.Clone(e)
	for i, err := range all {
		if err == nil {
			all[i] = other
		}
	}
	return all
}

// orNil is the error of a call, which is none where all are nil.
func (e Errors) orNil() error {
	if slices.ContainsFunc(e, func(err error) bool { return err != nil }) {
		return e
	}
	return nil
}

func (e Errors) Error() string {
	n := 0
	var first error
	for _, err := range e {
		if err != nil {
			if n++; first == nil {
				first = err
			}
		}
	}
	if n == 0 {
		return "no errors"
	}
	return fmt.Sprintf("%d of %d failed, the first by: %v", n, len(e), first)
}

// funcName is the name of a function as stack traces have it.
func funcName(f any) string {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return ""
	}
	return runtime.FuncForPC(v.Pointer()).Name()
}

// funcTitle is the name of a function with its place, for messages: most are closures.
func funcTitle(f any) string {
	name := funcName(f)
	if name == "" {
		return ""
	}
	pc := reflect.ValueOf(f).Pointer()
	file, line := runtime.FuncForPC(pc).FileLine(pc)
	if !strings.HasSuffix(file, ".go") { // that of a method is generated
		return name
	}
	return fmt.Sprintf("%s (%s:%d)", name, filepath.Base(file), line)
}

type fieldFunc[A, R, T any] struct {
	f        func(context.Context, A, Resolve[R]) (T, error)
	name     string
	informed bool // f looks at its Info
}

func (f *fieldFunc[A, R, T]) signature() signature {
	return signature{name: f.name, args: reflect.TypeFor[A](), root: reflect.TypeFor[R](), result: reflect.TypeFor[T](), blocking: true, informed: f.informed}
}

func (f *fieldFunc[A, R, T]) call(ctx context.Context, in *input) (any, error) {
	a, err := argumentsOf[A](in)
	if err != nil {
		return nil, err
	}
	r, err := rootOf[R](in.source)
	if err != nil {
		return nil, err
	}
	return f.f(ctx, a, Resolve[R]{r, in.info})
}

type computedFunc[R, T any] struct {
	f    func(R) T
	name string
}

func (f *computedFunc[R, T]) signature() signature {
	return signature{name: f.name, args: reflect.TypeFor[None](), root: reflect.TypeFor[R](), result: reflect.TypeFor[T]()}
}

func (f *computedFunc[R, T]) call(_ context.Context, in *input) (any, error) {
	r, err := rootOf[R](in.source)
	if err != nil {
		return nil, err
	}
	return f.f(r), nil
}

// A batcher is a Resolver that can also take many parents at once.
type batcher interface {
	callAll(ctx context.Context, in *input, roots []source) ([]any, error)
}

type batchFunc[A, R, T any] struct {
	f    func(context.Context, A, []R) ([]T, error)
	name string
}

func (f *batchFunc[A, R, T]) signature() signature {
	return signature{name: f.name, args: reflect.TypeFor[A](), root: reflect.TypeFor[R](), result: reflect.TypeFor[T](), blocking: true}
}

func (f *batchFunc[A, R, T]) call(ctx context.Context, in *input) (any, error) {
	results, err := f.callAll(ctx, in, []source{in.source})
	if err != nil {
		if each, ok := err.(Errors); ok && len(each) == 1 {
			err = each[0]
		}
		if err != nil {
			return nil, err
		}
	}
	return results[0], nil
}

func (f *batchFunc[A, R, T]) callAll(ctx context.Context, in *input, sources []source) ([]any, error) {
	a, err := argumentsOf[A](in)
	if err != nil {
		return nil, err
	}
	roots := make([]R, len(sources))
	for i, s := range sources {
		if roots[i], err = rootOf[R](s); err != nil {
			return nil, err
		}
	}
	results, err := f.f(ctx, a, roots)
	each, partly := err.(Errors)
	if err != nil && !partly {
		return nil, err
	}
	if partly && len(each) != len(roots) {
		return nil, fmt.Errorf("%s returned %d errors for %d parents", f.name, len(each), len(roots))
	}
	if partly && len(results) == 0 {
		return make([]any, len(roots)), each.orElse(fmt.Errorf("%s returned no result", f.name))
	}
	if len(results) != len(roots) {
		return nil, fmt.Errorf("%s returned %d results for %d parents", f.name, len(results), len(roots))
	}
	out := make([]any, len(results))
	for i, t := range results {
		out[i] = t
	}
	return out, each.orNil()
}

// argumentsOf returns the arguments as the function's type.
func argumentsOf[A any](in *input) (a A, err error) {
	if in.decoded != nil {
		return in.decoded.(A), nil
	}
	switch p := any(&a).(type) {
	case *None:
	case *map[string]any:
		for name, value := range in.values {
			in.values[name] = unshared(value, &in.copying)
		}
		*p = in.values
	default:
		err = in.decode.decode(in.values, reflect.ValueOf(p).Elem(), &in.copying)
	}
	in.values = nil
	return a, cmp.Or(err, in.copying.done())
}

// rootOf returns the parent as the function's type: the value itself, or what it
// points to, or a pointer to a copy of it.
func rootOf[R any](s source) (r R, err error) {
	if !s.value.IsValid() || !s.value.CanInterface() {
		return r, nil
	}
	if v, ok := s.value.Interface().(R); ok {
		return v, nil
	}
	want := reflect.TypeFor[R]()
	if want == reflect.TypeFor[None]() {
		return r, nil
	}
	if s.fields.IsValid() && s.fields.Type() == want {
		return s.fields.Interface().(R), nil
	}
	if v, ok := as[R](s); ok {
		return v, nil
	}
	if s.value.CanConvert(want) && s.value.Kind() == want.Kind() {
		return s.value.Convert(want).Interface().(R), nil
	}
	return r, fmt.Errorf("the parent is of type %s, the resolver takes %s", s.value.Type(), want)
}
