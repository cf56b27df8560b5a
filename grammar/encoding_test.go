package grammar

import (
	"errors"
	"strings"
	"testing"
)

// What Ruby 3.1 takes for the encoding of a file, by `p __ENCODING__`.
func TestMagicEncoding(t *testing.T) {
	for src, want := range map[string]string{
		"# coding: iso-8859-1":                        "iso-8859-1",
		"# coding: iso-8859-1-unix":                   "iso-8859-1",
		"# coding: utf-8-mac":                         "utf-8",
		"# vim: set fileencoding=cp1252 :":            "cp1252",
		"#!ruby\n# coding: cp1252":                    "cp1252",
		"#!ruby\n\n# coding: cp1252":                  "UTF-8",
		"\n# coding: cp1252":                          "UTF-8",
		"p 1 # coding: cp1252":                        "UTF-8",
		"  # CODING = cp1252":                         "cp1252",
		"# -*- Coding: cp1252; mode: ruby -*-":        "cp1252",
		"# -*- mode: ruby; coding: cp1252 -*-":        "cp1252",
		"# -*- encoding : \"cp1252\" -*-":             "cp1252",
		"# -*- mode: ruby; -*- coding: cp1252":        "UTF-8",
		"# -*- coding: cp1252":                        "cp1252",
		"\xef\xbb\xbf# coding: cp1252":                "cp1252",
		"# frozen_string_literal: true\n# coding: c1": "UTF-8",
		"=begin\n=end\n# coding: cp1252":              "UTF-8",
		"# encoding : cp1252":                         "cp1252",
		"# encoding is: cp1252":                       "UTF-8",
		"# the encoding, see coding: cp1252":          "cp1252",
		"":                                            "UTF-8",
		"#!ruby":                                      "UTF-8",
	} {
		if got, off := magicEncoding(src); got != want || got != "UTF-8" && !strings.HasPrefix(src[off:], got) {
			t.Errorf("%q: %q at %d, want %q", src, got, off, want)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"comment", "# caf\xe9\na # \xff\n=begin\n\xff\n=end\n__END__\n\xff", ""},
		{"string", "a \"\xe9\"", "1:4: invalid multibyte char (UTF-8)"},
		{"name", "caf\xe9", "1:4: invalid multibyte char (UTF-8)"},
		{"heredoc", "a <<A\n# \xe9\nA", "2:3: invalid multibyte char (UTF-8)"},
		{"words", "a %w[\n# \xe9\n]", "2:3: invalid multibyte char (UTF-8)"},
		{"Latin-1", "# coding: iso-8859-1\na \"\xe9\", :\xe9, /\xe9/, caf\xe9", ""},
		{"Windows", "# coding: Windows-1252\na \"\x80\"", ""},
		{"binary", "# coding: binary\na \"\xff\"", ""},
		{"ASCII", "# coding: ascii\na \"é\" # é", "2:4: invalid multibyte char (US-ASCII)"},
		{"ASCII comment", "# coding: us-ascii\na # é \xff", ""},
		{"Shift_JIS", "# coding: Shift_JIS\n# \x93\xfa\na \"\x93\xfa\"", "3:4: text in Shift_JIS is not supported"},
		{"Shift_JIS comment", "# coding: Shift_JIS\na \"b\" # \x83\x5c", ""},
		{"EUC-JP", "# coding: EUC-JP\na \"\xc6\xfc\"", "2:4: text in EUC-JP is not supported"},
		{"UTF-8", "# coding: utf-8\na \"é\"", ""},
		{"unknown", "# -*- coding: latin-1 -*-\na", "1:15: unknown encoding name: latin-1"},
		{"utf8", "# encoding: utf8\na", "1:13: unknown encoding name: utf8"},
		{"wide", "# encoding: UTF-16LE\na", "1:13: UTF-16LE is not ASCII compatible: Ruby reads no files in it"},
		{"behind an error", "a \"b\n# \xff", "1:3: unterminated string: no closing `\"` found"},
	} {
		_, err := Parse("", []byte(tt.src))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || err.Error() != tt.want):
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	for src, want := range map[string]string{
		"# coding: latin-1":  "did you mean `iso-8859-1`?",
		"# coding: latin2":   "did you mean `iso-8859-2`?",
		"# coding: latin-5":  "did you mean `iso-8859-9`?",
		"# coding: latin-6":  "did you mean `iso-8859-10`?",
		"# coding: latin_9":  "did you mean `iso-8859-15`?",
		"# coding: LATIN10":  "did you mean `iso-8859-16`?",
		"# coding: UTF8":     "did you mean `utf-8`?",
		"# coding: cp1522":   "did you mean `cp1252`?",
		"# coding: nonsense": "save the file as UTF-8, without this comment",
	} {
		_, err := Parse("", []byte(src))
		var e *SyntaxError
		if !errors.As(err, &e) || e.Hint != want {
			t.Errorf("%s: %+v, want %s", src, e, want)
		}
	}
}

// Text in an encoding of one byte a character stands in the tree as it is.
func TestBytesOfText(t *testing.T) {
	f := parse(t, "# coding: iso-8859-1\nget \"caf\xe9\"")
	if s := f.Body.List[0].(*Call).Args[0].(*Str); s.Value != "caf\xe9" {
		t.Errorf("got %q", s.Value)
	}
}
