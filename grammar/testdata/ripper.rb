# Writes what Ruby's own parser makes of Ruby text, in a normal form that the
# tests of this package compare with theirs. Run by hand:
#
#   ruby testdata/ripper.rb snippets testdata/snippets.txt > testdata/snippets.golden
#   ruby testdata/ripper.rb files DIR > FILE    # one line per .rb file below DIR
#
# A snippets file holds snippets separated by lines of `----`.

module Normal
  module_function

  Node = RubyVM::AbstractSyntaxTree::Node

  def str(s)
    '"' + s.b.each_byte.map { |b| b >= 32 && b < 127 && b != 34 && b != 92 ? b.chr : format('\\x%02x', b) }.join + '"'
  end

  def seq(*parts) = "(#{parts.compact.join(' ')})"

  def stmts(n)
    return [] if n.nil?
    case n.type
    when :BLOCK then n.children.flat_map { |c| stmts(c) }
    when :SCOPE then stmts(n.children[2])
    when :BEGIN then stmts(n.children[0])
    else [n]
    end
  end

  # A body: nil when empty, the statement when alone.
  def body(n)
    list = stmts(n).map { |c| x(c) }
    list.size == 0 ? 'nil' : list.size == 1 ? list[0] : seq('do', *list)
  end

  # The elements of an argument list, with its splats.
  def args(n)
    return [] if n.nil?
    case n.type
    when :LIST, :VALUES then n.children.compact.flat_map { |c| arg(c) }
    when :ZLIST then []
    when :ARGSCAT then args(n.children[0]) + rest(n.children[1])
    when :ARGSPUSH then args(n.children[0]) + arg(n.children[1])
    when :SPLAT then rest(n.children[0])
    when :BLOCK_PASS then args(n.children[0]) + [seq('&', n.children[1] && x(n.children[1]))]
    else arg(n)
    end
  end

  def rest(n)
    return args(n) if n && %i[LIST ZLIST SPLAT ARGSCAT ARGSPUSH].include?(n.type)
    [seq('*', x(n))]
  end


  def arg(n) = [x(n)]

  def list(n) = seq('list', *args(n))

  # The parts of an interpolated literal: strings, and normal forms in arrays.
  def parts(n)
    return [] if n.nil?
    case n.type
    when :STR then [n.children[0]]
    when :EVSTR
      s = stmts(n.children[0])
      return parts(s[0]) if s.size == 1 && %i[STR DSTR].include?(s[0].type)
      [[seq('ev', body(n.children[0]))]]
    when :DSTR, :DXSTR, :DREGX, :DSYM
      head, first, more = n.children
      [head].compact + parts(first) + (more ? more.children.compact.flat_map { |c| parts(c) } : [])
    else [[seq('ev', x(n))]]
    end
  end

  def dstr(name, n, *more)
    merged = parts(n).each_with_object([]) do |p, out|
      if p.is_a?(String) && out[-1].is_a?(String) then out[-1] += p.b
      else out << (p.is_a?(String) ? p.b : p)
      end
    end
    merged.reject! { |p| p == '' }
    plain = merged.all?(String)
    merged = merged.map { |p| p.is_a?(String) ? str(p) : p[0] }
    return merged[0] || '""' if name == 'dstr' && plain
    return seq('sym', merged[0] || '""') if name == 'dsym' && plain
    seq(name, *merged, *more)
  end

  def lit(v)
    case v
    when Symbol then seq('sym', str(v.to_s))
    when Integer then v.to_s
    when String then str(v)
    when Float then "f#{[v].pack('G').unpack1('H*')}"
    when Regexp then regex(str(v.source), v.options)
    when Range then seq(v.exclude_end? ? 'dot3' : 'dot2', v.begin.nil? ? 'nil' : lit(v.begin), v.end.nil? ? 'nil' : lit(v.end))
    when Rational, Complex then '(unsupported)'
    when Encoding then '(colon2 (const Encoding) UTF_8)'
    else raise "literal #{v.class}"
    end
  end

  def flags(o) = (o & 4 != 0 ? 'm' : '') + (o & 1 != 0 ? 'i' : '') + (o & 2 != 0 ? 'x' : '')
  def regex(s, o) = seq('regex', s, "/#{flags(o)}")

  def whens(n)
    return [] if n.nil?
    return [seq('else', body(n))] unless n.type == :WHEN
    [seq('when', list(n.children[0]), body(n.children[1]))] + whens(n.children[2])
  end

  def rescues(n)
    return [] if n.nil?
    types, inner, more = n.children
    list = stmts(inner)
    var = nil
    if list[0] && list[0].children[-1].is_a?(Node) && list[0].children[-1].type == :ERRINFO
      var = target(list.shift)
    elsif list[0] && list[0].type == :ATTRASGN && errinfo?(list[0])
      var = target(list.shift)
    end
    inner = list.map { |c| x(c) }
    inner = inner.empty? ? 'nil' : inner.size == 1 ? inner[0] : seq('do', *inner)
    [seq('resbody', list(types), var || 'nil', inner)] + rescues(more)
  end

  def errinfo?(n)
    a = n.children[2]
    a && a.children.compact[-1].is_a?(Node) && a.children.compact[-1].type == :ERRINFO
  end

  # An assignment's left side.
  def target(n)
    return seq('*') if n == :NODE_SPECIAL_NO_NAME_REST || n.nil?
    case n.type
    when :LASGN, :DASGN, :IASGN, :CVASGN, :GASGN then seq('var', n.children[0])
    when :CDECL then n.children.size == 2 ? seq('const', n.children[0]) : x(n.children[0])
    when :ATTRASGN, :CALL, :QCALL
      recv, name, a = n.children
      a = a ? args(a) : []
      a.pop if a[-1] == '(errinfo)'
      return seq('index', x(recv), *a) if name == :[]=
      seq('attr', n.type == :QCALL ? 'safe' : nil, x(recv), name.to_s.delete_suffix('='))
    when :MASGN then targets(n)
    else raise "target #{n.type}"
    end
  end

  def targets(n)
    _, head, splat = n.children
    out = head ? head.children.compact.map { |c| target(c) } : []
    if splat.is_a?(Node) && splat.type == :POSTARG
      out << splat_target(splat.children[0])
      out.concat(splat.children[1].children.compact.map { |c| target(c) })
    elsif splat
      out << splat_target(splat)
    end
    seq('targets', *out)
  end

  def splat_target(n) = n == :NODE_SPECIAL_NO_NAME_REST ? '(*)' : seq('*', target(n))

  def asgn_value(n) = n.nil? ? 'nil' : x(n)

  def params(scope)
    tbl, a, = scope.children
    return '()' unless a
    pre, pre_init, opt, first_post, post, post_init, rest, kw, kwrest, block = a.children
    out = names(tbl.first(pre), pre_init)
    while opt
      out << seq('opt', opt.children[0].children[0], x(opt.children[0].children[1]))
      opt = opt.children[1]
    end
    if rest == :NODE_SPECIAL_EXCESSIVE_COMMA then out << ','
    elsif rest && rest != :* then out << "*#{rest}" # anonymous ones are not always told
    end
    if post > 0
      at = first_post ? tbl.index(first_post) : tbl.index(nil, pre)
      at = pre + (a.children[2] ? optional(a.children[2]) : 0) + (rest && rest != :NODE_SPECIAL_EXCESSIVE_COMMA ? 1 : 0)
      out.concat(names(tbl[at, post], post_init))
    end
    while kw
      asgn = kw.children[0]
      out << (asgn.children[1] == :NODE_SPECIAL_REQUIRED_KEYWORD ? "#{asgn.children[0]}:" : seq('key', asgn.children[0], x(asgn.children[1])))
      kw = kw.children[1]
    end
    if kwrest == false then out << '**nil'
    elsif kwrest
      name = kwrest.children[0]
      out << "**#{name}" unless name.nil? || name == :**
    end
    out << "&#{block}" if block && block != :&
    return seq(*out, '...') if rest == :* && block == :&
    seq(*out)
  end

  def optional(n) = n ? 1 + optional(n.children[1]) : 0

  def names(list, init)
    inits = stmts(init)
    list.map { |n| n && n.to_s !~ /\A\d|\A\z/ ? n.to_s : targets(inits.shift) }
  end

  def call(recv, safe, name, args) = seq('call', recv ? x(recv) : '_', safe ? '&.' : nil, name, *args)

  def x(n)
    return 'nil' if n.nil?
    c = n.children
    case n.type
    when :SCOPE, :BLOCK, :BEGIN then body(n)
    when :NIL then 'nil'
    when :TRUE then 'true'
    when :FALSE then 'false'
    when :SELF then 'self'
    when :ERRINFO then '(errinfo)'
    when :LIT, :MATCH then lit(c[0])
    when :STR then str(c[0])
    when :XSTR then seq('xstr', c[0].empty? ? nil : str(c[0]))
    when :DSTR then dstr('dstr', n)
    when :EVSTR then dstr('dstr', n)
    when :DXSTR then dstr('xstr', n)
    when :DSYM then dstr('dsym', n)
    when :DREGX then dstr('dregex', n)
    when :ONCE then x(c[0])
    when :LVAR, :DVAR, :IVAR, :CVAR, :GVAR then seq('var', c[0])
    when :NTH_REF, :BACK_REF then seq('var', c[0])
    when :CONST then seq('const', c[0])
    when :COLON2 then c[0] ? seq('colon2', x(c[0]), c[1]) : seq('const', c[1])
    when :COLON3 then seq('colon3', c[0])
    when :LIST, :ZLIST, :VALUES, :SPLAT, :ARGSCAT, :ARGSPUSH then list(n)
    when :HASH then hash(c[0])
    when :DOT2, :FLIP2 then seq('dot2', x(c[0]), x(c[1]))
    when :DOT3, :FLIP3 then seq('dot3', x(c[0]), x(c[1]))
    when :IF then seq('if', x(c[0]), body(c[1]), body(c[2]))
    when :UNLESS then seq('unless', x(c[0]), body(c[1]), body(c[2]))
    when :CASE then seq('case', x(c[0]), *whens(c[1]))
    when :CASE2 then seq('case', '_', *whens(c[-1]))
    when :CASE3 then '(unsupported)'
    when :POSTEXE then '(unsupported)'
    when :WHILE then seq(c[2] ? 'while' : 'dowhile', x(c[0]), body(c[1]))
    when :UNTIL then seq(c[2] ? 'until' : 'dountil', x(c[0]), body(c[1]))
    when :AND then seq('and', *c.map { |e| x(e) })
    when :OR then seq('or', *c.map { |e| x(e) })
    when :ITER
      if %i[RETURN BREAK NEXT].include?(c[0].type) # return a b do end: the block is a's
        return seq(c[0].type.to_s.downcase, seq('iter', x(c[0].children[0]), params(c[1]), body(c[1])))
      end
      seq('iter', x(c[0]), params(c[1]), body(c[1]))
    when :LAMBDA then seq('lambda', params(c[0]), body(c[0]))
    when :FOR then for_loop(c[0], c[1])
    when :BREAK, :NEXT, :RETURN then seq(n.type.to_s.downcase, c[0] && x(c[0]))
    when :REDO, :RETRY then seq(n.type.to_s.downcase)
    when :RESCUE then seq('rescue', body(c[0]), *rescues(c[1]), c[2] && seq('else', body(c[2])))
    when :ENSURE then seq('ensure', body(c[0]), body(c[1]))
    when :YIELD then seq('yield', *args(c[0]))
    when :SUPER then seq('super', *args(c[0]))
    when :ZSUPER then seq('zsuper')
    when :DEFINED then seq('defined', x(c[0]))
    when :ALIAS then seq('alias', c[0].children[0], c[1].children[0])
    when :VALIAS then seq('alias', c[0], c[1])
    when :UNDEF then seq('undef', c[0].children[0])
    else assignments(n, c)
    end
  end

  def for_loop(iter, scope)
    # `for a in b` is b.each { |x| a = x }: the assignment is among the arguments.
    a = scope.children[1]
    init = a.children[1]
    seq('for', target(init), x(iter), body(scope))
  end

  def hash(n)
    return seq('hash') if n.nil?
    seq('hash', *n.children.compact_pairs.map { |k, v| k ? seq(x(k), x(v)) : seq('**', x(v)) })
  end

  def assignments(n, c)
    case n.type
    when :LASGN, :DASGN, :IASGN, :CVASGN, :GASGN then seq('asgn', target(n), asgn_value(c[1]))
    when :CDECL then seq('asgn', target(n), asgn_value(c[-1]))
    when :MASGN then seq('masgn', targets(n), x(c[0]))
    when :OP_ASGN_OR then seq('opasgn', x(c[0]), '||', x(c[-1].children[-1]))
    when :OP_ASGN_AND then seq('opasgn', x(c[0]), '&&', x(c[-1].children[-1]))
    when :OP_ASGN1 then seq('opasgn', seq('index', x(c[0]), *args(c[2])), c[1], x(c[3]))
    when :OP_ASGN2 then seq('opasgn', seq('attr', c[1] ? 'safe' : nil, x(c[0]), c[2]), c[3], x(c[4]))
    when :OP_CDECL then seq('opasgn', x(c[0]), c[1], x(c[2]))
    when :ATTRASGN then attr_assign(n, c)
    else calls(n, c)
    end
  end

  def attr_assign(n, c)
    a = args(c[2])
    amp = a.pop if a[-1].to_s.start_with?('(& ')
    value = a.pop
    a << amp if amp
    t = c[1] == :[]= ? seq('index', x(c[0]), *a) : seq('attr', x(c[0]), c[1].to_s.delete_suffix('='))
    seq('asgn', t, value)
  end

  def calls(n, c)
    case n.type
    when :QCALL
      return seq('asgn', seq('attr', 'safe', x(c[0]), c[1].to_s.delete_suffix('=')), args(c[2])[-1]) if c[1].to_s =~ /\A\w.*=\z/
      call(c[0], true, c[1], args(c[2]))
    when :CALL, :OPCALL then call(c[0], false, c[1], args(c[2]))
    when :MATCH2 then call(c[0], false, :=~, [x(c[1])])
    when :MATCH3 then call(c[1], false, :=~, [x(c[0])])
    when :FCALL then call(nil, false, c[0], args(c[1]))
    when :VCALL then call(nil, false, c[0], [])
    when :BLOCK_PASS # super(&b) and the like
      x(c[0])
    when :DEFN then seq('def', '_', c[0], params(c[1]), body(c[1].children[2]))
    when :DEFS then seq('def', x(c[0]), c[1], params(c[2]), body(c[2].children[2]))
    when :CLASS then seq('class', x(c[0]), c[1] ? x(c[1]) : '_', body(c[2].children[2]))
    when :MODULE then seq('module', x(c[0]), body(c[1].children[2]))
    when :SCLASS then seq('sclass', x(c[0]), body(c[1].children[2]))
    else raise "node #{n.type}"
    end
  end
end

class Array
  # The pairs of a hash's list, which may hold nil keys and ends with nil.
  def compact_pairs = (size.odd? ? self[0...-1] : self).each_slice(2)
end

def normal(node)
  Normal.body(node)
rescue => e
  "!! #{e.message} #{e.backtrace[0]}"
end

$VERBOSE = nil
case ARGV[0]
when 'snippets'
  puts "# Written by ruby #{RUBY_VERSION}, testdata/ripper.rb. Not for editing."
  File.read(ARGV[1]).split("\n----\n").each do |s|
    s = s.delete_suffix("\n")
    begin
      puts normal(RubyVM::AbstractSyntaxTree.parse(s))
    rescue SyntaxError => e
      puts "!! syntax error: #{e.message.lines.first.chomp}"
    end
  end
when 'files'
  puts "# Written by ruby #{RUBY_VERSION}, testdata/ripper.rb. Not for editing."
  Dir.glob('**/*.rb', base: ARGV[1]).sort.each do |f|
    begin
      puts "#{f}\t#{normal(RubyVM::AbstractSyntaxTree.parse_file(File.join(ARGV[1], f)))}"
    rescue SyntaxError
      puts "#{f}\t!! syntax error"
    rescue StandardError => e
      puts "#{f}\t!! #{e.message}"
    end
  end
end
