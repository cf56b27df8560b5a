package graphqlsrv

import "context"

// Version is what the field version of the root schema answers.
const Version = "0.1.0"

// rootServices resolve the root schema.
func rootServices() map[string]Resolver {
	return map[string]Resolver{
		"signalbox":         Computed(func(any) None { return None{} }),
		"Signalbox.version": Computed(func(any) string { return Version }),
		"Signalbox.currentUser": &inline{Func(func(ctx context.Context) (any, error) {
			if c := FromContext(ctx); c != nil {
				return c.CurrentUser, nil
			}
			return nil, nil
		})},
	}
}

// An inline resolver is one of our own that doesn't block.
type inline struct{ Resolver }

func (r *inline) signature() signature {
	s := r.Resolver.signature()
	s.blocking = false
	return s
}
