// Package goname makes the names of generated Go code.
package goname

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// initialisms are the words that Go writes in capitals.
var initialisms = map[string]string{
	"id": "ID", "url": "URL", "api": "API", "http": "HTTP", "https": "HTTPS", "json": "JSON", "html": "HTML", "xml": "XML", "uuid": "UUID", "ip": "IP", "sql": "SQL",
}

// Exported joins lower-case words to an exported name: edit, post, id is
// EditPostID. What Go doesn't take as a name gets an X before it.
func Exported(words ...string) string {
	var b strings.Builder
	for _, w := range words {
		if s, ok := initialisms[w]; ok {
			b.WriteString(s)
		} else {
			b.WriteString(Capital(w))
		}
	}
	s := b.String()
	if s == "" || !token.IsExported(s) || !token.IsIdentifier(s) {
		return "X" + s
	}
	return s
}

// Capital is a word with its first letter in upper case.
func Capital(word string) string {
	r := []rune(word)
	if len(r) == 0 {
		return ""
	}
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// Unique is name, or where that is taken name with the first free number behind
// it, in the place of a number it may have; taken learns of it.
func Unique(name string, taken map[string]bool) string {
	for n := 2; taken[name]; n++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}
