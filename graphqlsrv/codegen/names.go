package codegen

import (
	"go/token"
	"strings"
	"unicode"

	"signalbox/internal/goname"
)

// fieldName is the Go name of a field, argument or enum value: createdAt is
// CreatedAt, user_id and userId are UserID, OLD_ONE is OldOne.
func fieldName(name string) string { return goname.Exported(words(name)...) }

// typeName is the Go name of a type. It stays what it is, but for the first
// letter: by it the server finds the object type of a union's or interface's value.
func typeName(name string) string {
	if s := goname.Capital(name); token.IsExported(s) {
		return s
	}
	return "X" + name
}

// localName is the name of a parameter.
func localName(typ string) string {
	list := words(typ)
	if len(list) == 0 {
		return "parent"
	}
	s := list[0]
	for _, w := range list[1:] {
		s += goname.Exported(w)
	}
	if token.IsKeyword(s) || s == "ctx" || s == "args" || s == "any" || !token.IsIdentifier(s) {
		return "the" + goname.Capital(s)
	}
	return s
}

// words splits a name at underscores and where upper case begins, into words
// in lower case: parseHTTPHeader is parse, http, header.
func words(name string) []string {
	var list []string
	r := []rune(name)
	start := 0
	end := func(i int) {
		if i > start {
			list = append(list, strings.ToLower(string(r[start:i])))
		}
		start = i
	}
	for i := range r {
		switch {
		case r[i] == '_':
			end(i)
			start = i + 1
		case i > 0 && unicode.IsUpper(r[i]) && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])):
			end(i)
		}
	}
	end(len(r))
	return list
}
