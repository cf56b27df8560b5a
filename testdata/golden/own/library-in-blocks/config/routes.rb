# Ruby's library, Rack's and ActiveSupport's functions in the blocks that requests run.
require "ipaddr"
require "openssl"
require "base64"

OFFICE = IPAddr.new("10.1.0.0/16")
NETWORKS = %w[192.168.0.0/24 2001:db8::/32].map { |range| IPAddr.new(range) }
SIGNED = ->(request) { OpenSSL::HMAC.hexdigest("SHA256", "secret", request.path) == request.params[:signature] }

class Inside
  def matches?(request)
    IPAddr.new("172.16.0.0/12") === request.remote_ip
  rescue IPAddr::Error
    false
  end
end

Rails.application.routes.draw do
  # URI
  get "uri/path", to: redirect { |_, request| URI.parse(request.original_url).tap { |uri| uri.path = "/new" }.to_s }
  get "uri/object", to: redirect { |_, request| URI(request.url).tap { |uri| uri.query = nil }.to_s }
  get "uri/host", to: redirect { |_, request|
    uri = URI.parse(request.url)
    uri.host = "www.#{uri.host}"
    uri.scheme = "https"
    uri.port = 443
    uri.to_s
  }
  get "uri/query", to: redirect { |_, request|
    uri = URI("http://a.example/x")
    uri.query = URI.encode_www_form(request.query_parameters.merge("from" => request.path))
    uri.to_s
  }
  get "uri/join", to: redirect { |_, request| URI.join(request.url, "../up?x#y").to_s }
  get "uri/build", to: redirect { |_, request| URI::HTTPS.build(host: request.host, path: "/b", query: { a: 1 }.to_query).to_s }
  get "uri/parts", to: redirect { |_, request| "/" + URI.parse("http://u:p@h:81/a/b?q#f").then { |uri| [uri.scheme, uri.userinfo, uri.host, uri.port, uri.path.tr("/", "-"), uri.query, uri.fragment].join("_") } }
  get "uri/decoded", to: redirect { |_, request| "/x?" + URI.encode_www_form(URI.decode_www_form(request.query_string).reverse) }
  get "uri/bad", to: redirect { |_, request|
    begin
      URI.parse(request.params[:to]).path
    rescue URI::InvalidURIError => error
      "/bad/#{URI.encode_www_form_component(error.class)}"
    end
  }
  get "uri/raised", to: redirect { |_, request| URI.parse("http://[").to_s }
  get "uri/component", to: redirect { |_, request| "/c/#{URI.encode_www_form_component("a b/é?")}/#{URI.decode_www_form_component("a%20b+c").tr(" ", "-")}" }
  get "uri/escape", to: redirect { |_, request| "/" + URI::DEFAULT_PARSER.escape("a b") }

  # Rack::Utils
  get "rack/build", to: redirect { |_, request| "/x?#{Rack::Utils.build_query("a" => [1, 2], "b c" => "d&e", "f" => nil)}" }
  get "rack/nested", to: redirect { |_, request| "/x?#{Rack::Utils.unescape(Rack::Utils.build_nested_query(Rack::Utils.parse_nested_query(request.query_string)))}" }
  get "rack/merged", to: redirect { |_, request|
    query = Rack::Utils.parse_nested_query(request.query_string).except("drop").merge("added" => "1")
    "/x?#{query.to_query}"
  }
  get "rack/escape", to: redirect { |_, request| "/#{Rack::Utils.escape("a b/c")}/#{Rack::Utils.escape_path("a b/c")}/#{Rack::Utils.unescape("a%2Db")}" }
  get "rack/flat", to: redirect { |_, request| "/" + Rack::Utils.parse_query(request.query_string).keys.join("-") }
  get "rack/raised", to: redirect { |_, request| "/" + Rack::Utils.parse_nested_query("a=1&a[b]=2").to_query }

  # CGI, ERB::Util, Base64, digests
  get "cgi", to: redirect { |_, request| "/#{CGI.escape("a b/c")}/#{CGI.unescape("a%2Db+c").tr(" ", "_")}/#{CGI.parse("a=1&a=2")["a"].join}/#{CGI.escapeHTML("<").tr("&;", "..")}" }
  get "erb", to: redirect { |_, request| "/#{ERB::Util.url_encode("a b/c é")}/#{ERB::Util.html_escape("x").size}" }
  get "base64", to: redirect { |_, request| "/#{Base64.urlsafe_encode64(request.host)}/#{Base64.strict_encode64("hi").delete("=")}/#{Base64.decode64("aGk=")}/#{Base64.urlsafe_decode64("YT8_")[0]}" }
  get "back/:to", to: redirect { |params, _| Base64.urlsafe_decode64(params[:to]) }
  get "digest", to: redirect { |_, request| "/#{Digest::MD5.hexdigest("a")}/#{Digest::SHA1.hexdigest("a")}/#{Digest::SHA256.hexdigest("a")[0, 8]}/#{Digest::SHA512.base64digest("a").delete("/+=")[0, 9]}" }
  get "openssl", to: redirect { |_, request| "/#{OpenSSL::HMAC.hexdigest("SHA256", "k", "v")}/#{OpenSSL::Digest.new("SHA256").hexdigest("a")[0, 8]}/#{OpenSSL::Digest::SHA1.hexdigest("a")}" }
  get "json", to: redirect { |_, request| "/x?json=#{CGI.escape(JSON.generate(JSON.parse('{"a":[1,"<"]}')))}" }
  get "pack", to: redirect { |_, request| "/#{[1, 255].pack("C*").unpack1("H*")}/#{["a"].pack("m0").delete("=")}/#{Regexp.escape("a-b").delete("\\")}" }

  # I18n
  get "locale", to: redirect { |_, request| "/#{I18n.locale}/#{I18n.default_locale}/#{I18n.with_locale(:en) { I18n.locale }}" }

  # constraints
  constraints(->(request) { OFFICE.include?(request.remote_ip) }) { get "office", to: "office#in" }
  get "office", to: "office#out"
  constraints(->(request) { NETWORKS.any? { |network| network.include?(request.remote_ip) } }) { get "networks", to: "networks#in" }
  constraints(Inside.new) { get "inside", to: "inside#in" }
  constraints(SIGNED) { get "signed", to: "signed#in" }
  constraints(->(request) { Rack::Utils.parse_query(request.query_string)["a"] == "é b" }) { get "query", to: "query#in" }
  constraints(->(request) { ActiveSupport::SecurityUtils.secure_compare(request.params[:token].to_s, "abc") }) { get "token", to: "token#in" }
  constraints(->(request) { URI.parse(request.referer.to_s).host == "a.example" }) { get "referer", to: "referer#in" }
end
