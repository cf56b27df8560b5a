# Base64, as the gem base64 has it.
module Base64
  class << self
    def encode64(text) = [text].pack("m")
    def decode64(text) = text.unpack1("m")
    def strict_encode64(text) = [text].pack("m0")
    def strict_decode64(text) = text.unpack1("m0")

    def urlsafe_encode64(text, padding: true)
      text = strict_encode64(text).tr("+/", "-_")
      padding ? text : text.delete("=")
    end

    def urlsafe_decode64(text)
      text = text.tr("-_", "+/")
      text += "=" * (-text.length % 4) unless text.end_with?("=")
      strict_decode64(text)
    end
  end
end
