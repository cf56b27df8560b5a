# CGI
CGI.escape("a b&c=d/e?f*~-_.é+%")
CGI.escape("")
CGI.unescape("/sv/p/ny(.:format)")
CGI.unescape("/cs/p/Nov%C3%BD(.:format)")
CGI.unescape("a+b%20c%2Bd")
CGI.unescape("%zz%4")
CGI.unescape("%e3%81%84")
CGI.escapeURIComponent("a b+c")
CGI.escape(1)
CGI.escape(nil)
CGI.escape
CGI.unescape(:a)
