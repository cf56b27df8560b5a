package grammar

// kind is the type of a token. The lexer settles every question that in Ruby
// depends on context, so a `[` that opens an array and one that indexes are two
// kinds, and the grammar needs one token of lookahead.
type kind int

// A token is one word, sign or literal; Value is its text, or what it stands for.
type token struct {
	Type  kind
	Value string
	Pos   Pos
	End   int // the offset behind it
}

// tEOF ends the list of tokens.
const tEOF kind = -1

const (
	tNL         kind = iota + 1 // end of a statement
	tInt                        // 1
	tFloat                      // 1.5
	tRational                   // 1r 2i
	tStr                        // a string without interpolation, escapes resolved
	tStrBeg                     // opener of a string with interpolation
	tStrText                    // text in it, escapes resolved
	tStrEnd                     // its closer
	tInterpBeg                  // #{
	tInterpEnd                  // } of #{
	tSym                        // :a, :"a"
	tSymBeg                     // :"  with interpolation, closed by tStrEnd
	tXStrBeg                    // `   closed by tStrEnd
	tRegexBeg                   // /   closed by tRegexEnd
	tRegexEnd                   // the flags
	tWordsBeg                   // %w[ %W[, holds tStr and tStrBeg
	tSymbolsBeg                 // %i[ %I[, holds tSym and tSymBeg
	tWordsEnd                   //
	tLabel                      // a: "a":
	tIdent                      // a name that is no local variable
	tLocal                      // a local variable
	tCmd                        // a name followed by arguments without parentheses
	tNestCmd                    // the same inside another's arguments: takes no `do`
	tConst                      // A
	tIVar                       // @a
	tGVar                       // $a
	tCVar                       // @@a
	tDefName                    // a name behind def, alias, undef
	tOp                         // binary operator
	tAssign                     // =
	tOpAssign                   // += ||=
	tUnary                      // prefix operator: ! - + ~ * ** & not defined? .. ...
	tRange                      // .. ... between or behind values
	tQuest                      // ? of a ternary
	tColon                      // : of a ternary
	tComma                      // ,
	tSemi                       // ; between parameters and block-local variables
	tRocket                     // =>
	tDot                        // . &.
	tScope                      // ::
	tTopScope                   // :: with nothing before it
	tLParen                     // ( of a group
	tLCall                      // ( of arguments or parameters
	tRParen                     // )
	tLBrack                     // [ of an array
	tLIndex                     // [ of an index
	tRBrack                     // ]
	tLHash                      // { of a hash
	tLBlock                     // { of a block
	tLLambda                    // { of a lambda
	tRBrace                     // } of these
	tPipe                       // | around block parameters
	tArrow                      // ->
	tDo                         // do, belongs to the call before it
	tDoBlock                    // do, belongs to the outermost command call
	tDoLambda                   // do, belongs to a ->
	tDoCond                     // do of while, until, for
	tMod                        // if unless while until rescue behind a statement
	tJump                       // return break next redo retry
	tCmdJump                    // the same with a value
	tValue                      // nil true false self
	tIf
	tUnless
	tWhile
	tUntil
	tFor
	tIn      // of for and case
	tMatchIn // value in pattern
	tCase
	tCaseIn // case with patterns
	tWhen
	tElse
	tThen
	tEnd
	tDef
	tDefDot // . between a def's receiver and name
	tClass
	tLess   // < before a superclass
	tSClass // class <<
	tModule
	tBegin
	tRescue
	tEnsure
	tAlias
	tUndef
	tHook    // BEGIN END
	tTargets // marks the variables of a for
	tBad     // something the lexer reported
	numKinds
)

// set is a set of token kinds.
type set [numKinds]bool

func kinds(list ...kind) (s set) {
	for _, k := range list {
		s[k] = true
	}
	return s
}

func (s *set) has(k kind) bool { return k > 0 && s[k] }

var (
	// startsExpr: kinds that begin an expression.
	startsExpr = kinds(tInt, tFloat, tRational, tStr, tStrBeg, tSym, tSymBeg, tXStrBeg, tRegexBeg, tWordsBeg, tSymbolsBeg,
		tIdent, tLocal, tCmd, tNestCmd, tConst, tIVar, tGVar, tCVar, tUnary, tTopScope, tLParen, tLBrack, tLHash, tArrow,
		tJump, tCmdJump, tValue, tIf, tUnless, tWhile, tUntil, tFor, tCase, tCaseIn, tDef, tClass, tSClass, tModule, tBegin,
		tAlias, tUndef, tHook, tTargets, tBad)
	// beginsArg: kinds that, behind a name, make it a command call.
	beginsArg = kinds(tInt, tFloat, tRational, tStr, tStrBeg, tSym, tSymBeg, tXStrBeg, tRegexBeg, tWordsBeg, tSymbolsBeg,
		tLabel, tIdent, tLocal, tConst, tIVar, tGVar, tCVar, tUnary, tTopScope, tLParen, tLBrack, tLHash, tArrow,
		tJump, tValue, tIf, tUnless, tWhile, tUntil, tFor, tCase, tDef, tClass, tSClass, tModule, tBegin)
	// dropsNL: kinds before which the end of a statement goes without saying.
	dropsNL = kinds(tRParen, tRBrack, tRBrace, tInterpEnd, tElse, tWhen, tIn, tEnd, tRescue, tEnsure, tThen)
	// dropsComma: kinds before which a trailing comma is allowed.
	dropsComma = kinds(tRParen, tRBrack, tRBrace)
	// endsShorthand: kinds before which `a:` stands for `a: a`.
	endsShorthand = kinds(tComma, tRParen, tRBrack, tRBrace, tInterpEnd, tElse, tWhen, tEnd, tThen, tDo, tDoBlock)
	// deepens: kinds that make the tree one level deeper within a statement.
	deepens = kinds(tCmd, tNestCmd, tOp, tAssign, tOpAssign, tUnary, tRange, tQuest, tDot, tScope, tLIndex, tLCall, tMod, tJump,
		tRocket, tMatchIn, tArrow)
	// beforeParam: kinds behind which a name in a parameter list is a parameter.
	beforeParam = kinds(tLCall, tLParen, tComma, tSemi, tPipe, tDefName, tArrow, tTargets)
	// noLabel: kinds behind which `a:` is not a label.
	noLabel = kinds(tQuest, tOp, tUnary, tRange, tColon)
	// opens and closes nest when a statement is skipped.
	opens = kinds(tLParen, tLCall, tLBrack, tLIndex, tLHash, tLBlock, tLLambda, tInterpBeg, tDo, tDoBlock, tDoLambda,
		tIf, tUnless, tWhile, tUntil, tFor, tCase, tCaseIn, tBegin, tDef, tClass, tSClass, tModule)
	closes = kinds(tRParen, tRBrack, tRBrace, tInterpEnd, tEnd)
	// isName: kinds whose text is a name.
	isName = kinds(tIdent, tLocal, tCmd, tNestCmd, tConst, tLabel, tSym, tDefName)
	// asksValue: kinds that go on in the next line, with a value.
	asksValue = kinds(tOp, tAssign, tOpAssign, tUnary, tQuest, tColon, tComma, tRocket, tLabel)
	// endsBody: kinds that end a list of statements.
	endsBody = kinds(tRParen, tRBrack, tRBrace, tInterpEnd, tEnd, tElse, tWhen, tIn, tRescue, tEnsure)
)
