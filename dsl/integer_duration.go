package dsl

func init() {
	Register(
		Type{Name: "ActiveSupport::Duration", Methods: durationMethods},
		Type{Name: "ActiveSupport::Duration::Scalar", Super: "Numeric", Methods: scalarMethods},
	)
}

var scalarMethods = derived("Scalar")

var durationMethods = with(derived("Duration"), methodTable{
	"ago": fnOpt(0, 1, fromNow), "until": fnOpt(0, 1, fromNow), "before": fnOpt(0, 1, fromNow),
	"from_now": fnOpt(0, 1, fromNow), "since": fnOpt(0, 1, fromNow), "after": fnOpt(0, 1, fromNow),
})

// fromNow is a time, which depends on the present one.
func fromNow(c *Call) Value { return check(c.t.unknownCall(c, false, nil)) }
