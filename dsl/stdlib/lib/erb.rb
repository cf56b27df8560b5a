# ERB::Util, with what ActiveSupport adds. Templates are unknown.
class ERB
  def initialize(*) = Primitive.undecided

  module Util
    HTML_ESCAPE = { "&" => "&amp;", ">" => "&gt;", "<" => "&lt;", '"' => "&quot;", "'" => "&#39;" }.freeze
    JSON_ESCAPE = { "&" => '\u0026', ">" => '\u003e', "<" => '\u003c', "\u2028" => '\u2028', "\u2029" => '\u2029' }.freeze

    module_function

    def html_escape(text) = CGI.escapeHTML(text.to_s)
    def h(text) = html_escape(text)
    def unwrapped_html_escape(text) = html_escape(text)

    def html_escape_once(text)
      text.to_s.gsub(/["><']|&(?!(?:[a-zA-Z]+|#\d+|#[xX][\dA-Fa-f]+);)/) { |c| HTML_ESCAPE[c] }
    end

    def json_escape(text) = text.to_s.gsub(/[\u2028\u2029><&]/) { |c| JSON_ESCAPE[c] }

    def url_encode(text) = Primitive.escape(text.to_s, "_-.~")
    def u(text) = url_encode(text)
  end
end
