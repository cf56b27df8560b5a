# Rack::Utils and the parser of queries, as rack 3.2 has them.
module Rack
  class QueryParser
    class ParameterTypeError < TypeError; end

    class InvalidParameterError < ArgumentError; end

    class QueryLimitError < RangeError; end

    ParamsTooDeepError = QueryLimitError
    DEFAULT_SEP = /& */n
    BYTESIZE_LIMIT = 4_194_304
    PARAMS_LIMIT = 4096
    private_constant :BYTESIZE_LIMIT, :PARAMS_LIMIT

    def self.make_default(depth_limit) = new(nil, depth_limit)

    attr_reader :param_depth_limit

    def initialize(_params_class, depth_limit, **options)
      Primitive.undecided unless options.empty?
      @param_depth_limit = depth_limit
    end

    def bytesize_limit = BYTESIZE_LIMIT
    def new_depth_limit(limit) = self.class.new(nil, limit)

    def parse_query(query, separator = nil)
      Primitive.undecided if block_given?
      params = {}
      pairs(query, separator) do |key, value|
        if !params[key]
          params[key] = value
        elsif params[key].is_a?(Array)
          params[key] << value
        else
          params[key] = [params[key], value]
        end
      end
      params
    end

    def parse_query_pairs(query, separator = nil)
      list = []
      pairs(query, separator) { |key, value| list << [key, value] }
      list
    end

    def parse_nested_query(query, separator = nil)
      params = {}
      pairs(query, separator) { |key, value| store(params, key, value, 0) }
      params
    end

    changes def normalize_params(params, name, value, _depth = nil) = store(params, name, value, 0)

    private

    def store(params, name, value, depth)
      raise QueryLimitError if depth >= param_depth_limit
      key, rest = first_key(name, depth)
      return if key.empty?
      if rest == ""
        return [value] if key == "[]" && depth != 0
        params[key] = value
      elsif rest == "["
        params[name] = value
      elsif rest == "[]"
        list(params, key) << value
      elsif rest.start_with?("[]")
        store_in_list(list(params, key), child_key(rest), value, depth)
      else
        child = (params[key] ||= {})
        unless child.is_a?(Hash)
          raise ParameterTypeError, "expected Hash (got #{kind(child)}) for param `#{key}'"
        end
        params[key] = store(child, rest, value, depth + 1)
      end
      params
    end

    # "a[b][c]" is "a" and "[b][c]"; below, "[b][c]" is "b" and "[c]".
    def first_key(name, depth)
      return "", "" unless name
      if depth == 0
        at = name.index("[", 1)
        at ? [name[0, at], name[at..]] : [name, ""]
      elsif name.start_with?("[]")
        ["[]", name[2..]]
      elsif name.start_with?("[") && (at = name.index("]", 1))
        [name[1, at - 1], name[(at + 1)..]]
      else
        [name, ""]
      end
    end

    # "[][b]" leads to "b", any other to what follows the brackets.
    def child_key(rest)
      if rest[2] == "[" && rest.end_with?("]")
        key = rest[3, rest.length - 4]
        return key unless key.empty? || key.include?("[") || key.include?("]")
      end
      rest[2..]
    end

    def list(params, key)
      params[key] ||= []
      unless params[key].is_a?(Array)
        raise ParameterTypeError, "expected Array (got #{kind(params[key])}) for param `#{key}'"
      end
      params[key]
    end

    # Hashes are of a class of their own.
    def kind(value) = value.is_a?(Hash) ? "Rack::QueryParser::Params" : value.class.name

    def store_in_list(list, key, value, depth)
      if list.last.is_a?(Hash) && !key_within?(list.last, key)
        store(list.last, key, value, depth + 1)
      else
        list << store({}, key, value, depth + 1)
      end
    end

    def key_within?(hash, key)
      return false if key.include?("[]")
      key.split(/[\[\]]+/).each do |part|
        next if part == ""
        return false unless hash.is_a?(Hash) && hash.key?(part)
        hash = hash[part]
      end
      true
    end

    def pairs(query, separator)
      return if !query || query.empty?
      if query.bytesize > BYTESIZE_LIMIT
        raise QueryLimitError, "total query size exceeds limit (#{BYTESIZE_LIMIT})"
      end
      list = query.split(between(separator), PARAMS_LIMIT + 1)
      if list.size > PARAMS_LIMIT
        count = list.size + list.last.count(separator || "&")
        raise QueryLimitError, "total number of query parameters (#{count}) exceeds limit (#{PARAMS_LIMIT})"
      end
      list.each do |pair|
        next if pair.empty?
        key, value = pair.split("=", 2).map { |part| URI.decode_www_form_component(part) }
        yield key, value
      end
    rescue ArgumentError => e
      raise InvalidParameterError, e.message
    end

    def between(separator)
      case separator
      when nil, "&" then /& */
      when ";" then /; */
      when ";,", "&;", ";&" then /[#{separator}] */
      else Primitive.undecided
      end
    end
  end

  module Utils
    ParameterTypeError = QueryParser::ParameterTypeError
    InvalidParameterError = QueryParser::InvalidParameterError
    ParamsTooDeepError = QueryParser::ParamsTooDeepError
    DEFAULT_SEP = QueryParser::DEFAULT_SEP
    PARSER = QueryParser.make_default(32)
    STATUS_TEXTS = Primitive.status_texts.freeze
    STATUS_CODES = STATUS_TEXTS.to_h { |code, text| [text.downcase.gsub(/[\s-]/, "_").to_sym, code] }.freeze
    OBSOLETE_CODES = { payload_too_large: 413, unprocessable_entity: 422, bandwidth_limit_exceeded: 509, not_extended: 510 }.freeze
    STATUS_WITH_NO_ENTITY_BODY = [*100..199, 204, 304].to_h { |code| [code, true] }.freeze
    COOKIE_KEY = /\A[!#$%&'*+\-.^_`|~0-9a-zA-Z]+\z/
    private_constant :PARSER, :STATUS_TEXTS, :STATUS_CODES, :OBSOLETE_CODES, :COOKIE_KEY

    def self.default_query_parser = PARSER
    def self.param_depth_limit = PARSER.param_depth_limit

    def self.param_depth_limit=(_)
      Primitive.undecided
    end

    module_function

    def escape(text) = URI.encode_www_form_component(text)
    def unescape(text, encoding = nil) = URI.decode_www_form_component(text, encoding)
    def escape_path(text) = URI::RFC2396_PARSER.escape(text)
    def unescape_path(text) = URI::RFC2396_PARSER.unescape(text)
    def escape_html(text) = CGI.escapeHTML(text.to_s)

    def parse_query(query, separator = nil) = PARSER.parse_query(query, separator)
    def parse_nested_query(query, separator = nil) = PARSER.parse_nested_query(query, separator)

    def build_query(params)
      params.map do |key, value|
        if value.is_a?(Array)
          build_query(value.map { |v| [key, v] })
        else
          value.nil? ? escape(key) : "#{escape(key)}=#{escape(value)}"
        end
      end.join("&")
    end

    def build_nested_query(value, prefix = nil)
      case value
      when Array
        value.map { |v| build_nested_query(v, "#{prefix}[]") }.join("&")
      when Hash
        value.map { |key, v| build_nested_query(v, prefix ? "#{prefix}[#{key}]" : key) }.reject(&:empty?).join("&")
      when nil
        escape(prefix)
      else
        raise ArgumentError, "value must be a Hash" if prefix.nil?
        "#{escape(prefix)}=#{escape(value)}"
      end
    end

    def status_code(status)
      return status.to_i unless status.is_a?(Symbol)
      STATUS_CODES[status] || OBSOLETE_CODES[status] || raise(ArgumentError, "Unrecognized status code #{status.inspect}")
    end

    def q_values(header)
      header.to_s.split(",").map do |part|
        value, parameters = part.split(";", 2).map(&:strip)
        quality = parameters && parameters[/\Aq=([\d.]+)/, 1]
        [value, quality ? quality.to_f : 1.0]
      end
    end

    def parse_cookies_header(header)
      return {} unless header
      header.split(/; */).each_with_object({}) do |cookie, cookies|
        next if cookie.empty?
        key, value = cookie.split("=", 2)
        cookies[key] = (unescape(value) rescue value) unless cookies.key?(key)
      end
    end

    def parse_cookies(env) = parse_cookies_header(env["HTTP_COOKIE"])

    def set_cookie_header(key, value)
      raise ArgumentError, "invalid cookie key: #{key.inspect}" unless key =~ COOKIE_KEY
      options = +""
      if value.is_a?(Hash)
        options << "; domain=#{value[:domain]}" if value[:domain]
        options << "; path=#{value[:path]}" if value[:path]
        options << "; max-age=#{value[:max_age]}" if value[:max_age]
        options << "; expires=#{value[:expires].httpdate}" if value[:expires]
        options << "; secure" if value[:secure]
        options << "; httponly" if value.key?(:httponly) ? value[:httponly] : value[:http_only]
        options << same_site(value[:same_site])
        options << "; partitioned" if value[:partitioned]
        value = value[:value]
      end
      value = [value] unless value.is_a?(Array)
      "#{key}=#{value.map { |v| escape(v) }.join("&")}#{options}"
    end

    def same_site(value)
      case value
      when false, nil then ""
      when :none, "None", :None then "; samesite=none"
      when :lax, "Lax", :Lax then "; samesite=lax"
      when true, :strict, "Strict", :Strict then "; samesite=strict"
      else raise ArgumentError, "Invalid :same_site value: #{value.inspect}"
      end
    end
    private_class_method :same_site

    def set_cookie_header!(headers, key, value)
      cookie = set_cookie_header(key, value)
      header = headers["set-cookie"]
      headers["set-cookie"] = header ? [*header, cookie] : cookie
    end

    def delete_set_cookie_header(key, value = {})
      set_cookie_header(key, value.merge(max_age: "0", expires: Time.at(0), value: ""))
    end

    def delete_cookie_header!(headers, key, value = {})
      header = headers["set-cookie"]
      cookie = delete_set_cookie_header(key, value)
      headers["set-cookie"] = header ? [*header, cookie] : cookie
      nil
    end

    def rfc2822(time) = time.rfc2822

    def secure_compare(a, b)
      return false unless a.bytesize == b.bytesize
      OpenSSL.fixed_length_secure_compare(a, b)
    end

    def clean_path_info(path)
      parts = path.split("/")
      clean = []
      parts.each do |part|
        next if part.empty? || part == "."
        part == ".." ? clean.pop : clean << part
      end
      clean = clean.join("/")
      parts.empty? || parts.first.empty? ? "/#{clean}" : clean
    end

    def valid_path?(path) = path.valid_encoding? && !path.include?("\0")
    def clock_time = Time.now.to_f
    def best_q_match(*) = Primitive.undecided
    def forwarded_values(*) = Primitive.undecided
    def select_best_encoding(*) = Primitive.undecided
    def byte_ranges(*) = Primitive.undecided
    def get_byte_ranges(*) = Primitive.undecided
  end
end
