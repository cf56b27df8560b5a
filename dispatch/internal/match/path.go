package match

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// MaxPath is the longest path that is looked at, in bytes, as it came and
// normalized; longer ones are answered 414.
const MaxPath = 64 << 10

// ErrLongPath is the error of longer ones.
var ErrLongPath = fmt.Errorf("the path is longer than %d bytes", MaxPath)

// plainByte are the bytes that a URL's path is written with as they are.
var plainByte = func() (t [256]bool) {
	for c := range 128 {
		s := "/" + string(rune(c))
		t[c] = c != '%' && c != '?' && (&url.URL{Path: s}).EscapedPath() == s
	}
	return t
}()

// PlainPath reports whether a path is written in a URL as it is.
func PlainPath(p string) bool {
	for i := range len(p) {
		if !plainByte[p[i]] {
			return false
		}
	}
	return true
}

// NormalizePath gives a path one slash in front, none behind, none doubled, and
// percent escapes in upper case:
//
//	//posts///%c3%a9/  becomes  /posts/%C3%A9
//
// Rails: Journey::Router::Utils.normalize_path.
func NormalizePath(path string) string {
	if path == "/" || path == "" {
		return "/"
	}
	if path[0] == '/' && path[len(path)-1] != '/' && strings.IndexByte(path, '%') < 0 && !strings.Contains(path, "//") {
		return path
	}
	b := make([]byte, 1, len(path)+1)
	b[0] = '/'
	for i := range len(path) {
		if c := path[i]; c != '/' || b[len(b)-1] != '/' {
			b = append(b, c)
		}
	}
	if len(b) > 1 && b[len(b)-1] == '/' {
		b = b[:len(b)-1]
	}
	for i := 0; i+2 < len(b); i++ { // %aB stays, as in Rails: its pattern is /%[a-f0-9]{2}/
		if b[i] == '%' && lowerHex(b[i+1]) && lowerHex(b[i+2]) {
			b[i+1], b[i+2] = upperByte(b[i+1]), upperByte(b[i+2])
			i += 2
		}
	}
	return string(b)
}

func lowerHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// A pathClass tells bytes of a path that is taken as it came.
type pathClass uint8

const (
	plainText pathClass = iota // a byte inside of a token
	separator                  // / or .
	oddByte                    // the path needs normalizing, or the slow patterns
)

// scanClass is for paths that are taken as they came; oddByte sends them to
// NormalizePath.
var scanClass = func() (t [256]pathClass) {
	for c := range t {
		if !plainByte[c] {
			t[c] = oddByte
		}
	}
	t['/'], t['.'] = separator, separator
	return t
}()

// simpleText tells paths that the byte automata can read: ASCII without a
// newline, for which Ruby's \Z would stop early.
func simpleText(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '\n' {
			return false
		}
	}
	return true
}
