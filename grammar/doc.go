// Package grammar reads Ruby as routes files use it: text to a syntax tree with
// positions. It knows no value and no routing method; it runs nothing.
//
// Parse accepts the syntax of Ruby 3.4 and gives a File. What signalbox does
// not run, as rational numbers, parses too and stands in the tree as
// *Unsupported. A statement with an error stands there as *BadStmt, and the
// rest of the file is understood: several errors are reported together.
//
//	file, err := grammar.Parse("config/routes.rb", src)
//	if err != nil {
//		fmt.Fprint(os.Stderr, grammar.Frame(src, err))
//	}
//	grammar.Walk(file, func(n grammar.Node) { ... })
//
// # How it works
//
// Ruby cannot be cut into tokens without context: `a /b/` is a call with a
// regular expression, or two divisions when a is a local variable. The lexer
// keeps the state that Ruby's own lexer keeps, the open brackets and blocks, and
// the local variables seen so far, and settles each such question into a kind of
// token of its own. It also rewrites what would need lookahead: `elsif` stands
// in the tokens as `else if` with a doubled `end`, an endless def as one with an
// `end`, `{a:}` as `{a: a}`. What is left is LL(1): the
// parser takes one token after the other, a method for each construct, with
// precedence climbing for operators. What is wrong although it is well formed,
// as a break outside of a loop, is looked for in the tree, and only in files
// with the words that it takes.
//
// # Files in order
//
// From the text to the tree: text.go and encoding.go (what a file may hold),
// position.go; token.go, nesting.go and locals.go (what the lexer keeps), lexer.go,
// space.go, ident.go, keyword.go, punct.go, number.go, literal.go, escape.go,
// heredoc.go (tokens); cursor.go, parse.go (statements), construct.go (keywords),
// block.go, params.go, expr.go, primary.go, pattern.go. What is wrong: error.go,
// report.go, check.go, slip.go and slip_closer.go. The tree is ast.go, node.go,
// arity.go and walk.go; print.go, print_literal.go and print_pattern.go write it.
//
// # Limits
//
// A file has at most 16 MiB and nests at most 10,000 levels, counted over blocks,
// brackets and the operators of one statement; options change both. Refused are
// the escapes \M-x in strings, and text in an encoding with characters of several
// bytes other than UTF-8. Where Ruby refuses something, so does Parse, but for a
// `^name` in a pattern that names no variable.
package grammar
