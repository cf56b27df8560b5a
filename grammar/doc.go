// Package grammar parses the Ruby of routes files into a syntax tree with positions.
// It runs nothing, and does not deal with values or routing methods.
//
// Parse accepts the syntax of Ruby 3.4 and returns a File. Syntax that signalbox
// does not run, such as rational numbers, is an *Unsupported in the tree. A
// statement with an error is a *BadStmt, and parsing goes on: several errors are
// reported together.
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
// the local variables seen so far, and gives each such case its own kind of token.
// It also rewrites what would need lookahead: `elsif` becomes `else if` with a second
// `end`, an endless def gets an `end`, `{a:}` becomes `{a: a}`. The result is
// LL(1): the parser reads one token after the other, with a method for each construct
// and precedence climbing for operators. Errors in well-formed code, such as a break
// outside of a loop, are found in the tree, and only if the file has such a keyword.
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
// brackets and the operators of one statement; options change both. Parse refuses
// the escapes \M-x in strings and multi-byte encodings other than UTF-8. It refuses
// all that Ruby refuses, except a `^name` in a pattern without such a variable.
package grammar
