package graphqlsrv

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Scalar gives a scalar type of the SDL its meaning. Of the schema's own are
// there already: BigInt (*big.Int), Date, Time and DateTime (time.Time), JSON
// (any), JSONObject (map[string]any), Byte ([]byte) and File (an upload). One of
// the SDL without a Scalar passes values through as JSON.
//
//	graphqlsrv.WithScalar("Color", graphqlsrv.Scalar{
//		Serialize: func(v any) (any, error) { return v.(Color).Hex(), nil },
//		Parse:     func(v any) (any, error) { return ParseColor(v) },
//	})
type Scalar struct {
	// Serialize turns a resolver's value into one that encoding/json can write; an
	// error, or null, is the field's error, masked like that of a resolver. It gets
	// what a pointer points to, unless only the pointer has MarshalText,
	// MarshalJSON or Value, and never nil. A nil function passes the value through.
	Serialize func(any) (any, error)
	// Parse turns an argument or variable (string, bool, int, float64,
	// json.Number where neither fits, []any, map[string]any) into the value that
	// resolvers get. nil passes it through. Calls may share the value: resolvers
	// get copies of maps and slices, but of what those hold, and of what pointers lead
	// to, only for JSON's own types.
	Parse func(any) (any, error)
}

// builtinScalars are those of the root schema; the names and rules are those of
// the npm package graphql-scalars.
var builtinScalars = map[string]Scalar{
	"BigInt":     {serializeBigInt, parseBigInt},
	"Date":       {timeSerializer("Date", formatDate, parseDate), timeParser("Date", parseDate)},
	"Time":       {timeSerializer("Time", formatTime, parseTime), timeParser("Time", parseTime)},
	"DateTime":   {timeSerializer("DateTime", formatDateTime, parseDateTime), timeParser("DateTime", parseDateTime)},
	"JSON":       {},
	"JSONObject": {serializeObject, parseObject},
	"Byte":       {serializeByte, parseByte},
	"File":       {fileSerializer("File"), fileParser("File")},
	uploadScalar: {fileSerializer(uploadScalar), fileParser(uploadScalar)},
}

// uploadScalar is what other servers call File: a schema that declares it has it.
const uploadScalar = "Upload"

var fileTypes = scalarTypes{typesOf(&Upload{}), func(reflect.Type) bool { return false }, "*graphqlsrv.Upload, and for arguments only"}

// scalarTypes are the Go types of a scalar.
type scalarTypes struct {
	parsed []reflect.Type          // those of what Parse returns
	writes func(reflect.Type) bool // whether Serialize takes values of a type, or of a pointer to it
	use    string                  // what to use instead of a type that doesn't fit
}

// builtinTypes are the Go types of [builtinScalars].
var builtinTypes = map[string]scalarTypes{
	"BigInt":   {typesOf(new(big.Int)), writesBigInt, "*big.Int"},
	"Date":     {typesOf(time.Time{}), writesTime, "time.Time"},
	"Time":     {typesOf(time.Time{}), writesTime, "time.Time"},
	"DateTime": {typesOf(time.Time{}), writesTime, "time.Time"},
	"JSON": {
		typesOf("", false, 0, 0.0, json.Number(""), []any{}, map[string]any{}),
		func(reflect.Type) bool { return true }, "any, or the scalar JSONObject and map[string]any",
	},
	"JSONObject": {typesOf(map[string]any{}), writesObject, "map[string]any"},
	"Byte":       {typesOf([]byte{}), func(g reflect.Type) bool { return slices.Contains(typesOf([]byte{}, ""), g) }, "[]byte"},
	"File":       fileTypes,
	uploadScalar: fileTypes,
}

func typesOf(values ...any) (types []reflect.Type) {
	for _, v := range values {
		types = append(types, reflect.TypeOf(v))
	}
	return types
}

// goTypes returns the Go types of a scalar; ok is false where only the application knows them.
func (s *schema) goTypes(t *typeRef) (known scalarTypes, ok bool) {
	known, ok = builtinTypes[t.def.Name]
	return known, ok && !slices.Contains(s.ownScalars, t.def.Name)
}

// ---- BigInt

func writesBigInt(g reflect.Type) bool {
	return slices.Contains(typesOf(big.Int{}, json.Number("")), g) || g.PkgPath() == "" && (isNumber(g.Kind()) || g.Kind() == reflect.String)
}

func serializeBigInt(v any) (any, error) {
	n, err := parseBigInt(v)
	if err != nil {
		return nil, err
	}
	return json.Number(n.(*big.Int).String()), nil
}

func parseBigInt(v any) (any, error) {
	switch v := v.(type) {
	case *big.Int:
		return v, nil
	case big.Int:
		return &v, nil
	case string, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, json.Number:
	default:
		return nil, messagef("BigInt cannot represent non-integer value: %s", inspect(v))
	}
	text := fmt.Sprint(v)
	if f, ok := v.(float64); ok && f == math.Trunc(f) && !math.IsInf(f, 0) {
		text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	if len(text) > maxBigIntDigits {
		return nil, messagef("BigInt cannot represent a number of more than %d digits", maxBigIntDigits)
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil, messagef("BigInt cannot represent non-integer value: %s", inspect(v))
	}
	return n, nil
}

// maxBigIntDigits bounds the work of reading a number.
const maxBigIntDigits = 10_000

// ---- dates and times

func writesTime(g reflect.Type) bool { return slices.Contains(typesOf(time.Time{}, ""), g) }

func timeSerializer(name string, format func(time.Time) string, parse func(string) (time.Time, error)) func(any) (any, error) {
	return func(v any) (any, error) {
		switch v := v.(type) {
		case time.Time:
			return format(v), nil
		case *time.Time:
			return format(*v), nil
		case string:
			if _, err := parse(v); err != nil {
				return nil, messagef("%s cannot represent an invalid %s-string %s.", name, dashed(name), v)
			}
			return v, nil
		}
		return nil, messagef("%s cannot represent a non string, or non Date type %s.", name, inspect(v))
	}
}

func timeParser(name string, parse func(string) (time.Time, error)) func(any) (any, error) {
	return func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			if t, ok := v.(time.Time); ok {
				return t, nil
			}
			return nil, messagef("%s cannot represent non string or Date type %s", name, inspect(v))
		}
		t, err := parse(s)
		if err != nil {
			return nil, messagef("%s cannot represent an invalid %s-string %s.", name, dashed(name), s)
		}
		return t, nil
	}
}

func dashed(name string) string {
	if name == "DateTime" {
		return "date-time"
	}
	return strings.ToLower(name)
}

// formatDate writes the date in UTC, as ECMAScript's toISOString has it.
func formatDate(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func parseDate(s string) (time.Time, error) { return time.Parse(time.DateOnly, s) }

func formatTime(t time.Time) string { return t.UTC().Format("15:04:05" + fraction(t) + "Z") }

func parseTime(s string) (time.Time, error) {
	if !rfc3339Time.MatchString(s) {
		return time.Time{}, errNotRFC3339
	}
	return time.Parse("15:04:05.999999999Z07:00", s)
}

func formatDateTime(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05" + fraction(t) + "Z")
}

func parseDateTime(s string) (time.Time, error) {
	s = strings.ToUpper(s)
	if _, clock, ok := strings.Cut(s, "T"); !ok || !rfc3339Time.MatchString(clock) {
		return time.Time{}, errNotRFC3339
	}
	return time.Parse(time.RFC3339Nano, s)
}

// rfc3339Time is a time with its offset; package time also takes hours of one
// digit, a comma before the fraction and offsets of a day.
var rfc3339Time = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

var errNotRFC3339 = errors.New("no time of RFC 3339")

// fraction is the layout of the seconds' fraction: milliseconds as ECMAScript
// has them, and more only where there is more.
func fraction(t time.Time) string {
	if t.Nanosecond()%int(time.Millisecond) == 0 {
		return ".000"
	}
	return ".000000000"
}

// ---- JSON and bytes

func writesObject(g reflect.Type) bool {
	return g.Kind() == reflect.Map || g.Kind() == reflect.Struct || reflect.PointerTo(g).Implements(jsonMarshalerType)
}

func serializeObject(v any) (any, error) {
	switch reflect.Indirect(reflect.ValueOf(v)).Kind() {
	case reflect.Map, reflect.Struct:
		return v, nil
	}
	if _, ok := v.(json.Marshaler); ok {
		return v, nil
	}
	return nil, messagef("JSONObject cannot represent non-object value: %s", inspect(v))
}

func parseObject(v any) (any, error) {
	if m, ok := v.(map[string]any); ok {
		return m, nil
	}
	return nil, messagef("JSONObject cannot represent non-object value: %s", inspect(v))
}

func serializeByte(v any) (any, error) {
	switch v := v.(type) {
	case []byte:
		return base64.StdEncoding.EncodeToString(v), nil
	case string:
		if _, err := base64.StdEncoding.DecodeString(v); err != nil {
			return nil, messagef("Byte cannot represent a string that is no base64: %s", inspect(v))
		}
		return v, nil
	}
	return nil, messagef("Byte cannot represent value: %s", inspect(v))
}

func parseByte(v any) (any, error) {
	if s, ok := v.(string); ok {
		if b, err := base64.StdEncoding.DecodeString(s); err == nil {
			return b, nil
		}
	}
	return nil, messagef("Byte cannot represent a value that is no base64 string: %s", inspect(v))
}

// ---- File

// A FileValue is what the transport puts in the place of a file among the
// variables; package graphqlsrv's own multipart requests use *Upload.
type FileValue interface{ isFile() }

func fileSerializer(name string) func(any) (any, error) {
	return func(any) (any, error) { return nil, messagef("%s cannot be sent in a response", name) }
}

func fileParser(name string) func(any) (any, error) {
	return func(v any) (any, error) {
		if f, ok := v.(FileValue); ok {
			return f, nil
		}
		return nil, messagef("%s cannot represent a value that is no upload: send it by a multipart request", name)
	}
}
