package graphqlsrv_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/graphqlsrv"
)

const variablesSDL = `
	input In {
		in: In, list: [In], n: Int, text: String, numbers: [Int], kind: Kind, json: JSON,
		a: Int = 1, b: Int = 2, c: Int = 3, d: [Int] = [1, 2, 3, 4, 5, 6, 7, 8]
	}
	input Only @oneOf { n: Int, text: String }
	enum Kind { RED GREEN }
	scalar Words
	scalar Pairs
	type Query {
		typed(in: In, list: [In], numbers: [Int], deep: [[[[Int]]]], kind: Kind, kinds: [Kind], text: String, texts: [String], only: [Only]): String @skipAuth
		loose(in: In, list: [In], json: JSON, object: JSONObject, dates: [Date], bytes: [Byte], big: [BigInt], words: [Words], pairs: [Pairs]): String @skipAuth
		ids(ids: [ID!]): String @skipAuth
		echo: Query @skipAuth
	}
	type Mutation { send(files: [File], file: File): Int @skipAuth }`

type looseInput struct {
	In      *looseInput
	List    []*looseInput
	N       *int
	Text    string
	Numbers []int
	Kind    string
	JSON    any
	A, B, C int
	D       []int
}

// variablesHandler takes variables as structs and as maps.
func variablesHandler(t testing.TB, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	type typed struct {
		In      *looseInput
		List    []*looseInput
		Numbers []int
		Deep    [][][][]int
		Kind    string
		Kinds   []string
		Text    string
		Texts   []string
		Only    []struct {
			N    *int
			Text *string
		}
	}
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(variablesSDL)}}, append([]graphqlsrv.Option{
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"typed": graphqlsrv.FuncWith(func(context.Context, typed) (string, error) { return "", nil }),
			"loose": graphqlsrv.FuncWith(func(context.Context, map[string]any) (string, error) { return "", nil }),
			"echo":  graphqlsrv.Func(func(context.Context) (struct{}, error) { return struct{}{}, nil }),
			"ids":   graphqlsrv.FuncWith(func(context.Context, struct{ IDs []copiedText }) (string, error) { return "", nil }),
			"send": graphqlsrv.FuncWith(func(_ context.Context, a struct {
				Files []*graphqlsrv.Upload
				File  *graphqlsrv.Upload
			},
			) (int, error) {
				return len(a.Files), nil
			}),
		}),
		graphqlsrv.WithLogger(nil),
		graphqlsrv.WithScalar("Words", graphqlsrv.Scalar{Parse: func(v any) (any, error) { return strings.Fields(fmt.Sprint(v)), nil }}),
		graphqlsrv.WithScalar("Pairs", graphqlsrv.Scalar{Parse: func(v any) (any, error) {
			pairs := map[string]int{}
			for i, word := range strings.Fields(fmt.Sprint(v)) {
				pairs[word] = i
			}
			return pairs, nil
		}}),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A copiedText holds a copy of the text it is read from.
type copiedText struct{ text []byte }

func (c *copiedText) UnmarshalText(text []byte) error {
	c.text = bytes.Clone(text)
	return nil
}

// filled repeats a piece to about size bytes, between two ends.
func filled(size int, open, piece, end string) string {
	n := max(1, (size-len(open)-len(end))/len(piece))
	return open + strings.TrimSuffix(strings.Repeat(piece, n), ",") + end
}

// nestedTo nests to about size bytes.
func nestedTo(size int, open, inner, end string) string {
	return repeated(open, max(1, size/(len(open)+len(end))), inner, end)
}

// numbered lists pieces with a number each, of about size bytes together.
func numbered(size int, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

// A hostileShape is a request whose variables have about a size.
type hostileShape struct {
	name, query string
	variables   func(size int) string
}

func shape(query, open, piece, end string) hostileShape {
	return hostileShape{"", query, func(size int) string { return filled(size, open, piece, end) }}
}

const (
	typedIn   = "query($v: In) { typed(in: $v) }"
	typedList = "query($v: [In]) { typed(list: $v) }"
	looseList = "query($v: [In]) { loose(list: $v) }"
	looseJSON = "query($v: JSON) { loose(json: $v) }"
)

var hostileShapes = func() (list []hostileShape) {
	add := func(name string, s hostileShape) {
		s.name = name
		list = append(list, s)
	}
	nested := func(query, open, inner, end string) hostileShape {
		return hostileShape{"", query, func(size int) string { return `{"v":` + nestedTo(size, open, inner, end) + `}` }}
	}
	many := func(query, open, format, end string) hostileShape {
		return hostileShape{"", query, func(size int) string { return open + numbered(size, format) + end }}
	}
	add("nested objects", nested(typedIn, `{"in":`, "{}", "}"))
	add("nested objects as maps", nested("query($v: In) { loose(in: $v) }", `{"in":`, "{}", "}"))
	add("nested lists of objects", nested(typedList, `[{"list":`, "[]", "}]"))
	add("nested objects with a mistake", nested(typedIn, `{"in":`, `{"n":"x"}`, "}"))
	add("nested objects with mistakes", nested(typedIn, `{"x":1,"in":`, `{}`, "}"))
	add("nested lists", nested("query($v: [[[[Int]]]]) { typed(deep: $v) }", "[", "", "]"))
	add("nested JSON", nested(looseJSON, `{"a":`, "1", "}"))
	add("nested JSON lists", nested(looseJSON, `[`, "1", "]"))
	add("numbers", shape("query($v: [Int]) { typed(numbers: $v) }", `{"v":[`, "1,", "]}"))
	add("nulls", shape(typedList, `{"v":[`, "null,", "]}"))
	add("empty objects", shape(typedList, `{"v":[`, "{},", "]}"))
	add("empty objects as maps", shape(looseList, `{"v":[`, "{},", "]}"))
	add("small objects", shape(typedList, `{"v":[`, `{"n":1},`, "]}"))
	add("small objects as maps", shape(looseList, `{"v":[`, `{"n":1},`, "]}"))
	add("wrong numbers", shape("query($v: [Int]) { typed(numbers: $v) }", `{"v":[`, `"a",`, "]}"))
	add("wrong objects", shape(typedList, `{"v":[`, `{"n":"a"},`, "]}"))
	add("objects instead of numbers", shape("query($v: [Int]) { typed(numbers: $v) }", `{"v":[`, `{"n":1},`, "]}"))
	add("object instead of a number", many("query($v: Int) { typed(in: {n: $v}) }", `{"v":{`, `"k%d":1,`, "}}"))
	add("unknown fields", many(typedIn, `{"v":{`, `"k%d":1,`, "}}"))
	add("unknown variables", many(typedIn, `{`, `"k%d":1,`, "}"))
	add("keys of JSON", many(looseJSON, `{"v":{`, `"k%d":1,`, "}}"))
	add("JSON objects", shape(looseJSON, `{"v":[`, `{"a":1},`, "]}"))
	add("list as JSONObject", shape("query($v: JSONObject) { loose(object: $v) }", `{"v":[`, `{"a":1},`, "]}"))
	add("one key", hostileShape{"", typedIn, func(n int) string { return `{"v":{"` + strings.Repeat("k", n) + `":1}}` }})
	add("one text", hostileShape{"", "query($v: String) { typed(text: $v) }", func(n int) string { return `{"v":"` + strings.Repeat("k", n) + `"}` }})
	add("texts", shape("query($v: [String]) { typed(texts: $v) }", `{"v":[`, `"abc",`, "]}"))
	add("wrong enum", hostileShape{"", "query($v: Kind) { typed(kind: $v) }", func(n int) string { return `{"v":"` + strings.Repeat("RED", n/3) + `"}` }})
	add("wrong enums", shape("query($v: [Kind]) { typed(kinds: $v) }", `{"v":[`, `"REDD",`, "]}"))
	add("wrong dates", shape("query($v: [Date]) { loose(dates: $v) }", `{"v":[`, `"2025-99-99",`, "]}"))
	add("one wrong date", hostileShape{"", "query($v: [Date]) { loose(dates: $v) }", func(n int) string { return `{"v":"` + strings.Repeat("9", n) + `"}` }})
	add("one wrong number", hostileShape{"", "query($v: [BigInt]) { loose(big: $v) }", func(n int) string { return `{"v":` + strings.Repeat("9", n) + `}` }})
	add("wrong oneOf", shape("query($v: [Only]) { typed(only: $v) }", `{"v":[`, `{"n":1,"text":""},`, "]}"))
	add("defaults many times", shape("query($v: [In]) { a: loose(list: $v) b: loose(list: $v) c: loose(list: $v) d: loose(list: $v) e: loose(list: $v) f: loose(list: $v) }", `{"v":[`, "{},", "]}"))
	add("one variable many times", shape("query($v: JSON) { loose(json: ["+strings.Repeat("$v ", 400)+"]) }", `{"v":[`, `{"a":1},`, "]}"))
	add("one input many times", hostileShape{"", "query($v: In) { loose(list: [" + strings.Repeat("$v ", 400) + "]) }", func(n int) string {
		return `{"v":{"numbers":` + filled(n, "[", "1,", "]") + `}}`
	}})
	text := func(piece string) func(n int) string {
		return func(n int) string { return `{"v":"` + strings.Repeat(piece, n/len(piece)) + `"}` }
	}
	repeatedly := func(argument, typ string, variables func(n int) string) {
		uses := func(n int) string { return "loose(" + argument + ": [" + strings.Repeat("$v ", n) + "])" }
		var fields, spreads strings.Builder
		for i := range 14 {
			fmt.Fprintf(&fields, "f%d: %s ", i, uses(20))
			fmt.Fprintf(&spreads, "f%d: echo {...F} ", i)
		}
		begin := "query($v: " + typ + "!) {"
		add("one "+typ+" many times", hostileShape{"", begin + uses(480) + "}", variables})
		add("one "+typ+" many times in fields", hostileShape{"", begin + fields.String() + "}", variables})
		add("one "+typ+" many times in fragments", hostileShape{"", begin + spreads.String() + "} fragment F on Query {" + uses(20) + "}", variables})
	}
	repeatedly("bytes", "Byte", text("abcd"))
	repeatedly("words", "Words", text("abc "))
	repeatedly("pairs", "Pairs", func(n int) string { return `{"v":"` + numbered(n, "%d ") + `"}` })
	add("one ID many times", hostileShape{"", "query($v: ID!) { ids(ids: [" + strings.Repeat("$v ", 480) + "]) }", text("1")})
	return list
}()

// allocatedBy sends a request and returns the response and the bytes that were
// allocated meanwhile.
func allocatedBy(t testing.TB, h http.Handler, r *http.Request) (string, uint64) {
	t.Helper()
	w := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h.ServeHTTP(w, r)
	runtime.ReadMemStats(&after)
	if !json.Valid(w.Body.Bytes()) {
		t.Fatalf("no JSON: %.300s", w.Body)
	}
	return w.Body.String(), after.TotalAlloc - before.TotalAlloc
}

func variablesRequest(query, variables string) *http.Request {
	q, _ := json.Marshal(query)
	return variablesPost(`{"query":` + string(q) + `,"variables":` + variables + `}`)
}

// TestHostileVariables: a megabyte of variables takes less than 50 MB, whatever
// its shape, and is answered by little.
func TestHostileVariables(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	for _, development := range []bool{false, true} {
		h := variablesHandler(t, graphqlsrv.WithDevelopment(development))
		for _, s := range hostileShapes {
			for _, size := range []int{54_000, 1_000_000} {
				t.Run(fmt.Sprintf("development %v/%s/%d", development, s.name, size), func(t *testing.T) {
					got, allocated := allocatedBy(t, h, variablesRequest(s.query, s.variables(size)))
					if len(got) > 300_000 {
						t.Errorf("the answer has %d bytes", len(got))
					}
					if allocated > 50<<20 {
						t.Errorf("allocates %d bytes: %.200s", allocated, got)
					}
				})
			}
		}
	}
}

// TestHostileVariablesAreLinear: without bounds, four times the variables take
// about four times the memory.
func TestHostileVariablesAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	h := variablesHandler(t, graphqlsrv.WithDevelopment(true), graphqlsrv.WithVariableLimits(graphqlsrv.VariableLimits{}))
	for _, s := range hostileShapes {
		if strings.Contains(s.name, "many times") {
			continue // the query says how often
		}
		t.Run(s.name, func(t *testing.T) {
			small, large := variablesRequest(s.query, s.variables(50_000)), variablesRequest(s.query, s.variables(200_000))
			_, _ = allocatedBy(t, h, variablesRequest(s.query, s.variables(50_000))) // plans are made
			_, one := allocatedBy(t, h, small)
			_, four := allocatedBy(t, h, large)
			if four > 7*one+1<<20 {
				t.Errorf("50 kB allocate %d bytes, 200 kB %d", one, four)
			}
		})
	}
}

// TestVariableLimits: a client learns which bound its variables exceed.
func TestVariableLimits(t *testing.T) {
	h := variablesHandler(t, graphqlsrv.WithVariableLimits(graphqlsrv.VariableLimits{Depth: 3, Values: 20}))
	const (
		fine    = `{"data":{"typed":""}}`
		tooDeep = `{"errors":[{"message":"Variables depth limit of 3 exceeded.","extensions":{"code":"BAD_USER_INPUT"}}]}`
		tooMany = `{"errors":[{"message":"Variables limit of 20 values exceeded.","extensions":{"code":"BAD_USER_INPUT"}}]}`
	)
	for _, c := range []struct{ name, query, variables, want string }{
		{"depth", typedIn, `{"v":{"numbers":[1]}}`, fine},
		{"too deep", typedIn, `{"v":{"in":{"numbers":[1]}}}`, tooDeep},
		{"too deep where nothing looks", typedIn, `{"other":[[[]]]}`, tooDeep},
		{"values", typedIn, `{"v":{"numbers":[` + strings.Repeat("1,", 16) + `1]}}`, fine},
		{"too many values", typedIn, `{"v":{"numbers":[` + strings.Repeat("1,", 17) + `1]}}`, tooMany},
		{"one default", typedList, `{"v":[{}]}`, fine},
		{"too many defaults", typedList, `{"v":[{},{}]}`, tooMany},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := allocatedBy(t, h, variablesRequest(c.query, c.variables)); got != c.want {
				t.Errorf("is answered %s, want %s", got, c.want)
			}
		})
	}
	twice := func(query, text string, fine bool) {
		got, _ := allocatedBy(t, h, variablesRequest(query, `{"v":"`+text+`"}`))
		if strings.Contains(got, "Variables limit of 20 values exceeded.") == fine {
			t.Errorf("%s of %d bytes: %s", query, len(text), got)
		}
	}
	for _, query := range []string{"query($v: Byte) { loose(bytes: [$v, $v]) }", "query($v: ID!) { ids(ids: [$v, $v]) }", "query($v: JSON) { loose(json: {a: $v, b: $v}) }"} {
		twice(query, strings.Repeat("A", 2000), true)
		twice(query, strings.Repeat("A", 4000), false)
	}
	twice("query($v: ID!) { a: ids(ids: [$v, $v]) b: ids(ids: [$v, $v]) }", strings.Repeat("A", 2000), false)
	twice("query($v: ID!) { a: ids(ids: [$v]) b: ids(ids: [$v]) c: ids(ids: $v) }", strings.Repeat("A", 4000), true)
	got, _ := allocatedBy(t, h, variablesRequest("query($v: JSON) { loose(json: [$v, $v]) }", `{"v":[1,2,3,4,5,6,7,8,9,10]}`))
	want := `{"data":{"loose":null},"errors":[{"message":"Variables limit of 20 values exceeded.","locations":[{"line":1,"column":19}],"path":["loose"],"extensions":{"code":"BAD_USER_INPUT"}}]}`
	if got != want {
		t.Errorf("a variable that is named twice: %s, want %s", got, want)
	}
}

// TestHostileParameters: the other ways into a server are as cheap.
func TestHostileParameters(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	h := variablesHandler(t)
	get := func(parameters string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/graphql?"+parameters, nil)
		r.Header.Set("GraphQL-Preflight", "1")
		return r
	}
	const million = 1_000_000
	for name, r := range map[string]*http.Request{
		"parameters":         get(strings.Repeat("a&", million/2)),
		"parameter":          get("query=%7Btyped%7D&" + numbered(million, "p%d=1&")),
		"same parameter":     get(strings.Repeat("query=a&", million/8)),
		"escapes":            get("query=" + strings.Repeat("%7B", million/3)),
		"variables":          get("query=" + url.QueryEscape(typedIn) + "&variables=" + nestedTo(million, `{"in":`, "1", "}")),
		"invalid variables":  get("query=a&variables=" + strings.Repeat("[", million)),
		"members":            variablesPost("{" + numbered(million, `"m%d":1,`) + "}"),
		"nested member":      variablesPost(`{"m":` + nestedTo(million, "[", "", "]") + "}"),
		"nested members":     variablesPost(`{"m":` + nestedTo(million, `{"a":`, "1", "}") + "}"),
		"open lists":         variablesPost(strings.Repeat("[", million)),
		"open objects":       variablesPost(strings.Repeat(`{"a":`, million/5)),
		"long names":         variablesPost(strings.Repeat(`{"`+strings.Repeat("n", 1000)+`":`, million/1000)),
		"operation name":     variablesPost(`{"query":"{typed}","operationName":"` + strings.Repeat("n", million) + `"}`),
		"extensions":         variablesPost(`{"query":"{typed}","extensions":{"persistedQuery":` + nestedTo(million, "[", "", "]") + `}}`),
		"nested extensions":  variablesPost(`{"query":"{typed}","extensions":{"persistedQuery":{},"a":` + nestedTo(9_000, "[", "", "]") + `}}`),
		"hash":               variablesPost(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"` + strings.Repeat("A", million) + `"}}}`),
		"variables as text":  variablesPost(`{"query":"{typed}","variables":"` + strings.Repeat("n", million) + `"}`),
		"map of many paths":  multipartRequest(t, `{"query":"mutation($f:[File]){send(files:$f)}","variables":{"f":[`+strings.Repeat("null,", 9_999)+`null]}}`, `{"0":[`+numbered(million-40_000, `"variables.f.%d",`)+`]}`),
		"map of unknown":     multipartRequest(t, `{"query":"mutation($f:[File]){send(files:$f)}","variables":{"f":[null]}}`, `{`+numbered(million, `"%d":["variables.f.0"],`)+`}`),
		"map of a long path": multipartRequest(t, `{"query":"mutation($f:File){send(file:$f)}","variables":{"f":null}}`, `{"0":["variables`+strings.Repeat(".f", million/2)+`"]}`),
		"map of wide object": multipartRequest(t, `{"query":"mutation($f:File){send(file:$f)}","variables":{`+numbered(150_000, `"v%d":null,`)+`}}`, `{"0":[`+numbered(million/4, `"variables.v%d",`)+`]}`),
	} {
		t.Run(name, func(t *testing.T) {
			got, allocated := allocatedBy(t, h, r)
			if len(got) > 10_000 {
				t.Errorf("the answer has %d bytes: %.300s", len(got), got)
			}
			if allocated > 50<<20 {
				t.Errorf("allocates %d bytes: %.300s", allocated, got)
			}
		})
	}
}

// multipartRequest has one file, 0.
func multipartRequest(t testing.TB, operations, places string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	_ = w.WriteField("operations", operations)
	_ = w.WriteField("map", places)
	f, err := w.CreateFormFile("0", "a.txt")
	if err == nil {
		_, err = f.Write([]byte("text"))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/graphql", &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("GraphQL-Preflight", "1")
	return r
}

// BenchmarkHostileInput has B/op grow as the variables do, with the default limits
// and without any; so do literals.
func BenchmarkHostileInput(b *testing.B) {
	for _, bounds := range []struct {
		name    string
		options []graphqlsrv.Option
	}{
		{"defaults", nil},
		{"unbounded", []graphqlsrv.Option{
			graphqlsrv.WithVariableLimits(graphqlsrv.VariableLimits{}), graphqlsrv.WithArmor(graphqlsrv.Armor{}), graphqlsrv.WithPlanCache(0),
		}},
	} {
		h := variablesHandler(b, bounds.options...)
		for _, s := range append(hostileShapes[:len(hostileShapes):len(hostileShapes)], hostileLiterals...) {
			for _, size := range []int{50_000, 100_000, 200_000} {
				b.Run(fmt.Sprintf("%s/%s/%dkB", bounds.name, s.name, size/1000), func(b *testing.B) {
					b.ReportAllocs()
					query, variables := s.query, s.variables(size)
					if query == "" {
						query, variables = variables, "{}"
					}
					for b.Loop() {
						h.ServeHTTP(httptest.NewRecorder(), variablesRequest(query, variables))
					}
				})
			}
		}
	}
}

// hostileLiterals are whole queries.
var hostileLiterals = []hostileShape{
	{"literal numbers", "", func(n int) string { return "{typed(numbers:[" + strings.Repeat("1 ", n/2) + "])}" }},
	{"literal objects", "", func(n int) string { return "{typed(list:[" + strings.Repeat("{n:1}", n/5) + "])}" }},
	{"literal JSON", "", func(n int) string { return "{loose(json:[" + strings.Repeat("{n:1}", n/5) + "])}" }},
	{"literal mistakes", "", func(n int) string { return "{typed(list:[" + strings.Repeat("{n:a}", n/5) + "])}" }},
	{"one literal mistake", "", func(n int) string { return "{typed(in:{n:[" + strings.Repeat("1 ", n/2) + "]})}" }},
	{"arguments", "", func(n int) string { return "{typed(" + numbered(n, "a%d:1 ") + ")}" }},
	{"variables", "", func(n int) string {
		return "query(" + numbered(n/2, "$v%d:Int ") + "){typed(numbers:[" + numbered(n/2, "$v%d ") + "])}"
	}},
	{"default values", "", func(n int) string { return "query(" + numbered(n, "$v%d:[In]=[{}] ") + "){typed}" }},
	{"default value", "", func(n int) string {
		return "query($v:[In]=[" + strings.Repeat("{n:1}", n/5) + "]){typed(list:$v)}"
	}},
	{"deciding variables", "", func(n int) string {
		return "query(" + numbered(n/2, "$v%d:Boolean=true ") + "){" + numbered(n/2, "typed@skip(if:$v%d) ") + "}"
	}},
	{"directive of the document", "", func(n int) string {
		return "{typed @x(" + numbered(n/2, "a%d:1 ") + ")} directive @x(" + numbered(n/2, "a%d:Int! ") + ") on FIELD"
	}},
	{"type of the document", "", func(n int) string { return "{typed} type T{" + numbered(n, "a%d:Int ") + "}" }},
	{"types of the document", "", func(n int) string { return "{typed} " + numbered(n, "type T%d ") }},
	{"spreads", "", func(n int) string {
		return "{" + numbered(n/2, "...F%d ") + "}" + numbered(n/2, "fragment F%d on Query{typed} ")
	}},
}

// TestHostileLiterals: without armor, four times the query take about four times
// the memory.
func TestHostileLiterals(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	h := variablesHandler(t, graphqlsrv.WithArmor(graphqlsrv.Armor{}), graphqlsrv.WithPlanCache(0))
	for _, s := range hostileLiterals {
		t.Run(s.name, func(t *testing.T) {
			_, _ = allocatedBy(t, h, variablesRequest(s.variables(50_000), "{}"))
			_, one := allocatedBy(t, h, variablesRequest(s.variables(50_000), "{}"))
			got, four := allocatedBy(t, h, variablesRequest(s.variables(200_000), "{}"))
			if four > 7*one+1<<20 {
				t.Errorf("50 kB allocate %d bytes, 200 kB %d: %.300s", one, four, got)
			}
		})
	}
}
