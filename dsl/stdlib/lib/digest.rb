# Digest: MD5, SHA1 and SHA2.
module Digest
  class Base
    class << self
      def digest(*texts)
        raise ArgumentError, "no data given" if texts.empty?
        Primitive.undecided if texts.size > 1
        Primitive.digest(self::ALGORITHM, *texts)
      end

      def hexdigest(*texts) = digest(*texts).unpack1("H*")
      def base64digest(*texts) = [digest(*texts)].pack("m0")
      def file(*) = Primitive.undecided
    end

    def initialize
      @data = ""
    end

    changes def update(text)
      raise TypeError, "no implicit conversion of #{text.nil? ? "nil" : text.class} into String" unless text.respond_to?(:to_str)
      @data += text.to_str
      self
    end
    alias << update

    changes def reset
      @data = ""
      self
    end

    def digest(text = nil) = Primitive.digest(algorithm, text || @data)
    def hexdigest(text = nil) = digest(text).unpack1("H*")
    def base64digest(text = nil) = [digest(text)].pack("m0")
    def to_s = hexdigest
    def inspect = "#<#{self.class}: #{hexdigest}>"

    changes def digest!
      result = digest
      reset
      result
    end

    changes def hexdigest! = digest!.unpack1("H*")
    changes def base64digest! = [digest!].pack("m0")

    def ==(other)
      return digest == other.digest if other.is_a?(Digest::Base)
      other.respond_to?(:to_str) && hexdigest == other.to_str
    end

    def digest_length = digest.bytesize
    def length = digest_length
    def size = digest_length
    def block_length = ["SHA384", "SHA512"].include?(algorithm) ? 128 : 64
    def file(*) = Primitive.undecided

    private

    def algorithm = self.class::ALGORITHM
  end

  class MD5 < Base
    ALGORITHM = "MD5"
  end

  class SHA1 < Base
    ALGORITHM = "SHA1"
  end

  class SHA256 < Base
    ALGORITHM = "SHA256"
  end

  class SHA384 < Base
    ALGORITHM = "SHA384"
  end

  class SHA512 < Base
    ALGORITHM = "SHA512"
  end

  class SHA2 < Base
    def self.digest(*) = new.digest(*)

    def initialize(bits = 256)
      raise ArgumentError, "unsupported bit length: %s" % bits.inspect unless [256, 384, 512].include?(bits)
      super()
      @bits = bits
    end

    def inspect = "#<Digest::SHA2:#{@bits} #{hexdigest}>"

    private

    def algorithm = "SHA#{@bits}"
  end
end
