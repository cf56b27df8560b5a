package dsl_test

import (
	"signalbox/dsl"
	_ "signalbox/dsl/core"
	"signalbox/dsl/stdlib"
)

func init() { dsl.TestLibrary = stdlib.Library }
