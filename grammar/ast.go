package grammar

import (
	"cmp"
	"fmt"
	"strings"
)

// Pos is a place in a routes file: file name, byte offset, line and column.
// Line and column count from 1; columns count characters, not bytes.
type Pos struct {
	Filename             string
	Offset, Line, Column int
}

// String is file:line:column, without the file if it has no name.
func (p Pos) String() string {
	if p.Filename == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
}

// Compare orders places: by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(strings.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// A Node is any part of the tree that has a place in the file.
type Node interface {
	// Start is the place of the node's first token; for a method call with a
	// receiver it is the place of the method's name, where Ruby reports errors.
	Start() Pos
}

// An Expr is a Ruby expression. Ruby has no other statements: `if`, `def` and
// assignments are expressions too.
type Expr interface {
	Node
	expr()
}

// A File is one parsed Ruby file.
type File struct {
	Name     string
	Source   string
	Body     *Stmts
	Comments []Comment
}

// A Comment is a `# ...` line or a `=begin ... =end` section, text included.
type Comment struct {
	Pos  Pos
	Text string
}

// Stmts is a list of expressions run in order: a file, a block's body, the
// branch of an `if`, the inside of `( )` or `#{ }`.
type Stmts struct {
	Pos  Pos
	List []Expr
}

// A Body is a list of statements with the clauses that `begin`, `def`, `do`,
// `class` and `module` allow:
//
//	get "a", to: raise("x")
//	rescue KeyError, TypeError => e
//	else
//	ensure
//	end
type Body struct {
	Pos     Pos
	Stmts   *Stmts
	Rescues []*Rescue
	Else    *Stmts // nil without `else`
	Ensure  *Stmts // nil without `ensure`
}

// A Rescue is one `rescue A, *B => var` clause. Types is empty for a bare
// `rescue`; Var is an assignable expression or nil.
type Rescue struct {
	Pos   Pos
	Types []Expr
	Var   Expr
	Body  *Stmts
}

// ---- literals

type (
	// Nil is `nil`.
	Nil struct{ Pos Pos }
	// Bool is `true` or `false`.
	Bool struct {
		Pos   Pos
		Value bool
	}
	// Self is `self`.
	Self struct{ Pos Pos }
	// Int is an integer literal; Text has no underscores and keeps its base
	// prefix (`0x1f`, `0b1`, `0o7`, `017`, `0d9`, `42`). A minus directly before
	// the digits belongs to it, as in Ruby: `-1` is one literal, `- 1` a Call.
	Int struct {
		Pos  Pos
		Text string
	}
	// Float is `1.5`, `-1.5` or `1e3`, without underscores.
	Float struct {
		Pos  Pos
		Text string
	}
	// Str is a string without interpolation, escapes resolved: `'a'`, `"a\n"`,
	// `%q(a)`, a heredoc, `?a`, adjacent literals joined, `__FILE__`.
	Str struct {
		Pos   Pos
		Value string
	}
	// Sym is `:a`, `:"a b"` or an element of `%i[]`.
	Sym struct {
		Pos  Pos
		Name string
	}
	// Regexp is `/a/i` or `%r{a}x` without interpolation. Source is as Ruby's
	// Regexp#source gives it; Flags holds the letters behind it.
	Regexp struct {
		Pos    Pos
		Source string
		Flags  string
	}
	// Interp is a literal with `#{ }` in it. Its parts are *Str (escapes
	// resolved; regexp text is kept as written) and *Stmts wrapped in *Paren.
	Interp struct {
		Pos   Pos
		Kind  InterpKind
		Parts []Expr
		Flags string // of a regexp
	}
	// Array is `[a, *b, k: v]`, `%w[]` or `%i[]`. Elements may be *Splat; pairs
	// without braces are one *Hash at the end.
	Array struct {
		Pos   Pos
		Elems []Expr

		bare bool // the values of `a = b, c`
	}
	// Hash is `{a => b, c: d, **e}`, or the pairs of a call or an array written
	// without braces.
	Hash struct {
		Pos    Pos
		Braces bool
		Pairs  []Pair
	}
	// Pair is one entry of a Hash. `c: d` has a *Sym (or symbol *Interp) as Key;
	// `c:` alone has the variable or call `c` as Value; `**e` has a nil Key, and
	// the anonymous `**` a nil Value as well.
	Pair struct {
		Pos   Pos
		Key   Expr
		Value Expr
	}
	// Range is `a..b` or `a...b`; a missing end is nil. As a condition, where
	// Ruby makes a flip-flop of it, it is a Range too.
	Range struct {
		Pos       Pos
		Lo, Hi    Expr
		Exclusive bool
	}
)

// InterpKind tells what an Interp makes.
type InterpKind uint8

// The literals that can hold `#{ }`.
const (
	InterpString  InterpKind = iota // "a#{b}"
	InterpSymbol                    // :"a#{b}"
	InterpRegexp                    // /a#{b}/
	InterpCommand                   // `a#{b}`, also without #{}: never run
)

// ---- names

type (
	// Local is a local variable, where the parser saw it assigned or declared
	// before; any other bare name is a *Call.
	Local struct {
		Pos  Pos
		Name string
	}
	// IVar is `@a`; Name includes the sigil.
	IVar struct {
		Pos  Pos
		Name string
	}
	// CVar is `@@a`.
	CVar struct {
		Pos  Pos
		Name string
	}
	// GVar is `$a`, `$1`, `$~`.
	GVar struct {
		Pos  Pos
		Name string
	}
	// Const is `A` (Scope nil), `::A` (Top) or `scope::A`.
	Const struct {
		Pos   Pos
		Scope Expr
		Top   bool
		Name  string
	}
)

// ---- calls

type (
	// Call is a method call: `get "a"`, `a.b(c) { }`, `a + b` (Name `+`), `-a`
	// (Name `-@`), `a != b`, `x.()` (Name `call`), `super` is not one.
	//
	// Args may hold *Splat and *Forward, and as the last element a *Hash
	// without braces for the keywords. Block and BlockArg exclude each other.
	Call struct {
		Pos      Pos // of the name
		End      int // the offset behind it, its block included; 0 for an operator
		Recv     Expr
		Safe     bool // &.
		Name     string
		Args     []Expr
		Parens   bool // written with ( ): `a()` is never a variable
		Block    *Block
		BlockArg *BlockArg
	}
	// Index is `a[b, c]`, also as the target of an assignment. With a block, as
	// in `a[b] { }`, it is a Call of `[]`.
	Index struct {
		Pos      Pos // of the [
		Recv     Expr
		Args     []Expr
		BlockArg *BlockArg
	}
	// Super is `super` (Bare: the method's own arguments) or `super(a)`.
	Super struct {
		Pos      Pos
		Bare     bool
		Args     []Expr
		Block    *Block
		BlockArg *BlockArg
	}
	// Yield is `yield` or `yield a, b`.
	Yield struct {
		Pos  Pos
		Args []Expr
	}
	// Splat is `*a` in arguments, arrays, `when`, `rescue` and targets; X is nil
	// for the anonymous `*`.
	Splat struct {
		Pos Pos
		X   Expr
	}
	// BlockArg is `&a` or `&:sym`; X is nil for the anonymous `&`.
	BlockArg struct {
		Pos Pos
		X   Expr
	}
	// Forward is `...` in the arguments of a call.
	Forward struct{ Pos Pos }
	// Block is `do |a| ... end` or `{ |a| ... }` behind a call. `_1` and `it`
	// become parameters of that name, marked in Params.
	Block struct {
		Pos    Pos
		Params *Params // nil without parameters
		Body   *Body
	}
	// Lambda is `->(a, b = 1) { ... }`.
	Lambda struct {
		Pos    Pos
		Params *Params // nil without parameters
		Body   *Body
	}
)

// Params are the parameters of a def, a block or a lambda, or the inside of a
// destructuring `(a, (b, *c))`.
type Params struct {
	Pos    Pos
	List   []*Param
	Locals []string // block-local variables: |a; b|
	// Implicit tells parameters that the body only mentions: `_1`.. or `it`.
	Implicit ImplicitParams
	// ExcessComma is `|a,|`: one parameter that still destructures.
	ExcessComma bool
}

// ImplicitParams is the kind of parameters a block got without declaring them.
type ImplicitParams uint8

// The kinds of implicit parameters.
const (
	NotImplicit  ImplicitParams = iota
	NumberedArgs                // _1, _2, ...
	ItArg                       // it
)

// A Param is one parameter.
type Param struct {
	Pos     Pos
	Kind    ParamKind
	Name    string // empty for anonymous *, ** and &, for ... and **nil
	Default Expr   // of Optional and OptionalKey
	Sub     *Params
}

// ParamKind is the form of a parameter.
type ParamKind uint8

// The forms of a parameter.
const (
	Required     ParamKind = iota // a
	Optional                      // a = 1
	Rest                          // *a
	RequiredKey                   // a:
	OptionalKey                   // a: 1
	KeyRest                       // **a
	NoKeys                        // **nil
	BlockParam                    // &a
	Destructured                  // (a, b)
	ForwardAll                    // ...
)

// ---- operators and assignment

type (
	// Not is `!a` or `not a`.
	Not struct {
		Pos Pos
		X   Expr
	}
	// And is `a && b` or `a and b`.
	And struct {
		Pos  Pos // of the operator
		L, R Expr
	}
	// Or is `a || b` or `a or b`.
	Or struct {
		Pos  Pos // of the operator
		L, R Expr
	}
	// Defined is `defined?(a)`.
	Defined struct {
		Pos Pos
		X   Expr
	}
	// Assign is `a = b`; the target is *Local, *IVar, *CVar, *GVar, *Const,
	// *Index or *Call (an attribute: `a.b = c` has Name `b`). `a = b, c` has an
	// *Array as Value.
	Assign struct {
		Pos    Pos
		Target Expr
		Value  Expr
	}
	// OpAssign is `a += b`, `a ||= b`: Op is the operator without `=`.
	OpAssign struct {
		Pos    Pos
		Target Expr
		Op     string
		Value  Expr
	}
	// MultiAssign is `a, (b, *c), d.e = x, y`. Targets are as in Assign, or
	// *Splat (X nil for a bare `*`), or *MultiTarget. Value is an *Array when
	// more than one value or a splat stands on the right.
	MultiAssign struct {
		Pos     Pos
		Targets *MultiTarget
		Value   Expr
	}
	// MultiTarget is the left side of a MultiAssign, and a `(b, *c)` in it.
	MultiTarget struct {
		Pos  Pos
		List []Expr
	}
)

// ---- control flow

type (
	// Paren is `( ... )` around statements, and the inside of `#{ }`.
	Paren struct {
		Pos   Pos
		Stmts *Stmts
	}
	// If is `if`/`unless` in its long form or as a modifier. Else is nil when
	// absent; an `elsif` is an *If alone in Else.
	If struct {
		Pos      Pos
		Unless   bool
		Modifier bool
		Cond     Expr
		Then     *Stmts
		Else     *Stmts
	}
	// Ternary is `a ? b : c`.
	Ternary struct {
		Pos              Pos
		Cond, Then, Else Expr
	}
	// While is `while`/`until`, also as a modifier. DoWhile is `begin ... end
	// while x`, which runs once before it asks.
	While struct {
		Pos     Pos
		Until   bool
		DoWhile bool
		Cond    Expr
		Body    *Stmts
	}
	// For is `for a, b in c`; Target is as in Assign, or a *MultiTarget.
	For struct {
		Pos    Pos
		Target Expr
		In     Expr
		Body   *Stmts
	}
	// Case is `case a when b, *c then d else e end`; Subject is nil for a bare
	// `case`.
	Case struct {
		Pos     Pos
		Subject Expr
		Whens   []*When
		Else    *Stmts
	}
	// When is one branch of a Case; Conds may hold *Splat.
	When struct {
		Pos   Pos
		Conds []Expr
		Body  *Stmts
	}
	// CaseIn is `case a in pattern then b else c end`; Else is nil without one.
	CaseIn struct {
		Pos     Pos
		Subject Expr
		Ins     []*In
		Else    *Stmts
	}
	// In is one branch of a CaseIn; Guard is nil without `if` or `unless`.
	In struct {
		Pos     Pos
		Pattern Expr
		Unless  bool
		Guard   Expr
		Body    *Stmts
	}
	// MatchPattern is `a in pattern` (Test) or `a => pattern`.
	MatchPattern struct {
		Pos     Pos // of the operator
		X       Expr
		Pattern Expr
		Test    bool
	}
	// Begin is `begin ... end`.
	Begin struct {
		Pos  Pos
		Body *Body
	}
	// RescueMod is `a rescue b`.
	RescueMod struct {
		Pos       Pos
		X, Rescue Expr
	}
	// Jump is `return`, `break`, `next`, `redo` or `retry`. Value is nil without
	// one, an *Array for several.
	Jump struct {
		Pos   Pos
		Kind  JumpKind
		Value Expr
	}
)

// ---- patterns: of their parts, any other expression is compared by ===

type (
	// PatternVar is a variable, which takes any value.
	PatternVar struct {
		Pos  Pos
		Name string
	}
	// PatternPin is `^a` or `^(a + 1)`, a value to compare.
	PatternPin struct {
		Pos Pos
		X   Expr
	}
	// PatternAlt is `A | B`.
	PatternAlt struct {
		Pos  Pos // of the operator
		L, R Expr
	}
	// PatternAs is `pattern => name`.
	PatternAs struct {
		Pos     Pos
		Pattern Expr
		Name    string
	}
	// PatternList is `[a, *b, c]`, also of a class: `Point(a, b)`. With two
	// *PatternRest it finds what stands between them.
	PatternList struct {
		Pos   Pos
		Const Expr // nil without one
		Elems []Expr
	}
	// PatternRest is `*a` or `**a`; Name is empty for one without.
	PatternRest struct {
		Pos  Pos
		Name string
	}
	// PatternHash is `{a: 1, b:, **c}`, also of a class: `Point(x:)`. NoRest is
	// `**nil`.
	PatternHash struct {
		Pos    Pos
		Const  Expr // nil without one
		Pairs  []PatternPair
		Rest   *PatternRest // nil without one
		NoRest bool
	}
	// PatternPair is `key: pattern`; the pattern is nil for `key:`.
	PatternPair struct {
		Pos     Pos
		Key     string
		Pattern Expr
	}
)

// JumpKind tells which jump a Jump is.
type JumpKind uint8

// The jumps.
const (
	Return JumpKind = iota
	Break
	Next
	Redo
	Retry
)

func (k JumpKind) String() string {
	return [...]string{"return", "break", "next", "redo", "retry"}[k]
}

// ---- definitions

type (
	// Def is `def name(params) ... end`, `def self.name`, or the endless
	// `def name = expr`. Singleton is nil for an ordinary method.
	Def struct {
		Pos       Pos
		Singleton Expr
		Name      string
		Params    *Params // nil without parameters
		Body      *Body
	}
	// Class is `class A < B`; Super is nil without `<`.
	Class struct {
		Pos   Pos
		Name  *Const
		Super Expr
		Body  *Body
	}
	// SingletonClass is `class << self`.
	SingletonClass struct {
		Pos  Pos
		X    Expr
		Body *Body
	}
	// Module is `module A`.
	Module struct {
		Pos  Pos
		Name *Const
		Body *Body
	}
	// Alias is `alias new old`; both may be symbols or globals in the source.
	Alias struct {
		Pos Pos
		New string
		Old string
	}
	// Undef is `undef a, b`.
	Undef struct {
		Pos   Pos
		Names []string
	}
	// Unsupported stands where valid Ruby is written that signalbox refuses to
	// run (BEGIN and END, rational literals). It parses,
	// so that the rest of the file is still understood; running it is an
	// UnsupportedError.
	Unsupported struct {
		Pos  Pos
		What string // "BEGIN block"
	}
	// BadStmt stands for a statement with a syntax error; Parse reports Err.
	BadStmt struct {
		Pos Pos
		Err error
	}
)
