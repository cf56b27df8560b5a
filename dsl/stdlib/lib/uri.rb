# URI, as uri 1.1 has it: RFC 3986.
module URI
  class Error < StandardError; end
  class InvalidURIError < Error; end
  class InvalidComponentError < Error; end
  class BadURIError < Error; end

  # What a parser is asked for. Its regular expressions are unknown.
  class RFC3986_Parser
    def split(uri)
      raise InvalidURIError, "bad URI (is not URI?): #{uri.inspect}" unless uri.respond_to?(:to_str)
      uri = uri.to_str
      raise InvalidURIError, "URI must be ascii only #{uri.dump}" unless uri.ascii_only?
      Primitive.uri_split(uri) || raise(InvalidURIError, "bad URI (is not URI?): #{uri.inspect}")
    end

    def parse(uri) = URI.for(*split(uri), self)

    def join(*uris)
      uris[0] = convert_to_uri(uris[0])
      uris.inject(:merge)
    end

    def escape(text, unsafe = nil)
      Primitive.undecided if unsafe
      Primitive.escape(text, "-_.!~*'();/?:@&=+$,[]")
    end

    def unescape(text, escaped = nil)
      Primitive.undecided if escaped
      Primitive.unescape(text)
    end

    def regexp = Primitive.undecided
    def pattern = Primitive.undecided
    def extract(*) = Primitive.undecided
    def make_regexp(*) = Primitive.undecided

    def convert_to_uri(uri)
      return uri if uri.is_a?(URI::Generic)
      raise ArgumentError, "bad argument (expected URI object or URI string)" unless uri.respond_to?(:to_str)
      parse(uri.to_str)
    end
    private :convert_to_uri
  end
  RFC3986_PARSER = RFC3986_Parser.new
  DEFAULT_PARSER = RFC3986_PARSER
  PARSER = RFC3986_PARSER

  # Of RFC 2396 only the escapes are here.
  class RFC2396_Parser < RFC3986_Parser
    def split(_) = Primitive.undecided
  end
  RFC2396_PARSER = RFC2396_Parser.new

  class << self
    def parse(uri) = PARSER.parse(uri)
    def split(uri) = PARSER.split(uri)
    def join(*uris) = DEFAULT_PARSER.join(*uris)
    def extract(*) = Primitive.undecided
    def regexp(*) = Primitive.undecided

    def for(scheme, *arguments, default: Generic)
      (SCHEMES[scheme && scheme.ascii_only? ? scheme.upcase : nil] || default).new(scheme, *arguments)
    end

    def scheme_list = SCHEMES.dup
    def register_scheme(*) = Primitive.undecided

    def encode_www_form_component(text, encoding = nil) = encode(text, encoding).gsub("%20", "+")
    def encode_uri_component(text, encoding = nil) = encode(text, encoding)

    def decode_www_form_component(text, encoding = nil)
      utf8_only(encoding)
      refuse_bad_escape(text)
      Primitive.unescape_form(text)
    end

    def decode_uri_component(text, encoding = nil)
      utf8_only(encoding)
      refuse_bad_escape(text)
      Primitive.unescape(text)
    end

    def encode_www_form(pairs, encoding = nil)
      pairs.map do |key, value|
        name = encode_www_form_component(key, encoding)
        if value.nil?
          name
        elsif value.respond_to?(:to_ary)
          value.to_ary.map { |v| v.nil? ? "" : "#{name}=#{encode_www_form_component(v, encoding)}" }.join("&")
        else
          "#{name}=#{encode_www_form_component(value, encoding)}"
        end
      end.join("&")
    end

    def decode_www_form(text, encoding = nil, separator: "&", use__charset_: false, isindex: false)
      utf8_only(encoding)
      Primitive.undecided if use__charset_ || isindex
      raise ArgumentError, "the input of URI.decode_www_form must be ASCII only string" unless text.ascii_only?
      text.each_line(separator).map do |pair|
        key, _, value = pair.chomp(separator).partition("=")
        [Primitive.unescape_form(key).scrub, Primitive.unescape_form(value).scrub]
      end
    end

    private

    def encode(text, encoding)
      utf8_only(encoding)
      Primitive.escape(text.to_s, "*-._")
    end

    def refuse_bad_escape(text)
      raise ArgumentError, "invalid %-encoding (#{text})" if Primitive.bad_escape?(text)
    end

    # Texts are UTF-8 here.
    def utf8_only(encoding)
      Primitive.undecided unless encoding.nil? || encoding.to_s.upcase == "UTF-8"
    end
  end

  class Generic
    include URI

    DEFAULT_PORT = nil
    COMPONENT = [:scheme, :userinfo, :host, :port, :registry, :path, :opaque, :query, :fragment].freeze

    class << self
      def default_port = self::DEFAULT_PORT
      def component = self::COMPONENT
      def use_registry = false

      def build(args)
        if args.is_a?(Array) && args.size == URI::Generic::COMPONENT.size
          parts = args.dup
        elsif args.is_a?(Hash)
          parts = URI::Generic::COMPONENT.map { |name| args[name] }
        else
          raise ArgumentError, "expected Array of or Hash of components of #{self} (#{component.join(", ")})"
        end
        new(*parts, nil, true)
      end

      def build2(args)
        build(args)
      rescue InvalidComponentError
        Primitive.undecided
      end

      private

      # The components as a hash, with the scheme of the class.
      def named(args)
        names = component.drop(1)
        if args.is_a?(Array) && args.size == names.size
          parts = names.zip(args).to_h
        elsif args.is_a?(Hash)
          parts = args.dup
        else
          raise ArgumentError, "expected Array of or Hash of components of #{self} (#{names.join(", ")})"
        end
        parts[:scheme] = name.sub(/\A.*::/, "").downcase
        parts
      end
    end

    attr_reader :scheme, :host, :port, :path, :query, :opaque, :fragment, :user, :password

    def initialize(scheme, userinfo, host, port, registry, path, opaque, query, fragment, parser = DEFAULT_PARSER, check = false)
      @scheme = @user = @password = @host = @port = @path = @query = @opaque = @fragment = nil
      @parser = parser == DEFAULT_PARSER ? nil : parser
      if check
        self.scheme = scheme
        self.hostname = host
        self.port = port
        self.userinfo = userinfo
        self.path = path
        self.query = query
        self.opaque = opaque
      else
        set_scheme(scheme)
        set_host(host)
        set_port(port)
        set_userinfo(userinfo)
        set_path(path)
        self.query = query
        set_opaque(opaque)
      end
      self.fragment = fragment
      raise InvalidURIError, "the scheme #{@scheme} does not accept registry part: #{registry} (or bad hostname?)" if registry
      @scheme&.freeze
      set_path("") if !@path && !@opaque
      set_port(default_port) if default_port && !@port
    end

    def parser = @parser || DEFAULT_PARSER
    def default_port = self.class.default_port
    def component = self.class.component
    def registry = nil

    def userinfo
      return @user if @user.nil? || @password.nil?
      "#{@user}:#{@password}"
    end

    def authority
      return @user, @password, @host, @port if @user || @password || @host || @port
    end

    def decoded_user = @user && URI.decode_uri_component(@user)
    def decoded_password = @password && URI.decode_uri_component(@password)

    def hostname
      v = host
      v&.start_with?("[") && v.end_with?("]") ? v[1..-2] : v
    end

    # ---- changes

    changes def scheme=(v)
      raise InvalidComponentError, "bad component(expected scheme component): #{v}" if v && !Primitive.scheme?(v)
      set_scheme(v)
    end

    changes def userinfo=(userinfo)
      return if userinfo.nil?
      user, password = userinfo
      user, password = user&.split(":", 2) unless password
      check_user(user)
      check_password(password, user)
      set_userinfo(*userinfo)
    end

    changes def user=(user)
      check_user(user)
      set_userinfo(user)
    end

    changes def password=(password)
      check_password(password)
      @password = password
    end

    changes def host=(v)
      check_host(v)
      set_host(v)
      set_userinfo(nil)
    end

    changes def hostname=(v)
      v = "[#{v}]" if !(v&.start_with?("[") && v.end_with?("]")) && v&.include?(":")
      self.host = v
    end

    changes def port=(v)
      check_port(v)
      set_port(v)
      set_userinfo(nil)
    end

    changes def path=(v)
      check_path(v)
      set_path(v)
    end

    changes def query=(v)
      return @query = nil unless v
      raise InvalidURIError, "query conflicts with opaque" if @opaque
      @query = Primitive.uri_query(v.to_str)
    end

    changes def opaque=(v)
      if v
        raise InvalidURIError, "cannot set opaque with host, port, userinfo or path" if @host || @port || @user || @path
        raise InvalidComponentError, "bad component(expected opaque component): #{v}" unless Primitive.opaque?(v)
      end
      set_opaque(v)
    end

    changes def fragment=(v)
      @fragment = v && Primitive.uri_fragment(v.to_str)
    end

    def registry=(_)
      raise InvalidURIError, "cannot set registry"
    end

    # ---- questions

    def hierarchical? = !!@path
    def absolute? = !!@scheme
    alias absolute absolute?
    def relative? = !absolute?

    # ---- relations

    changes def merge!(other)
      result = merge(other)
      return if self == result
      raise ArgumentError, "expected #{self.class} object" if self.class != result.class
      component.each { |name| __send__("#{name}=", result.__send__(name)) }
      self
    end

    def merge(other)
      rel = parser.__send__(:convert_to_uri, other)
      return rel if rel.absolute?
      raise BadURIError, "both URI are relative" unless absolute?
      base = dup
      authority = rel.authority
      if (rel.path.nil? || rel.path.empty?) && !authority && !rel.query
        base.fragment = rel.fragment if rel.fragment
        return base
      end
      base.query = nil
      base.fragment = nil
      if authority
        base.set_authority(*authority)
        base.set_path(rel.path)
      elsif base.path && rel.path
        base.set_path(merge_path(base.path, rel.path))
      end
      base.query = rel.query if rel.query
      base.fragment = rel.fragment if rel.fragment
      base
    end
    alias + merge

    def route_from(other)
      other, rel = common_route(other)
      return rel if other == rel
      rel.set_path(route_from_path(other.path, path))
      rel.set_path("") if rel.path == "./" && query
      rel
    end
    alias - route_from

    def route_to(other) = parser.__send__(:convert_to_uri, other).route_from(self)

    def normalize
      uri = dup
      uri.normalize!
      uri
    end

    changes def normalize!
      set_path("/") if path&.empty?
      set_scheme(scheme.downcase) if scheme && scheme != scheme.downcase
      set_host(host.downcase) if host && host != host.downcase
    end

    # ---- values

    def to_s
      text = +""
      text << @scheme << ":" if @scheme
      if @opaque
        text << @opaque
      else
        text << "//" if @host || @scheme == "file" || @scheme == "postgres"
        text << userinfo << "@" if userinfo
        text << @host if @host
        text << ":" << @port.to_s if @port && @port != default_port
        text << "/" if (@host || @port) && !@path.empty? && !@path.start_with?("/")
        text << @path
        text << "?" << @query if @query
      end
      text << "#" << @fragment if @fragment
      text
    end
    alias to_str to_s

    def inspect = "#<#{self.class} #{self}>"

    def ==(other)
      self.class == other.class && normalize.component_ary == other.normalize.component_ary
    end

    def eql?(other)
      self.class == other.class && parser == other.parser && component_ary.eql?(other.component_ary)
    end

    def hash = component_ary.hash

    def select(*names)
      names.map do |name|
        unless component.include?(name)
          raise ArgumentError, "expected of components of #{self.class} (#{component.join(", ")})"
        end
        __send__(name)
      end
    end

    def coerce(other)
      return parser.parse(other), self if other.is_a?(String)
      Primitive.undecided
    end

    def find_proxy(*) = Primitive.undecided

    protected

    def component_ary = component.map { |name| __send__(name) }

    def set_scheme(v)
      @scheme = v&.downcase
    end

    def set_host(v)
      @host = v
    end

    def set_port(v)
      v = v.empty? ? nil : v.to_i unless !v || v.is_a?(Integer)
      @port = v
    end

    def set_userinfo(user, password = nil)
      user, password = user.split(":", 2) if user && !password
      @user = user
      @password = password
    end

    def set_path(v)
      @path = v
    end

    def set_opaque(v)
      @opaque = v
    end

    def set_authority(user, password, host, port = nil)
      @user, @password, @host, @port = user, password, host, port || default_port
    end

    private

    def check_user(v)
      raise InvalidURIError, "cannot set user with opaque" if @opaque
      return if !v || Primitive.userinfo?(v)
      raise InvalidComponentError, "bad component(expected userinfo component or user component): #{v}"
    end

    def check_password(v, user = @user)
      raise InvalidURIError, "cannot set password with opaque" if @opaque
      return unless v
      raise InvalidURIError, "password component depends user component" unless user
      raise InvalidComponentError, "bad password component" unless Primitive.userinfo?(v)
    end

    def check_host(v)
      return unless v
      raise InvalidURIError, "cannot set host with registry or opaque" if @opaque
      raise InvalidComponentError, "bad component(expected host component): #{v}" unless Primitive.host?(v)
    end

    def check_port(v)
      return unless v
      raise InvalidURIError, "cannot set port with registry or opaque" if @opaque
      return if v.is_a?(Integer) || Primitive.port?(v)
      raise InvalidComponentError, "bad component(expected port component): #{v.inspect}"
    end

    def check_path(v)
      raise InvalidURIError, "path conflicts with opaque" if v && @opaque
      return if !v || v == "" || Primitive.absolute_path?(v)
      if @scheme && @scheme != "ftp"
        raise InvalidComponentError, "bad component(expected absolute path component): #{v}"
      elsif !Primitive.relative_path?(v)
        raise InvalidComponentError, "bad component(expected relative path component): #{v}"
      end
    end

    def merge_path(base, rel)
      base = base.split("/", -1)
      rel = rel.split("/", -1)
      base << "" if base.last == ".."
      base = without_parents(base)
      if rel.first && rel.first.empty?
        base = []
        rel.shift
      end
      rel.push("") if rel.last == "." || rel.last == ".."
      rel.delete(".")
      rest = []
      rel.each { |part| part == ".." && !(rest.empty? || rest.last == "..") ? rest.pop : rest << part }
      slash = !rest.empty?
      if base.empty?
        base = [""]
      elsif slash
        base.pop
      end
      up = rest.take_while { |part| part == ".." }.size
      up.times { base.pop if base.size > 1 }
      if up < rest.size
        base.concat(rest.drop(up))
        slash = false
      end
      base.push("") if slash
      base.join("/")
    end

    # Each ".." takes the part before it along.
    def without_parents(parts)
      kept = []
      parts.each do |part|
        if part != ".."
          kept << part
        elsif kept.empty?
          Primitive.undecided
        else
          kept.pop
        end
      end
      kept
    end

    def common_route(other)
      other = parser.__send__(:convert_to_uri, other)
      raise BadURIError, "relative URI: #{self}" if relative?
      raise BadURIError, "relative URI: #{other}" if other.relative?
      return self, dup if scheme != other.scheme
      rel = URI::Generic.new(nil, userinfo, host, port, nil, path, opaque, query, fragment, parser)
      if rel.userinfo != other.userinfo || rel.host.to_s.downcase != other.host.to_s.downcase || rel.port != other.port
        return self, dup if userinfo.nil? && host.nil?
        rel.set_port(nil) if rel.port == other.default_port
        return rel, rel
      end
      rel.set_userinfo(nil)
      rel.set_host(nil)
      rel.set_port(nil)
      if rel.path && rel.path == other.path
        rel.set_path("")
        rel.query = nil if rel.query == other.query
        return rel, rel
      elsif rel.opaque && rel.opaque == other.opaque
        rel.set_opaque("")
        rel.query = nil if rel.query == other.query
        return rel, rel
      end
      return other, rel
    end

    def route_from_path(from, to)
      return "" if to == from
      return to.dup if to.match?(%r{(?:\A|/)\.\.?(?:/|\z)})
      from = from.scan(%r{[^/]*/})
      to = to.scan(%r{[^/]*/?})
      same = 0
      same += 1 while same < to.size && to[same] == from[same]
      to = to.drop(same)
      rest = to.join
      return "../" * (from.size - same) + rest if same < from.size
      return "./" if rest.empty?
      to.first.include?(":") ? "./#{rest}" : rest
    end
  end

  class HTTP < Generic
    DEFAULT_PORT = 80
    COMPONENT = [:scheme, :userinfo, :host, :port, :path, :query, :fragment].freeze

    def self.build(args) = super(named(args))

    def request_uri
      return unless @path
      target = @query ? "#{@path}?#{@query}" : @path.dup
      target.start_with?("/") ? target : "/#{target}"
    end

    def authority = port == default_port ? host : "#{host}:#{port}"
    def origin = "#{scheme}://#{authority}"

    private

    def check_host(v)
      super
      raise InvalidComponentError, "bad component(expected host component): #{v}" if v && v.empty?
    end
  end

  class HTTPS < HTTP
    DEFAULT_PORT = 443
  end

  class WS < Generic
    DEFAULT_PORT = 80
    COMPONENT = [:scheme, :userinfo, :host, :port, :path, :query].freeze

    def self.build(args) = super(named(args))

    def request_uri
      return unless @path
      target = @query ? "#{@path}?#{@query}" : @path.dup
      target.start_with?("/") ? target : "/#{target}"
    end
  end

  class WSS < WS
    DEFAULT_PORT = 443
  end

  class File < Generic
    COMPONENT = [:scheme, :host, :path].freeze

    def self.build(args) = super(named(args))

    def set_host(v)
      @host = v.nil? || v == "localhost" ? "" : v
    end

    def set_port(_) = nil
    def set_userinfo(*) = nil

    def check_user(_)
      raise InvalidURIError, "cannot set user for file URI"
    end

    def check_password(*)
      raise InvalidURIError, "cannot set password for file URI"
    end

    changes def userinfo=(v)
      raise InvalidURIError, "cannot set userinfo for file URI" unless v.nil?
    end
  end

  class LDAP < Generic
    DEFAULT_PORT = 389
    COMPONENT = [:scheme, :host, :port, :dn, :attributes, :scope, :filter, :extensions].freeze

    def self.build(*) = Primitive.undecided
    def initialize(*) = Primitive.undecided
  end

  class LDAPS < LDAP
    DEFAULT_PORT = 636
  end

  class FTP < Generic
    DEFAULT_PORT = 21
    COMPONENT = [:scheme, :userinfo, :host, :port, :path, :typecode].freeze
    TYPECODE = ["a", "i", "d"].freeze

    def self.build(*) = Primitive.undecided
    def self.new2(*) = Primitive.undecided

    attr_reader :typecode

    def initialize(scheme, userinfo, host, port, registry, path, opaque, query, fragment, parser = nil, check = false)
      raise InvalidURIError unless path
      super(scheme, userinfo, host, port, registry, decoded(path), opaque, query, fragment, parser, check)
      @typecode = nil
      return unless (at = @path.index(";type="))
      type = @path[(at + 6)..]
      @path = @path[0, at]
      check ? self.typecode = type : @typecode = type
    end

    changes def typecode=(type)
      raise InvalidComponentError, "bad typecode(expected a, i, d): #{type}" unless TYPECODE.include?(type)
      @typecode = type
    end

    def path = decoded(@path)

    def merge(other)
      result = super
      result.instance_variable_set(:@typecode, other.typecode) if self != result
      result
    end

    def to_s = @typecode ? super.sub(@path) { "#{@path};type=#{@typecode}" } : super

    protected

    def set_path(v)
      @path = "/" + v.sub(%r{\A/}, "%2F")
    end

    private

    def decoded(path) = path.sub(%r{\A/}, "").sub(/\A%2F/, "/")
  end

  class MailTo < Generic
    COMPONENT = [:scheme, :to, :headers].freeze

    EMAIL_REGEXP = /\A[a-zA-Z0-9.!\#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\z/
    PART = /\A(?:%\h\h|[!$&-.0-;=@-Z_a-z~])*\z/
    HEADER = /\A(?:%\h\h|[!$'-.0-;@-Z_a-z~])*=(?:%\h\h|[!$'-.0-;@-Z_a-z~])*\z/
    private_constant :PART, :HEADER

    attr_reader :to, :headers

    def self.build(args)
      parts = named(args)
      to = parts[:to]
      parts[:opaque] = to.is_a?(Array) ? to.join(",") : to.is_a?(String) ? to.dup : ""
      if (headers = parts[:headers])
        query = case headers
                when Array then headers.map { |x| x.is_a?(Array) ? x[0] + "=" + x[1..].join : x.to_s }.join("&")
                when Hash then headers.map { |name, value| name + "=" + value }.join("&")
                else headers.to_s
                end
        parts[:opaque] += "?#{query}" unless query.empty?
      end
      super(parts)
    end

    def initialize(*args)
      super
      @to = nil
      @headers = []
      @opaque = "?#{@query}" if @query && !@opaque
      raise InvalidComponentError, "missing opaque part for mailto URL" unless @opaque
      to, headers = @opaque.split("?", 2)
      unless addresses?(to)
        raise InvalidComponentError, "unrecognised opaque part for mailtoURL: #{@opaque}"
      end
      if args[10]
        self.to = to
        self.headers = headers
      else
        @to = to
        set_headers(headers)
      end
    end

    changes def to=(v)
      (v || "").split(/[,;]/).each do |address|
        raise InvalidComponentError, "an address in 'to' is invalid as URI #{address.dump}" unless address.match?(PART)
      end
      @to = v
    end

    changes def headers=(v)
      if v && !v.empty? && !v.split("&", -1).all?(HEADER)
        raise InvalidComponentError, "bad component(expected opaque component): #{v}"
      end
      set_headers(v)
    end

    def to_s
      text = "#{@scheme}:#{@to}"
      text << "?" << @headers.map { |pair| pair.join("=") }.join("&") unless @headers.empty?
      text << "#" << @fragment if @fragment
      text
    end

    def to_mailtext = Primitive.undecided

    private

    # a@b,c@d: every address has something before and after its only @.
    def addresses?(to)
      list = to.to_s.split(/[,;]/, -1)
      list.pop if list.last == ""
      list.all? { |address| address.count("@") == 1 && !address.start_with?("@") && !address.end_with?("@") }
    end

    def set_headers(v)
      @headers = (v || "").split("&").map { |pair| pair.split("=", 2) }
    end
  end

  SCHEMES = {
    "FILE" => File, "FTP" => FTP, "HTTP" => HTTP, "HTTPS" => HTTPS, "LDAP" => LDAP, "LDAPS" => LDAPS,
    "MAILTO" => MailTo, "WS" => WS, "WSS" => WSS,
  }.freeze
  private_constant :SCHEMES
end
