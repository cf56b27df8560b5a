package variables_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/graphqlsrv/internal/variables"
)

// TestRead: objects keep the order of their names, and numbers every digit, until Plain makes Go
// values of them.
func TestRead(t *testing.T) {
	o, err := variables.Read([]byte(`{"z": 1, "a": {"n": 12345678901234567890, "f": -0.0}, "m": [true, null, "x"]}`), variables.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range o.Len() {
		name, _ := o.Member(i)
		names = append(names, name)
	}
	if diff := cmp.Diff([]string{"z", "a", "m"}, names); diff != "" {
		t.Error(diff)
	}
	want := map[string]any{
		"z": 1,
		"a": map[string]any{"n": json.Number("12345678901234567890"), "f": 0.0},
		"m": []any{true, nil, "x"},
	}
	got := variables.Plain(o)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if f := got.(map[string]any)["a"].(map[string]any)["f"].(float64); math.Signbit(f) {
		t.Error("-0 is to become 0")
	}
}

// TestReadNone: a request may go without variables.
func TestReadNone(t *testing.T) {
	for _, text := range []string{"", " \n", "null", "{}"} {
		if o, err := variables.Read([]byte(text), variables.Limits{}); err != nil || o.Len() != 0 {
			t.Errorf("%q: %v, %v", text, o, err)
		}
	}
	for _, text := range []string{"[]", "1", `"x"`, "{", `{"a": 1, "a": 2}`, "{]"} {
		if _, err := variables.Read([]byte(text), variables.Limits{}); err == nil {
			t.Errorf("%q is to be refused", text)
		}
	}
}

// TestLimits: what is beyond a limit says so; 0 sets none.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits variables.Limits
		text   string
		want   variables.LimitError
	}{
		{variables.Limits{}, `{"a": [[[[1]]]]}`, ""},
		{variables.Limits{Depth: 5}, `{"a": [[[[1]]]]}`, ""},
		{variables.Limits{Depth: 4}, `{"a": [[[[1]]]]}`, "Variables depth limit of 4 exceeded."},
		{variables.Limits{Values: 4}, `{"a": [1, 2]}`, ""},
		{variables.Limits{Values: 3}, `{"a": [1, 2]}`, "Variables limit of 3 values exceeded."},
	} {
		_, err := variables.Read([]byte(c.text), c.limits)
		if got, _ := errors.AsType[variables.LimitError](err); got != c.want {
			t.Errorf("%s within %v: %v", c.text, c.limits, err)
		}
	}
}

// TestPut: a file has a place where there is null, in lists and objects of any size.
func TestPut(t *testing.T) {
	text := `{"file": null, "in": {"photo": null, "files": [null, 1]}`
	for i := range 20 {
		text += fmt.Sprintf(`, "v%d": null`, i)
	}
	o, err := variables.Read([]byte(text+"}"), variables.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]bool{
		"file": true, "in.photo": true, "in.files.0": true, "v19": true,
		"in.files.1": false, "in.files.2": false, "in.files.-1": false, "in.files.x": false, "in": false, "none": false, "": false, "v1.x": false,
	} {
		if got := o.Put(at, "the file"); got != want {
			t.Errorf("%q: %v", at, got)
		}
	}
	if v, ok := o.Get("v19"); !ok || v != "the file" {
		t.Error(v, ok)
	}
	if v, ok := o.Get("none"); ok {
		t.Error(v)
	}
}
