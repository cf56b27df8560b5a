package dsl_test

import (
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A text in another encoding is what Ruby has, or unknown.
func TestOtherEncodings(t *testing.T) {
	for src, want := range map[string]string{ // "" is unknown
		`"é".b.length`: "", `"é".b.encoding`: "", `"é".dup.force_encoding("BINARY").length`: "", `"é".dup.force_encoding(Encoding::BINARY).bytes`: "",
		`"x".encode("UTF-16LE").bytesize`: "", `"x".encode("UTF-16").length`: "", `"é".encode("ISO-8859-1").bytesize`: "",
		`"é".encode("UTF-8", "ISO-8859-1").length`: "", `s = "é".dup; s.encode!("UTF-16"); s.length`: "", `s = "é".dup; s.force_encoding("BINARY"); s.length`: "",
		`"abc".b.length`: "3", `"abc".encode("ISO-8859-1").bytesize`: "3", `"é".dup.force_encoding("UTF-8").length`: "1", `"é".encode("UTF-8").bytesize`: "2",
		`"abc".b.upcase.encoding`: "", `("abc".b + "é").encoding`: "", `s = String.new; s << "abc"; s.encoding`: "", `[1].pack("C").encoding`: "", `1.to_s.encoding`: "", `nil.to_s.encoding`: "",
		`"abc".encode("UTF-16LE").encoding`: "", `"".send(:+, 1.to_s).encoding`: "", `"abc".unpack1("a*").encoding`: "", `"abc".unpack("a*")[0].encoding`: "", `"a".then { 1.to_s }.encoding`: "",
		`"é".encode("US-ASCII", undef: :replace)`: `"?"`, `nil.to_param`: "nil", `true.to_param`: "true", `nil.to_query("a b")`: `"a+b"`, `{ a: nil }.to_query`: `"a"`, `[nil].to_query("k")`: `"k%5B%5D"`, `[nil, 1].to_param`: `"/1"`,
	} {
		if got := knownValue(t, src); got != want {
			t.Errorf("%s is %q, want %q", src, got, want)
		}
	}
}

// knownValue is what a program comes to, as `inspect` shows it; "" if it is unknown.
func knownValue(t *testing.T, src string) string {
	t.Helper()
	file, err := grammar.Parse("a.rb", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	in := dsl.New(dsl.Options{})
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	if dsl.UnknownIn(v) != nil {
		return ""
	}
	text, _ := in.NewThread().Call(v, "inspect")
	return text.(*dsl.String).String()
}
