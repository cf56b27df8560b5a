# URI.parse and the parts
URI.parse("https://user:pa%20ss@www.Example.com:8443/a/b;c?x=1&y=%20z#top").to_s
URI.parse("https://user:pass@www.example.com:8443/a/b?x=1#top").then { |u| [u.scheme, u.userinfo, u.user, u.password, u.host, u.hostname, u.port, u.path, u.query, u.fragment, u.opaque, u.request_uri] }
URI.parse("HTTP://EXAMPLE.com").then { |u| [u.class, u.scheme, u.host, u.port, u.path, u.request_uri, u.to_s] }
URI.parse("https://example.com")
URI.parse("https://example.com").port
URI.parse("http://example.com:").then { |u| [u.port, u.to_s] }
URI.parse("http://example.com:80/").to_s
URI.parse("http://example.com:8080/").to_s
URI.parse("ftp://example.com").then { |u| [u.class, u.port, u.path, u.to_s, u.typecode] }
URI.parse("ftp://u@example.com/a/b;type=i").then { |u| [u.user, u.path, u.typecode, u.to_s] }
URI.parse("ftp://example.com/%2Fetc/x").then { |u| [u.path, u.to_s] }
URI.parse("ftp://example.com/a").tap { |u| u.path = "b/c" }.to_s
URI.parse("ftp://example.com/a").tap { |u| u.typecode = "x" }
URI.join("ftp://example.com/a/b", "c").to_s
URI.parse("/a/b?x=1#y").then { |u| [u.class, u.scheme, u.host, u.port, u.path, u.query, u.fragment, u.absolute?, u.relative?] }
URI.parse("//example.com/a").then { |u| [u.class, u.host, u.path, u.to_s] }
URI.parse("a/b").then { |u| [u.path, u.to_s, u.inspect] }
URI.parse("").then { |u| [u.class, u.path, u.to_s, u.host] }
URI.parse("?a=b").then { |u| [u.path, u.query] }
URI.parse("#f").then { |u| [u.path, u.fragment] }
URI.parse("mailto:a@b.example?subject=hi").then { |u| [u.class, u.to, u.headers, u.opaque, u.path, u.host, u.to_s] }
URI.parse("mailto:a@b.example,c@d.example").to
URI.parse("mailto:nobody")
URI.parse("tel:+123").then { |u| [u.class, u.opaque, u.path, u.host, u.to_s, u.hierarchical?] }
URI.parse("urn:isbn:1?x=2#f").then { |u| [u.opaque, u.query, u.fragment, u.to_s] }
URI.parse("file:///etc/hosts").then { |u| [u.class, u.host, u.path, u.to_s] }
URI.parse("file:/etc/hosts").then { |u| [u.host, u.path, u.to_s] }
URI.parse("file://localhost/etc").then { |u| [u.host, u.to_s] }
URI.parse("postgres:///db").to_s
URI.parse("postgres://u:p@h:5432/db?x=1").then { |u| [u.class, u.user, u.password, u.host, u.port, u.path, u.to_s] }
URI.parse("redis://localhost:6379/1").then { |u| [u.host, u.port, u.path, u.default_port] }
URI.parse("ws://h/x").then { |u| [u.class, u.port, u.request_uri] }
URI.parse("wss://h").then { |u| [u.class, u.port, u.request_uri, u.default_port] }
URI.parse("http://[::1]:3000/x").then { |u| [u.host, u.hostname, u.port, u.to_s] }
URI.parse("http://[::1]").hostname
URI.parse("http://[2001:db8::1:2:3:4:5]/").host
URI.parse("http://[::1:2:3:4:5:6]/")
URI.parse("http://[1::1:2:3:4:5:6]/").host
URI.parse("http://[1:2:3:4:5:6:7:8]/").host
URI.parse("http://[1:2:3:4:5:6:1.2.3.4]/").host
URI.parse("http://[1:2:3:4:5:6:7]/")
URI.parse("http://[::1.2.3.4]/").host
URI.parse("http://[::256.2.3.4]/")
URI.parse("http://[1::2::3]/")
URI.parse("http://[v1.a:b]/").host
URI.parse("http://[vx.a]/")
URI.parse("http://256.300.1.2/").host
URI.parse("http://a_b-c.example/").host
URI.parse("http://a%20b/").host
URI.parse("http://a b/")
URI.parse("http://example.com/a b")
URI.parse("http://example.com/a?b c").query
URI.parse("http://example.com/a?b<c>\"'`").query
URI.parse("http://example.com/?%zz")
URI.parse("http://example.com/?%a").query
URI.parse("http://example.com/?100%").query
URI.parse("http://example.com/100%")
URI.parse("http://example.com/%2")
URI.parse("http://example.com/#a b")
URI.parse("http://example.com/#a#b")
URI.parse("http://example.com/?a?b#c?d").then { |u| [u.query, u.fragment] }
URI.parse("http://ünï.example/")
URI.parse("http://example.com/ü")
URI.parse("http://example.com/\n")
URI.parse("http://example.com/a|b")
URI.parse("http://example.com/a[b]")
URI.parse("http://example.com/a\\b")
URI.parse("http://example.com/{a}")
URI.parse("http://a@b@c/")
URI.parse("http://a:b:c/")
URI.parse("//a:b:c/").then { |u| [u.host, u.path] }
URI.parse("//a@b@c/x").then { |u| [u.host, u.path] }
URI.parse("///x").then { |u| [u.host, u.path, u.to_s] }
URI.parse("//u@/x").then { |u| [u.userinfo, u.host, u.path] }
URI.parse("//:80/x").then { |u| [u.host, u.port, u.path] }
URI.parse("http://:80/x").then { |u| [u.host, u.port] }
URI.parse("http:///x").then { |u| [u.host, u.path, u.to_s] }
URI.parse("http:/x").then { |u| [u.host, u.path, u.to_s] }
URI.parse("http:x").then { |u| [u.opaque, u.path, u.to_s] }
URI.parse("http:").then { |u| [u.host, u.path, u.to_s] }
URI.parse("1a:b")
URI.parse("a:b:c").opaque
URI.parse("a/b:c").path
URI.parse("b:c/d").then { |u| [u.scheme, u.opaque] }
URI.parse(":a")
URI.parse("%41").path
URI.parse("http://h?").then { |u| [u.query, u.to_s] }
URI.parse("http://h#").then { |u| [u.fragment, u.to_s] }
URI.parse("http://@h/").then { |u| [u.userinfo, u.user, u.to_s] }
URI.parse("http://u:@h/").then { |u| [u.userinfo, u.user, u.password, u.to_s] }
URI.parse("http://u:p:q@h/").then { |u| [u.user, u.password] }
URI.parse("http://h:99999/").port
URI.parse("javascript:alert(1)").then { |u| [u.class, u.scheme, u.opaque, u.host] }
URI.parse("data:text/plain,hi").opaque
URI.parse(nil)
URI.parse(1)
URI.parse(:a)
URI.parse([])
URI.parse(URI.parse("http://a/b")).to_s
URI.parse
URI.parse("a", "b")
# the function
URI("https://example.com/a?b=c").host
URI("https://example.com")
URI(URI("http://a")).to_s
URI(nil)
URI(1)
URI("http://a b")
# split, join
URI.split("https://u@h:1/p?q#f")
URI.split("a/b")
URI.split("mailto:a@b")
URI.split("a b")
URI.join("http://example.com/a/b", "c").to_s
URI.join("http://example.com/a/b/", "c", "../d").to_s
URI.join("http://example.com", "/a", "b").to_s
URI.join("http://example.com/", "//other/x").to_s
URI.join("http://example.com/a?b#c", "?x").to_s
URI.join("http://example.com/a?b#c", "#x").to_s
URI.join("http://example.com/a/b/c", "../../d").to_s
URI.join("http://example.com/a/b/c", "../../../../d").to_s
URI.join("http://example.com/a/b/c", "./d/./e/../f").to_s
URI.join("http://example.com/a/b/c", ".").to_s
URI.join("http://example.com/a/b/c", "..").to_s
URI.join("http://example.com/a/b/c", "").to_s
URI.join("http://example.com/a/b/c", "g/").to_s
URI.join("http://example.com/a/../b/c", "d").to_s
URI.join("http://example.com/a", "https://b/c").to_s
URI.join("a", "b")
URI.join("http://example.com", nil)
# merge, +, route
(URI.parse("http://a/b/c") + "d?e=f").to_s
(URI("http://a/b/c/d") - URI("http://a/b/e")).to_s
URI("http://a/b/c").merge("/x").to_s
URI("http://a/b/c").merge(URI("y")).to_s
URI("http://a/b").route_to("http://a/b/c/d").to_s
URI("http://a/b/c/d").route_to("http://a/b/x?y=z").to_s
URI("http://a/b/").route_to("http://a/b/").to_s
URI("http://a/b").route_to("http://other/c").to_s
URI("http://a/b").route_to("https://a/b").to_s
URI("http://a/b").route_from("http://a/").to_s
URI("http://a/b").route_from("c")
URI("b").route_to("http://a/")
URI("a").merge("b")
URI("http://a/b").tap { |u| u.merge!("c") }.to_s
URI("http://a/b").merge!("b")
# values
URI("http://A.example/") == URI("http://a.example")
URI("http://a/x") == URI("http://a/y")
URI("http://a") == "http://a"
URI("http://a/?x") == URI("http://a/?x")
URI("http://a").eql?(URI("http://a"))
URI("http://a").eql?(URI("http://a/"))
URI("http://a").hash == URI("http://a").hash
{ URI("http://a") => 1 }[URI("http://a")]
[URI("http://a"), URI("http://a"), URI("http://b")].uniq.size
URI("HTTP://EX.com").normalize.to_s
URI("http://ex.com").normalize.to_s
URI("http://ex.com/a").select(:host, :path)
URI("http://ex.com/a").select(:x)
URI("http://ex.com:81").authority
URI("http://ex.com").authority
URI("http://ex.com:81").origin
URI("https://ex.com").origin
URI("foo://u:p@h:1").authority
URI("foo:bar").authority
"#{URI("http://a/b")}"
"see " + URI("http://a/b")
URI("http://a/b").inspect
URI("http://a").dup.to_s
URI("http://a/b").component
URI::HTTP.component
URI::HTTP.default_port
URI::HTTPS.default_port
URI::Generic.default_port
URI::HTTPS.superclass
URI::HTTP.ancestors.include?(URI::Generic)
URI("http://a").is_a?(URI::HTTP)
URI("https://a").is_a?(URI::HTTP)
URI("https://a").kind_of?(URI::HTTPS)
URI("/a").is_a?(URI::HTTP)
URI::HTTP === URI("http://a")
case URI("https://a") when URI::HTTPS then 1 else 2 end
URI("http://u%40:p%3A@h").then { |u| [u.decoded_user, u.decoded_password] }
URI("http://a").registry
# setters
URI("http://a/b").tap { |u| u.host = "c.example" }.to_s
URI("http://u:p@a/b").tap { |u| u.host = "c.example" }.to_s
URI("http://a/b").tap { |u| u.host = "a b" }
URI("http://a/b").tap { |u| u.host = "" }
URI("http://a/b").tap { |u| u.host = nil }.to_s
URI("http://a/b").tap { |u| u.hostname = "::1" }.to_s
URI("http://a/b").tap { |u| u.hostname = "[::1]" }.to_s
URI("http://a/b").tap { |u| u.path = "/c d" }
URI("http://a/b").tap { |u| u.path = "/c/d" }.to_s
URI("http://a/b").tap { |u| u.path = "c" }
URI("b").tap { |u| u.path = "c d" }
URI("b").tap { |u| u.path = "c" }.to_s
URI("http://a/b").tap { |u| u.path = "" }.to_s
URI("http://a/b").tap { |u| u.query = "x=1 2&y=<>" }.to_s
URI("http://a/b?c").tap { |u| u.query = nil }.to_s
URI("http://a/b?c").tap { |u| u.query = "" }.to_s
URI("http://a/b").tap { |u| u.query = "%zz" }
URI("http://a/b").tap { |u| u.query = "é\n" }.to_s
URI("http://a/b").tap { |u| u.query = URI.encode_www_form(a: 1, b: "c d") }.to_s
URI("http://a/b").tap { |u| u.query = :a }
URI("http://a/b").tap { |u| u.fragment = "a b<%zz" }.to_s
URI("http://a/b#c").tap { |u| u.fragment = nil }.to_s
URI("http://a/b").tap { |u| u.scheme = "https" }.then { |u| [u.to_s, u.port, u.class] }
URI("http://a/b").tap { |u| u.scheme = "a b" }
URI("http://a/b").tap { |u| u.port = 8080 }.to_s
URI("http://a/b").tap { |u| u.port = "81" }.to_s
URI("http://a/b").tap { |u| u.port = nil }.to_s
URI("http://a/b").tap { |u| u.port = "x" }
URI("http://a/b").tap { |u| u.user = "me" }.to_s
URI("http://a/b").tap { |u| u.user = "me"; u.password = "pw" }.to_s
URI("http://a/b").tap { |u| u.password = "pw" }
URI("http://a/b").tap { |u| u.userinfo = "me:pw" }.to_s
URI("http://a/b").tap { |u| u.userinfo = ["me", "pw"] }.to_s
URI("http://a/b").tap { |u| u.user = "a b" }
URI("http://a/b").tap { |u| u.userinfo = nil }.to_s
URI("http://a/b").tap { |u| u.opaque = "x" }
URI("mailto:a@b").tap { |u| u.host = "x" }
URI("mailto:a@b").tap { |u| u.path = "/x" }
URI("mailto:a@b").tap { |u| u.query = "x" }
URI("mailto:a@b").tap { |u| u.to = "c@d" }.to_s
URI("mailto:a@b").tap { |u| u.headers = "subject=x&body=y" }.to_s
URI("mailto:a@b").tap { |u| u.headers = "<>" }
URI("http://a/b").tap { |u| u.registry = "x" }
URI("file:///a").tap { |u| u.user = "x" }
URI("file:///a").tap { |u| u.host = "h" }.to_s
URI("http://a").frozen?
URI("http://a").freeze.tap { |u| u.host = "b" }
# build
URI::HTTP.build(host: "example.com").to_s
URI::HTTP.build(host: "example.com", path: "/a", query: "b=c", port: 8080, fragment: "d", userinfo: "u:p").to_s
URI::HTTPS.build(host: "example.com", path: "/a").to_s
URI::HTTPS.build([nil, "example.com", 443, "/a", nil, nil]).to_s
URI::HTTP.build(host: "a b")
URI::HTTP.build(host: "a", path: "b")
URI::HTTP.build(host: "::1").to_s
URI::HTTP.build({}).to_s
URI::HTTP.build("a")
URI::HTTP.build([1])
URI::Generic.build(scheme: "x", host: "y").to_s
URI::Generic.build(path: "/a", query: "b").to_s
URI::Generic.build([])
URI::MailTo.build(to: "a@b", headers: "subject=x").to_s
URI::MailTo.build(["a@b", ["subject=x"]]).to_s
URI::MailTo.build(to: ["a@b", "c@d"], headers: { "subject" => "x" }).to_s
URI::File.build(path: "/a").to_s
URI::WSS.build(host: "h", path: "/p", query: "q").to_s
URI.for("http", nil, "a", nil, nil, "/b", nil, nil, nil).to_s
URI::MailTo::EMAIL_REGEXP
"me@example.com".match?(URI::MailTo::EMAIL_REGEXP)
"me@example..com".match?(URI::MailTo::EMAIL_REGEXP)
# forms
URI.encode_www_form_component("a b&c=d/é~*-._+%")
URI.encode_www_form_component(:a)
URI.encode_www_form_component(1)
URI.encode_www_form_component(nil)
URI.encode_www_form_component("")
URI.encode_uri_component("a b+c")
URI.decode_www_form_component("a+b%20c%C3%A9")
URI.decode_www_form_component("%zz")
URI.decode_www_form_component("%")
URI.decode_www_form_component("100%2")
URI.decode_uri_component("a+b%20c")
URI.decode_uri_component("%a")
URI.encode_www_form(a: 1, b: [2, 3], c: nil, d: "x y", "é" => "&")
URI.encode_www_form([["a", 1], ["a", 2], ["b", nil], ["c"]])
URI.encode_www_form({})
URI.encode_www_form(a: [])
URI.encode_www_form(a: [nil, 1])
URI.encode_www_form(a: { b: 1 })
URI.encode_www_form(a: true, b: false)
URI.decode_www_form("a=1&b=%20x+y&c&d=")
URI.decode_www_form("a=1;b=2")
URI.decode_www_form("a=1;b=2", separator: ";")
URI.decode_www_form("")
URI.decode_www_form("é")
URI.decode_www_form("a=%zz")
URI.decode_www_form("a=1&&b=2&")
URI.decode_www_form("a=b=c").to_h
URI::DEFAULT_PARSER.escape("a b/é?x=[1]")
URI::DEFAULT_PARSER.unescape("a%20b+c")
URI::RFC2396_PARSER.escape("ü x")
URI::RFC2396_PARSER.unescape("%C3%BC")
URI::DEFAULT_PARSER.parse("http://a").host
# errors
URI::InvalidURIError.ancestors.include?(URI::Error)
URI::InvalidURIError.superclass
URI::InvalidComponentError.superclass
URI::BadURIError.superclass
URI::Error.superclass
begin; URI.parse("a b"); rescue URI::InvalidURIError => e; e.message; end
begin; URI.parse("a b"); rescue URI::Error; 1; end
begin; URI.parse("a b"); rescue ArgumentError; 1; end
(URI.parse("a b") rescue nil)
URI.parse("http://a b").host rescue "none"
Object.const_get("URI::HTTP")
"URI::HTTPS".constantize
defined?(URI)
defined?(URI::HTTP)
URI.class
URI::HTTP.name
