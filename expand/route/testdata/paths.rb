# Writes paths.jsonl: what Rails' Journey makes of path patterns.
#   ORACLE=folder-of-boot.rb RAILS_DIR=unpacked-rails-8.1 ruby -W0 paths.rb > paths.jsonl
require File.join(ENV.fetch("ORACLE"), "boot") # loads RAILS_DIR
require "json"

M = ActionDispatch::Routing::Mapper
J = ActionDispatch::Journey

def message(e)
  e.message.lines.first.chomp.gsub(/`([^'`]*)'/) { "'#{$1}'" }.sub("nil:NilClass", "nil")
end

def ask(path)
  out = { "path" => path, "normalized" => M.normalize_path(path.dup), "escaped" => URI::RFC2396_PARSER.escape(path) }
  out["format"] = M::Mapping.optional_format?(out["normalized"], nil)
  begin
    tree = J::Parser.parse(path)
    ast = J::Ast.new(tree, nil)
    pattern = J::Path::Pattern.new(ast, {}, "/.?", true)
    out["spec"] = tree.to_s
    out["names"] = pattern.names
    out["required"] = pattern.required_names
    out["optional"] = pattern.optional_names
    out["glob"] = ast.glob?
    out["regexp"] = pattern.source
  rescue => e
    out["error"] = e.class.name
    out["message"] = message(e)
  end
  out
end

fixed = %w[
  / /posts /posts/:id /posts/:id(.:format) /posts/:id.:format (/:locale)/about /(:locale)/about (:locale)/about
  /*rest /files/*path(.:format) /a/*b/c/:d /k-*rest /:a-:b /:a.:b /:a,:b /~:x /v:x/y /a..b /a/:b/:b /a(/:b)/:b
  /a(b /a)b /a() /a(() /(a|b) /a|b /|a /a| /:a|:b /a: /a:: /a:/b /: /:-x /* /*- /a* /a*b(*c) /((a)) /a((b)(c)) /a(/:b(/:c(/:d)))
  (/:a)(/:b) (/:a)(/:b)/c ((/:a)(/:b)) (/a)(/:b) (/:a(/:b)) /a//b //a// /a/ /%c3%a9 /%C3%A9 /%cF /a%20b /a%zz /a\\(b\\) /a\\:b /a\\
  /é /日本/:語 /a.b.c /a[b] /a?b=c /a#b /a;b /@:user /:user@host /$x /a&b /a=:b /!x /'x' /"x" /a+b /a,b /.:format (.:format)
  /x.:format) /x(.:format)) /x(.:format /x((.:format)) /:controller(/:action(/:id)) /:Abc /:a1_b /:1 /_ /- /(((( /)))) /()() /(:a)(:b)(:c)
]
fixed << "" << "/a b" << "/a\tb" << "a/(b)" << "a/(/b)" << "a/((b))/c" << "(a)" << "((a)/b)" << "((/a)b)" << "/(/(a))"
srand 42
letters = %w[/ / / a bc :id :x *y ( ) ( ) . - | _ : * % ~ é \\ 1]
random = Array.new(1500) { Array.new(1 + rand(9)) { letters.sample }.join }
(fixed + random).uniq.each { |path| puts JSON.generate(ask(path)) }
