# ERB::Util
ERB::Util.html_escape("<a href='x'>\"&\"</a>").to_str
ERB::Util.h("<>").to_str
ERB::Util.html_escape(nil).to_str
ERB::Util.html_escape(:"<").to_str
ERB::Util.html_escape_once("&lt;<&amp;&#39;&x &#x1F;\"'").to_str
ERB::Util.json_escape("{\"a\":\"</script>&\u2028\"}")
ERB::Util.url_encode("a b+c/é~-_.*")
ERB::Util.u("?&=")
ERB::Util.url_encode(nil)
ERB::Util.url_encode(1)
ERB::Util.url_encode(:a)
ERB::Util.html_escape
include ERB::Util; url_encode("a b")
include ERB::Util; u("a b")
"/search?q=#{ERB::Util.url_encode("x y")}"
ERB.class
# CGI
CGI.escapeHTML("<a href='x'>\"&\"</a>é")
CGI.escape_html("<")
CGI.h("<>") rescue $!.class
CGI.escapeHTML("")
CGI.escapeHTML(nil)
CGI.unescapeHTML("&lt;&gt;&amp;&quot;&#39;&apos;&#x41;&#65;&nbsp;&x;&")
CGI.unescapeHTML("&#xzz;&#;&#x;&#1114112;&#233;&#xE9;")
CGI.unescapeHTML("a")
CGI.unescape_html("&lt;")
CGI.escape("a b&c=é*~")
CGI.unescape("a+b%20c%zz")
CGI.escapeURIComponent("a b+c")
CGI.unescapeURIComponent("a+b%20c")
CGI.parse("a=1&a=2&b=x+y&c")
CGI.parse("a=1&a=2")["a"].first
CGI.parse("")
CGI.parse("a=1")["x"]
CGI.parse("a=%zz&=b")
