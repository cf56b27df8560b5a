package dsl

// notificationsMethods are those of ActiveSupport::Notifications that run a block
// at once, whoever listens.
var notificationsMethods = methodTable{
	"subscribed": fnKw(1, 2, kernelYield),
	"instrument": fnOpt(1, 2, instrument),
}

// setupNotifications makes ActiveSupport::Notifications. Who listens, only the
// running application knows.
func (in *Interp) setupNotifications() {
	c := &Class{name: "ActiveSupport::Notifications", module: true, definitions: definitions{unknown: true}}
	in.singletonOf(c).builtins = notificationsMethods
	in.DefineConst(c.name, c)
}

// instrument calls the block with its payload.
func instrument(c *Call) Value {
	if c.Block == nil {
		return Nil
	}
	if len(c.Args) == 2 {
		return check(c.Yield(c.Args[1]))
	}
	return check(c.Yield(c.t.newHash(0)))
}
