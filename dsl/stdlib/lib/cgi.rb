# The functions of CGI that escape and unescape parts of URLs and of HTML.
class CGI
  class << self
    def escape(text) = Primitive.escape(text, "_.-~ ").tr(" ", "+")
    def unescape(text) = Primitive.unescape_form(text)
    def escapeURIComponent(text) = Primitive.escape(text, "_.-~")
    def unescapeURIComponent(text) = Primitive.unescape(text)
    def escapeHTML(text) = Primitive.escape_html(text)
    def unescapeHTML(text) = Primitive.unescape_html(text)

    alias escape_uri_component escapeURIComponent
    alias unescape_uri_component unescapeURIComponent
    alias escape_html escapeHTML
    alias h escapeHTML
    alias unescape_html unescapeHTML

    # The values of a query by their keys.
    def parse(query)
      params = {}
      query.split(/[&;]/).each do |pair|
        key, value = pair.split("=", 2).map { |part| unescape(part) }
        next unless key
        list = params[key] ||= []
        list << value if value
      end
      params.default = [].freeze
      params
    end
  end

  def initialize(*) = Primitive.undecided
end
