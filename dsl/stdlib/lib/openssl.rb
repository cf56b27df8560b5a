# OpenSSL's digests and message authentication codes.
module OpenSSL
  class OpenSSLError < StandardError; end

  class << self
    def fixed_length_secure_compare(a, b)
      a, b = text(a), text(b)
      raise ArgumentError, "inputs must be of equal length" unless a.bytesize == b.bytesize
      a == b
    end

    def secure_compare(a, b) = Primitive.digest("SHA256", text(a)) == Primitive.digest("SHA256", text(b)) && a == b

    private

    def text(v)
      raise TypeError, "no implicit conversion of #{v.nil? ? "nil" : v.class} into String" unless v.respond_to?(:to_str)
      v.to_str
    end
  end

  class Digest < ::Digest::Base
    class DigestError < OpenSSLError; end

    NAMES = {
      "MD5" => "MD5", "SHA1" => "SHA1", "SHA-1" => "SHA1", "SHA224" => "SHA224", "SHA-224" => "SHA224", "SHA256" => "SHA256",
      "SHA-256" => "SHA256", "SHA384" => "SHA384", "SHA-384" => "SHA384", "SHA512" => "SHA512", "SHA-512" => "SHA512",
    }.freeze
    private_constant :NAMES

    class << self
      def digest(name, text) = new(name).digest(text)
      def hexdigest(name, text) = new(name).hexdigest(text)
      def base64digest(name, text) = new(name).base64digest(text)

      # The algorithm that a name or a digest stands for.
      def algorithm(of)
        return of.name if of.is_a?(OpenSSL::Digest)
        (of.is_a?(String) && NAMES[of.upcase]) || Primitive.undecided
      end
    end

    attr_reader :name

    def initialize(name, data = nil)
      super()
      @name = Digest.algorithm(name)
      update(data) if data
    end

    def inspect = "#<#{self.class}: #{hexdigest}>"

    private

    def algorithm = @name

    # Digest::SHA256 and the like need no name.
    class Named < Digest
      def self.digest(text) = new.digest(text)
      def self.hexdigest(text) = new.hexdigest(text)
      def self.base64digest(text) = new.base64digest(text)

      def initialize(data = nil)
        super(self.class::ALGORITHM, data)
      end
    end
    private_constant :Named

    class MD5 < Named
      ALGORITHM = "MD5"
    end

    class SHA1 < Named
      ALGORITHM = "SHA1"
    end

    class SHA224 < Named
      ALGORITHM = "SHA224"
    end

    class SHA256 < Named
      ALGORITHM = "SHA256"
    end

    class SHA384 < Named
      ALGORITHM = "SHA384"
    end

    class SHA512 < Named
      ALGORITHM = "SHA512"
    end
  end

  class HMAC
    class << self
      def digest(digest, key, data) = Primitive.hmac(Digest.algorithm(digest), key, data)
      def hexdigest(digest, key, data) = digest(digest, key, data).unpack1("H*")
      def base64digest(digest, key, data) = [digest(digest, key, data)].pack("m0")
    end

    def initialize(key, digest)
      @key = key
      @name = Digest.algorithm(digest)
      @data = ""
    end

    changes def update(text)
      @data += text
      self
    end
    alias << update

    changes def reset
      @data = ""
      self
    end

    def digest = Primitive.hmac(@name, @key, @data)
    def hexdigest = digest.unpack1("H*")
    def base64digest = [digest].pack("m0")
    def to_s = hexdigest
    def inspect = hexdigest
    def ==(other) = other.is_a?(HMAC) && digest == other.digest
  end
end
