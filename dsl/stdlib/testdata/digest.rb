# Digest
Digest::MD5.hexdigest("abc")
Digest::SHA1.hexdigest("abc")
Digest::SHA256.hexdigest("abc")
Digest::SHA384.hexdigest("abc")
Digest::SHA512.hexdigest("abc")
Digest::SHA256.hexdigest("")
Digest::SHA256.hexdigest("é")
Digest::SHA256.digest("abc").bytes
Digest::MD5.digest("abc").bytesize
Digest::SHA256.base64digest("abc")
Digest::MD5.base64digest("")
Digest::SHA2.hexdigest("abc")
Digest::SHA2.new(512).hexdigest("abc")
Digest::SHA2.new(384).update("abc").to_s
Digest::SHA2.new(1)
Digest::SHA2.new
Digest::SHA256.new
Digest::SHA256.new.update("a").update("bc").hexdigest
(Digest::SHA256.new << "a" << "bc").to_s
(Digest::MD5.new << "a").inspect
Digest::SHA1.new.tap { |d| d << "abc" }.base64digest
Digest::SHA1.new.tap { |d| d << "abc"; d.reset }.hexdigest
Digest::SHA1.new.tap { |d| d << "abc"; d.hexdigest! }.hexdigest
Digest::SHA256.new.hexdigest("x")
Digest::SHA256.new == Digest::SHA256.new
Digest::SHA256.new.update("a") == Digest::SHA256.hexdigest("a")
Digest::SHA256.new == 1
Digest::MD5.new.digest_length
Digest::SHA512.new.block_length
Digest::SHA256.new.block_length
Digest::MD5.hexdigest(nil)
Digest::MD5.hexdigest(1)
Digest::MD5.hexdigest(:a)
Digest::MD5.hexdigest
"#{Digest::MD5.new.update("a")}"
Digest::MD5.hexdigest("a")[0, 8]
Digest::MD5.hexdigest("user@example.com".downcase.strip)
Digest::SHA256.ancestors.include?(Digest::Base)
# OpenSSL
OpenSSL::Digest.hexdigest("SHA256", "abc")
OpenSSL::Digest.digest("SHA256", "abc").bytesize
OpenSSL::Digest.base64digest("sha1", "abc")
OpenSSL::Digest::SHA256.hexdigest("abc")
OpenSSL::Digest::SHA256.digest("abc").bytesize
OpenSSL::Digest::MD5.base64digest("abc")
OpenSSL::Digest.new("sha256").name
OpenSSL::Digest.new("SHA512").update("abc").hexdigest
OpenSSL::Digest::SHA1.new.name
OpenSSL::Digest::SHA256.new("abc").hexdigest
OpenSSL::Digest::SHA256.new.digest_length
OpenSSL::Digest.new("SHA256") << "a"
OpenSSL::HMAC.hexdigest("SHA256", "key", "data")
OpenSSL::HMAC.hexdigest("sha1", "key", "data")
OpenSSL::HMAC.hexdigest(OpenSSL::Digest.new("SHA256"), "key", "data")
OpenSSL::HMAC.hexdigest(OpenSSL::Digest::SHA512.new, "key", "")
OpenSSL::HMAC.digest("SHA256", "key", "data").bytes.first(4)
OpenSSL::HMAC.base64digest("SHA256", "key", "data")
OpenSSL::HMAC.hexdigest("MD5", "k" * 200, "data")
OpenSSL::HMAC.hexdigest("SHA256", nil, "data")
OpenSSL::HMAC.hexdigest("SHA256", "key", nil)
OpenSSL::HMAC.new("key", "SHA256").update("da").update("ta").hexdigest
(OpenSSL::HMAC.new("key", OpenSSL::Digest.new("SHA1")) << "data").to_s
OpenSSL.fixed_length_secure_compare("abc", "abc")
OpenSSL.fixed_length_secure_compare("abc", "abd")
OpenSSL.fixed_length_secure_compare("abc", "ab")
OpenSSL.fixed_length_secure_compare(nil, "ab")
OpenSSL.secure_compare("abc", "abc")
OpenSSL.secure_compare("abc", "ab")
ActiveSupport::SecurityUtils.secure_compare("abc", "abc")
ActiveSupport::SecurityUtils.secure_compare("abc", "abd")
ActiveSupport::SecurityUtils.secure_compare("abc", "ab")
ActiveSupport::SecurityUtils.fixed_length_secure_compare("abc", "ab")
ActiveSupport::SecurityUtils.fixed_length_secure_compare("abc", "abc")
ActiveSupport::SecurityUtils.secure_compare(nil, "x")
ActiveSupport::SecurityUtils.secure_compare(Digest::SHA256.hexdigest("a"), Digest::SHA256.hexdigest("a"))
::ActiveSupport::SecurityUtils.secure_compare(::Digest::SHA256.hexdigest("u"), ::Digest::SHA256.hexdigest("u")) & true
# SecureRandom
