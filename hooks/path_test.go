package hooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// lookUp finds a value as encoding/json has it: the judge of query.
func lookUp(body []byte, path []string) (json.RawMessage, bool) {
	if !json.Valid(body) {
		return nil, false
	}
	raw := json.RawMessage(bytes.TrimSpace(body))
	for _, name := range path {
		if raw[0] == '[' {
			var list []json.RawMessage
			i, err := strconv.Atoi(name)
			if err != nil || json.Unmarshal(raw, &list) != nil || i < 0 || i >= len(list) {
				return nil, false
			}
			raw = list[i]
			continue
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return nil, false
		}
		value, ok := object[name]
		if !ok {
			return nil, false
		}
		raw = bytes.TrimSpace(value)
	}
	return raw, true
}

var lookedFor = [][]string{
	{"type"}, {"id"}, {"event", "type"}, {"event"}, {"data", "0", "id"}, {"0", "id"}, {"é"}, {"a\u2028\"", "b"}, {"data", "1"}, {},
}

func checkQuery(t *testing.T, body []byte) {
	t.Helper()
	f := newQuery(lookedFor, nil).find(body)
	for _, path := range lookedFor {
		want, ok := lookUp(body, path)
		if got := f.raw(path...); string(got) != string(want) || (got != nil) != ok {
			t.Errorf("%.200q at %q: %q, encoding/json has %q %v", body, path, got, want, ok)
		}
	}
}

var queried = []string{
	``, ` `, `null`, `7`, `"x"`, `{}`, `[]`, ` { } `, ` [ ] `, `{"type":"a","id":7}`, "\t{\r\n \"type\" : \"a\" ,\n\"id\" : -0.5e+7 } ",
	`{"type":"a","type":"b"}`, `{"event":{"type":"a"},"event":{}}`, `{"event":{"type":"a","type":1},"event":"x"}`, `{"event":{},"event":{"type":"a"}}`,
	`{"\u0074ype":"escaped"}`, `{"t\u0079pe":1,"type":2}`, `{"type":1,"t\u0079pe":2}`, "{\"é\":1}", `{"\u00e9":1}`, "{\"a\u2028\\\"\":{\"b\":1}}", "{\"\xff\":1}", "{\"type\":\"\xff\"}",
	`{"data":[{"id":1},{"id":2}]}`, `[{"id":1},{"id":2}]`, `{"0":{"id":3}}`, `{"data":[]}`, `{"data":[[],[[]],{}],"id":[{},{"a":[{}]}]}`,
	`{"type":"a"`, `{"type":"a"}}`, `{"type":"a"} x`, `{"type":"a",}`, `{"type" "a"}`, `{"type":}`, `{type:1}`, `{"id":1,"x":[1,]}`, `{"id":1,"x":[1}`, `{"id":1,"x":{"a":1]}`, `{"id":1,"x":{"a"}}`, `{"id":1,"x":{,}}`, `{"id":1 "x":1}`,
	`{"id":01}`, `{"id":1.}`, `{"id":.5}`, `{"id":-}`, `{"id":+1}`, `{"id":1e}`, `{"id":1e+}`, `{"id":0}`, `{"id":-0}`, `{"id":1E9}`, `{"id":tru}`, `{"id":truex}`, `{"id":nul}`, `{"id":false}`,
	`{"id":"a\"b","x":"\\"}`, `{"id":"\x"}`, `{"id":"\u12g4"}`, `{"id":"\u12`, `{"id":"\`, `{"id":"abc`, "{\"id\":\"a\nb\"}", "{\"id\":\"a\x00b\"}", "{\"id\":\"a\x7fb\"}", `{"id":"\ud800"}`,
	"\ufeff{\"id\":1}", "\u00a0{\"id\":1}", "{\"id\":1}\u00a0", "{\"id\":\v1}", "{\"id\"\x00:1}",
	`{"id":"0123456789abcdef0123456789\"abcdef0123456789","type":"0123456\\"}`, `{"x":"` + strings.Repeat("é", 50) + `","id":1}`,
	`{"id":1` + strings.Repeat(" ", 8), `{"id":1}` + strings.Repeat(" ", 16),
	`{"x":` + strings.Repeat(" ", 77) + `1,"id":` + strings.Repeat(" \n", 30) + `2}`,
}

func TestQuery(t *testing.T) {
	for _, body := range queried {
		checkQuery(t, []byte(body))
	}
	for _, n := range []int{9_998, 9_999, 10_000, 10_001} { // encoding/json's bound
		checkQuery(t, []byte(strings.Repeat("[", n)+strings.Repeat("]", n)))
		checkQuery(t, []byte(`{"id":1,"x":`+strings.Repeat(`{"a":[`, n/2)+strings.Repeat("]}", n/2)+`}`))
		checkQuery(t, []byte(`{"event":`+strings.Repeat("[", n)+strings.Repeat("]", n)+`}`))
	}
}

func TestQueryCuts(t *testing.T) {
	for _, c := range []struct{ path, body, want string }{
		{"[*].n", `[{"n":0,"a":1},{"a":[{"n":7}],"n":12}]`, `[{"n":,"a":1},{"a":[{"n":7}],"n":}]`},
		{"n", `{"n":0,"a":{"n":1}}`, `{"n":,"a":{"n":1}}`},
		{"n", `{"n":0`, `{"n":0`},
	} {
		q := newQuery(nil, [][]string{strings.Split(c.path, ".")})
		f, rest, at := q.find([]byte(c.body)), "", 0
		for _, s := range f.cuts {
			rest, at = rest+c.body[at:s.from], s.to
		}
		if rest += c.body[at:]; rest != c.want {
			t.Errorf("%s in %s: %s", c.path, c.body, rest)
		}
	}
}

func FuzzQuery(f *testing.F) {
	for _, body := range queried {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) { checkQuery(t, body) })
}

// BenchmarkQuery is the scan for type and id of 64 KiB, beside json.Valid.
func BenchmarkQuery(b *testing.B) {
	for name, body := range map[string][]byte{"compact": stripeLike(64<<10, ""), "indented": stripeLike(64<<10, "  ")} {
		q := newQuery([][]string{{"type"}, {"id"}}, nil)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				q.find(body)
			}
		})
		b.Run(name+"/json.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				json.Valid(body)
			}
		})
	}
}

// stripeLike is an event with many lines, its type at the end as Stripe has it.
func stripeLike(size int, indent string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"id":"evt_1","object":"event","created":1700000000,"data":{"object":{"id":"in_1","lines":[`)
	for i := 0; b.Len() < size*6/10 || indent == "" && b.Len() < size-100; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"il_%024d","object":"line_item","amount":%d,"currency":"eur","description":"Line %d of a long invoice","discountable":true,"metadata":{},"period":{"start":1700000000,"end":1702592000},"price":null}`, i, 1000+i, i)
	}
	b.WriteString(`]}},"livemode":false,"type":"invoice.paid"}`)
	if indent == "" {
		return b.Bytes()
	}
	var out bytes.Buffer
	_ = json.Indent(&out, b.Bytes(), "", indent)
	return out.Bytes()
}
