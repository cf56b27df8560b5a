package mapper

import (
	"reflect"
	"testing"
)

// What words ask the application is little enough to be kept in mind, and to be answered
// by another one.
func TestHostIsSmall(t *testing.T) {
	if n := reflect.TypeFor[Host]().NumMethod(); n > 12 {
		t.Errorf("Host has %d methods, beyond 12", n)
	}
}
