# ActiveSupport::SecurityUtils.
module ActiveSupport
  module SecurityUtils
    module_function

    def fixed_length_secure_compare(a, b) = OpenSSL.fixed_length_secure_compare(a, b)
    def secure_compare(a, b) = a.bytesize == b.bytesize && fixed_length_secure_compare(a, b)
  end
end
