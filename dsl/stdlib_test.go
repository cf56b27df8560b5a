package dsl_test

import (
	"signalbox/dsl"
	"signalbox/dsl/stdlib"
)

func init() { dsl.TestLibrary = stdlib.Library }
