package dsl

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl/internal/rubytext"
)

// Gem::Version, which programs compare the versions of Rails and of gems with.
// RubyGems: lib/rubygems/version.rb.

// gemVersion is the data of a Gem::Version: its text.
type gemVersion struct{ text string }

func (v *gemVersion) dup() any { return v }

const versionPattern = `[0-9]+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`

var (
	gemVersionText = regexp.MustCompile(`\A\s*(?:` + versionPattern + `)?\s*\z`)
	versionSegment = regexp.MustCompile(`[0-9]+|[a-zA-Z]+`)
)

var gemVersionMethods = methodTable{
	"<=>":                        fn(1, versionCompare),
	"eql?":                       fn(1, versionEql),
	"hash":                       fn(0, versionHash),
	"to_s":                       fn(0, versionToS),
	"version":                    fn(0, versionToS),
	"inspect":                    fn(0, versionInspect),
	"segments":                   fn(0, versionSegments),
	"canonical_segments":         fn(0, versionCanonical),
	"prerelease?":                fn(0, func(c *Call) (Value, error) { return Bool(selfVersion(c).prerelease()), nil }),
	"release":                    fn(0, versionRelease),
	"bump":                       fn(0, versionBump),
	"approximate_recommendation": fn(0, versionRecommendation),
}

var gemVersionClassMethods = methodTable{
	"new":      fn(1, versionNew).is(converts),
	"create":   fn(1, versionCreate).is(converts),
	"correct?": fn(1, versionCorrect).is(converts),
}

// setupGem makes the module Gem, of which code that is not read defines more.
func (in *Interp) setupGem() {
	in.DefineModule("Gem")
	version := in.gemClass("Gem::Version", gemVersionMethods, gemVersionClassMethods)
	version.included = []*Class{in.classes.comparable}
	in.classes.gemVersion = version
	in.gemClass("Gem::Requirement", gemRequirementMethods, gemRequirementClassMethods)
}

func (in *Interp) gemClass(name string, methods, classMethods methodTable) *Class {
	class := &Class{name: name, super: in.classes.object, builtins: methods}
	in.DefineConst(name, class)
	in.singletonOf(class).builtins = classMethods
	return class
}

func versionOf(v Value) *gemVersion {
	if o, ok := v.(*Object); ok {
		if d, ok := o.data.(*gemVersion); ok {
			return d
		}
	}
	return nil
}

func selfVersion(c *Call) *gemVersion {
	if v := versionOf(c.Self); v != nil {
		c.t.scanned(len(v.text))
		return v
	}
	return &gemVersion{"0"}
}

// ownClass is the class that a class method is called on.
func (c *Call) ownClass() *Class {
	class, _ := c.Self.(*Class)
	return class
}

func versionNew(c *Call) (Value, error) {
	text, err := c.ToS(c.Args[0])
	if err != nil {
		return nil, err
	}
	if err := c.versionSize(text); err != nil {
		return nil, err
	}
	if !gemVersionText.MatchString(text) {
		return nil, c.Errorf("ArgumentError", "Malformed version number string %s", text)
	}
	return c.newVersion(c.ownClass(), text), nil
}

// maxVersion bounds the text of a version, in bytes.
const maxVersion = 10_000

// versionSize refuses the text of a version that is too long, and counts the work
// that it is to take it apart.
func (c *Call) versionSize(text string) error {
	c.t.scanned(len(text))
	if len(text) > maxVersion {
		return &LimitError{Limit: "length of a version", Max: maxVersion, Pos: c.Pos}
	}
	return nil
}

func (c *Call) newVersion(class *Class, text string) *Object {
	text = strings.ReplaceAll(strings.TrimSpace(text), "-", ".pre.")
	if text == "" {
		text = "0"
	}
	c.t.grow(sizeString + len(text))
	return c.t.newObject(class, &gemVersion{text})
}

func versionCreate(c *Call) (Value, error) {
	if v := c.Args[0]; v == Nil || versionOf(v) != nil {
		return v, nil
	}
	return versionNew(c)
}

func versionCorrect(c *Call) (Value, error) {
	text, err := c.ToS(c.Args[0])
	if err == nil {
		err = c.versionSize(text)
	}
	return Bool(err == nil && gemVersionText.MatchString(text)), err
}

// segments are the parts of a version, numbers or words.
func (v *gemVersion) segments() []Value {
	var parts []Value
	for _, text := range versionSegment.FindAllString(v.text, -1) {
		if text[0] > '9' {
			parts = append(parts, NewString(text))
			continue
		}
		n, _ := strconv.ParseInt(text, 10, 64) // the greatest one, where it is too long
		parts = append(parts, Int(n))
	}
	return parts
}

func isWordSegment(v Value) bool {
	_, ok := v.(*String)
	return ok
}

func (v *gemVersion) prerelease() bool {
	return strings.ContainsFunc(v.text, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
}

// canonical are the segments without the zeros at the end of the numbers, and at
// the end of the whole.
func (v *gemVersion) canonical() []Value {
	parts := v.segments()
	first := slices.IndexFunc(parts, isWordSegment)
	if first < 0 {
		first = len(parts)
	}
	return append(withoutZeros(parts[:first:first]), withoutZeros(parts[first:])...)
}

func withoutZeros(parts []Value) []Value {
	for len(parts) > 0 && parts[len(parts)-1] == Int(0) {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// compare is the order of two versions: a word is less than a number.
func (v *gemVersion) compare(o *gemVersion) int {
	a, b := v.canonical(), o.canonical()
	for i := range max(len(a), len(b)) {
		if n := compareSegments(segmentAt(a, i), segmentAt(b, i)); n != 0 {
			return n
		}
	}
	return 0
}

func segmentAt(parts []Value, i int) Value {
	if i < len(parts) {
		return parts[i]
	}
	return Int(0)
}

func compareSegments(a, b Value) int {
	x, xWord := a.(*String)
	y, yWord := b.(*String)
	switch {
	case xWord && yWord:
		return strings.Compare(x.s, y.s)
	case xWord:
		return -1
	case yWord:
		return 1
	}
	m, _ := a.(Int)
	n, _ := b.(Int)
	switch {
	case m < n:
		return -1
	case m > n:
		return 1
	}
	return 0
}

// otherVersion is what a version can be compared with: another one, or its text.
func (c *Call) otherVersion(v Value) *gemVersion {
	if s, ok := v.(*String); ok && len(s.s) <= maxVersion && gemVersionText.MatchString(s.s) {
		return versionOf(c.newVersion(nil, s.s))
	}
	return versionOf(v)
}

func versionCompare(c *Call) (Value, error) {
	other := c.otherVersion(c.Args[0])
	if other == nil {
		return Nil, nil
	}
	return Int(selfVersion(c).compare(other)), nil
}

func versionEql(c *Call) (Value, error) {
	other := versionOf(c.Args[0])
	return Bool(other != nil && other.text == selfVersion(c).text), nil
}

func versionHash(c *Call) (Value, error) {
	return c.Send(c.segmentArray(selfVersion(c).canonical()), "hash")
}

func versionToS(c *Call) (Value, error) { return c.t.newString(selfVersion(c).text), nil }

func versionInspect(c *Call) (Value, error) {
	text, err := c.Inspect(c.t.newString(selfVersion(c).text))
	return c.t.newString("#<Gem::Version " + text + ">"), err
}

func versionSegments(c *Call) (Value, error) { return c.segmentArray(selfVersion(c).segments()), nil }

func versionCanonical(c *Call) (Value, error) { return c.segmentArray(selfVersion(c).canonical()), nil }

func (c *Call) segmentArray(parts []Value) *Array {
	c.t.grow(sizeString * len(parts))
	return c.t.newArray(parts...)
}

// numbers are the segments in front of the first word.
func (v *gemVersion) numbers() []Value {
	parts := v.segments()
	if i := slices.IndexFunc(parts, isWordSegment); i >= 0 {
		parts = parts[:i]
	}
	return parts
}

func (c *Call) versionOfParts(parts []Value) (*Object, error) {
	text, err := c.joined(parts)
	return c.newVersion(c.t.in.classes.gemVersion, text), err
}

func (c *Call) joined(parts []Value) (string, error) {
	texts := make([]string, len(parts))
	for i, p := range parts {
		var err error
		if texts[i], err = c.ToS(p); err != nil {
			return "", err
		}
	}
	return strings.Join(texts, "."), nil
}

func versionRelease(c *Call) (Value, error) {
	v := selfVersion(c)
	if !v.prerelease() {
		return c.Self, nil
	}
	return c.versionOfParts(v.numbers())
}

// bump is the next version whose last segment but one is higher: 5.4 of 5.3.1.
func (v *gemVersion) bump() []Value {
	parts := v.numbers()
	if len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > 0 {
		if n, ok := parts[len(parts)-1].(Int); ok {
			parts[len(parts)-1] = n + 1
		}
	}
	return parts
}

func versionBump(c *Call) (Value, error) { return c.versionOfParts(selfVersion(c).bump()) }

func versionRecommendation(c *Call) (Value, error) {
	v := selfVersion(c)
	parts := v.numbers()
	parts = parts[:min(len(parts), 2)]
	for len(parts) < 2 {
		parts = append(parts, Int(0))
	}
	text, err := c.joined(parts)
	if v.prerelease() {
		text += ".a"
	}
	return c.t.newString("~> " + text), err
}

// gemText is the Ruby that makes a version or a requirement; empty for other values.
func gemText(v Value) string {
	o, ok := v.(*Object)
	if !ok {
		return ""
	}
	switch d := o.data.(type) {
	case *gemVersion:
		return "Gem::Version.new(" + rubytext.Quote(d.text) + ")"
	case *gemRequirement:
		list := d.list()
		for i, text := range list {
			list[i] = rubytext.Quote(text)
		}
		return "Gem::Requirement.new(" + strings.Join(list, ", ") + ")"
	}
	return ""
}
