package grammar

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/internal/spelling"
)

// Encodings. Comments may hold any bytes. Text in an encoding of one byte a
// character stands in the tree as the bytes that it is, as Ruby has it in memory
// and Rails puts it into paths.

var (
	// emacsComment and plainComment are the two forms of the magic comment.
	emacsComment = regexp.MustCompile(`-\*-(.*?)-\*-`)
	emacsPair    = regexp.MustCompile(`(?i)(?:^|;)\s*(?:en)?coding\s*:\s*"?([-\w]+)`)
	plainComment = regexp.MustCompile(`(?i)coding\s*[=:]\s*([-\w]+)`)
	lineEnds     = regexp.MustCompile(`(?i)-(unix|dos|mac)$`)
)

// OneByte reports whether the file's first line names an encoding of one byte a
// character, in which its text need not be valid UTF-8.
func (f *File) OneByte() bool {
	name, _ := magicEncoding(f.Source)
	return slices.Contains(oneByte, strings.ToLower(name))
}

// magicEncoding returns the encoding that the magic comment of a file names, and
// the offset of the name: "UTF-8" and 0 without one. Ruby looks for it in the
// first line, or the one behind `#!`.
func magicEncoding(text string) (name string, off int) {
	if strings.HasPrefix(text, "\xef\xbb\xbf") {
		off = 3
	}
	line, _, _ := strings.Cut(text[off:], "\n")
	if strings.HasPrefix(line, "#!") {
		off += len(line) + 1
		line, _, _ = strings.Cut(text[min(off, len(text)):], "\n")
	}
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
		return "UTF-8", 0
	}
	var at []int
	if m := emacsComment.FindStringSubmatchIndex(line); m != nil {
		off += m[2]
		at = emacsPair.FindStringSubmatchIndex(line[m[2]:m[3]])
		line = line[m[2]:m[3]]
	} else {
		at = plainComment.FindStringSubmatchIndex(line)
	}
	if at == nil {
		return "UTF-8", 0
	}
	return lineEnds.ReplaceAllString(line[at[2]:at[3]], ""), off + at[2]
}

// The encodings of which Ruby reads files, in lower case. Those of multiByte have
// characters of several bytes.
var (
	utf8Names = strings.Fields("utf-8 cp65001 utf-8-hfs utf8-mac utf-8-mac locale external filesystem internal")
	asciiOnly = strings.Fields("us-ascii ascii ansi_x3.4-1968 646")
	oneByte   = strings.Fields(`ascii-8bit binary iso-8859-1 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-10 iso-8859-11
		iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11
		iso8859-13 iso8859-14 iso8859-15 iso8859-16 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258
		cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp857 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869
		cp874 cp878 ibm437 ibm720 ibm737 ibm775 ibm850 ibm852 ibm855 ibm857 ibm860 ibm861 ibm862 ibm863 ibm864 ibm865 ibm866 ibm869 windows-874 tis-620 koi8-r koi8-u
		maccenteuro maccroatian maccyrillic macgreek maciceland macroman macromania macthai macturkish macukraine`)
	multiByte = strings.Fields(`shift_jis sjis windows-31j cswindows31j cp932 pck macjapan macjapanese euc-jp eucjp euc-jp-ms eucjp-ms cp51932 euc-jis-2004 euc-jisx0213 euc-kr euckr
		euc-tw euctw euc-cn euccn gb2312 gb12345 gb18030 gbk gb1988 cp936 cp949 cp950 cp951 big5 big5-hkscs big5-hkscs:2008 big5-uao cesu-8 emacs-mule
		stateless-iso-2022-jp utf8-docomo utf8-kddi utf8-softbank sjis-docomo sjis-kddi sjis-softbank`)
	noASCII = strings.Fields(`utf-16 utf-16be utf-16le utf-32 utf-32be utf-32le utf-7 ucs-2be ucs-4be ucs-4le cp65000 iso-2022-jp iso2022-jp iso-2022-jp-2 ibm037 cp50220 cp50221`)
)

// checkEncoding refuses a file in an encoding that Ruby does not read, or that is
// not read here.
func checkEncoding(name, text string) error {
	encoding, off := magicEncoding(text)
	e := &SyntaxError{Pos: posIn(name, text, off), Hint: "save the file as UTF-8, without this comment"}
	switch low := strings.ToLower(encoding); {
	case slices.Contains(noASCII, low):
		e.Msg = encoding + " is not ASCII compatible: Ruby reads no files in it"
	case !knownEncoding(low):
		e.Msg = "unknown encoding name: " + encoding
		if near := nearEncoding(low); near != "" {
			e.Hint = "did you mean `" + near + "`?"
		}
	default:
		return nil
	}
	return e
}

func knownEncoding(low string) bool {
	for _, list := range [][]string{utf8Names, asciiOnly, oneByte, multiByte} {
		if slices.Contains(list, low) {
			return true
		}
	}
	return false
}

// nearEncoding returns the name by which Ruby knows an encoding, "" for none.
func nearEncoding(low string) string {
	if number, ok := strings.CutPrefix(strings.ReplaceAll(low, "-", ""), "latin"); ok && slices.Contains(oneByte, "iso-8859-"+number) {
		return "iso-8859-" + number
	}
	if low == "utf8" {
		return "utf-8"
	}
	return spelling.Nearest(low, slices.Concat(utf8Names[:1], asciiOnly[:1], oneByte, multiByte))
}

// checkBytes refuses bytes that are no text in the file's encoding. They may stand
// in comments, and behind __END__.
func (l *lex) checkBytes(text string) error {
	encoding, _ := magicEncoding(text)
	low := strings.ToLower(encoding)
	if slices.Contains(oneByte, low) || slices.Contains(utf8Names, low) && utf8.ValidString(text) {
		return nil
	}
	comments, end := l.comments, len(l.src)
	if l.stop { // comments behind it are not known
		end = min(l.i, end)
	}
	for i := 0; i < end; {
		if len(comments) > 0 && i >= comments[0].Pos.Offset {
			i = max(i, comments[0].Pos.Offset+len(comments[0].Text))
			comments = comments[1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(l.src[i:])
		if r < 0x80 || r != utf8.RuneError && slices.Contains(utf8Names, low) || i < l.lines[0] {
			i += n
			continue
		}
		at := posIn(l.file, text, i)
		if slices.Contains(multiByte, low) {
			return &SyntaxError{Pos: at, Msg: "text in " + encoding + " is not supported", Hint: "save the file as UTF-8, and remove the comment that names its encoding"}
		}
		if slices.Contains(asciiOnly, low) {
			encoding = "US-ASCII"
		} else {
			encoding = "UTF-8"
		}
		return &SyntaxError{Pos: at, Msg: "invalid multibyte char (" + encoding + ")", Hint: "save the file as UTF-8, or name its encoding in the first line: # encoding: iso-8859-1"}
	}
	return nil
}
