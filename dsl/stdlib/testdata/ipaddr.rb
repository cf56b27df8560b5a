# IPAddr
IPAddr.new("10.0.0.0/8")
IPAddr.new("10.1.2.3/8").to_s
IPAddr.new("192.168.1.5").inspect
IPAddr.new("192.168.1.5/255.255.255.0")
IPAddr.new("192.168.1.5/255.0.255.0")
IPAddr.new("192.168.1.5/33")
IPAddr.new("192.168.1.5/08")
IPAddr.new("192.168.1.5/-1")
IPAddr.new("192.168.1.5/x")
IPAddr.new("192.168.1.5/::")
IPAddr.new("::1")
IPAddr.new("2001:db8::/32")
IPAddr.new("2001:DB8::1").to_s
IPAddr.new("2001:db8:0:0:1:0:0:1").to_s
IPAddr.new("1:0:0:2:0:0:0:3").to_s
IPAddr.new("1:2:3:4:5:6:7:8").to_s
IPAddr.new("1:2:3:4:5:6:7:0").to_s
IPAddr.new("0:2:3:4:5:6:7:8").to_s
IPAddr.new("0:0:3:4:5:6:7:8").to_s
IPAddr.new("::").to_s
IPAddr.new("::ffff:1.2.3.4").to_s
IPAddr.new("::1.2.3.4").to_s
IPAddr.new("::1:2").to_s
IPAddr.new("::ffff:1:2").to_s
IPAddr.new("::2").to_s
IPAddr.new("64:ff9b::1.2.3.4").to_s
IPAddr.new("[::1]").to_s
IPAddr.new("fe80::1%eth0").to_s
IPAddr.new("fe80::1%eth0").zone_id
IPAddr.new("fe80::1%eth0").inspect
IPAddr.new("::1").to_string
IPAddr.new("1.2.3.4").to_string
IPAddr.new("1.2.3")
IPAddr.new("1.2.3.4.5")
IPAddr.new("256.1.1.1")
IPAddr.new("01.2.3.4")
IPAddr.new("1.2.3.04")
IPAddr.new("")
IPAddr.new("localhost")
IPAddr.new("1::2::3")
IPAddr.new("1:2:3:4:5:6:7:8:9")
IPAddr.new("1:2:3:4:5:6:7")
IPAddr.new("12345::")
IPAddr.new("::g")
IPAddr.new(":::")
IPAddr.new(":1")
IPAddr.new(nil)
IPAddr.new(1)
IPAddr.new(16909060, 2).to_s
IPAddr.new(1, 10).to_s
IPAddr.new("1.2.3.4", 10)
IPAddr.new("::1", 2)
IPAddr.new.to_s
IPAddr.new("10.0.0.0/8").include?("10.1.2.3")
IPAddr.new("10.0.0.0/8").include?(IPAddr.new("11.0.0.1"))
IPAddr.new("10.0.0.0/8").include?("10.0.0.0/16")
IPAddr.new("10.0.0.0/16").include?("10.0.0.0/8")
IPAddr.new("10.0.0.0/8").include?("::1")
IPAddr.new("10.0.0.0/8").include?("nope")
IPAddr.new("10.0.0.0/8").include?(167837955)
IPAddr.new("10.0.0.0/8") === "10.9.9.9"
IPAddr.new("2001:db8::/32").include?("2001:db8:1::5")
IPAddr.new("2001:db8::/33").include?("2001:db8:8000::5")
IPAddr.new("10.0.0.0/8") === IPAddr.new("::ffff:10.1.1.1")
case "10.1.2.3" when IPAddr.new("10.0.0.0/8") then 1 else 2 end
[IPAddr.new("10.0.0.0/8"), IPAddr.new("192.168.0.0/16")].any? { |n| n.include?("192.168.3.4") }
%w[10.0.0.1 10.0.0.2].map { |a| IPAddr.new(a) }.include?("10.0.0.2")
IPAddr.new("10.0.0.1") == "10.0.0.1"
IPAddr.new("10.0.0.1") == IPAddr.new("10.0.0.1")
IPAddr.new("10.0.0.1") == nil
IPAddr.new("10.0.0.1") == "x"
IPAddr.new("10.0.0.1").eql?(IPAddr.new("10.0.0.1"))
IPAddr.new("10.0.0.1").hash == IPAddr.new("10.0.0.1").hash
{ IPAddr.new("10.0.0.1") => 1 }[IPAddr.new("10.0.0.1")]
IPAddr.new("10.0.0.1") < IPAddr.new("10.0.0.2")
IPAddr.new("10.0.0.1") <=> "10.0.0.0"
IPAddr.new("10.0.0.1") <=> "::1"
[IPAddr.new("10.0.0.2"), IPAddr.new("10.0.0.1")].min.to_s
IPAddr.new("10.0.0.5").between?(IPAddr.new("10.0.0.1"), IPAddr.new("10.0.0.9"))
IPAddr.new("10.1.2.3").mask(16).to_s
IPAddr.new("10.1.2.3").mask("255.0.0.0").to_s
IPAddr.new("10.1.2.3").mask(40)
IPAddr.new("2001:db8:ffff::1").mask(33).to_s
IPAddr.new("10.0.0.0/30").to_range.map(&:to_s)
IPAddr.new("10.0.0.0/8").to_range.first.to_s
IPAddr.new("10.0.0.0/8").to_range.last.to_s
IPAddr.new("10.0.0.0/8").to_range === IPAddr.new("10.3.3.3")
IPAddr.new("10.0.0.0/30").to_range
IPAddr.new("10.0.0.255").succ.to_s
IPAddr.new("::ffff").succ.to_s
(IPAddr.new("10.0.0.1") + 300).to_s
(IPAddr.new("10.1.0.1") - 2).to_s
IPAddr.new("10.0.0.1").ipv4?
IPAddr.new("10.0.0.1").ipv6?
IPAddr.new("::1").ipv6?
IPAddr.new("10.0.0.1").private?
IPAddr.new("172.16.0.1").private?
IPAddr.new("172.32.0.1").private?
IPAddr.new("192.168.0.1").private?
IPAddr.new("8.8.8.8").private?
IPAddr.new("fd00::1").private?
IPAddr.new("::ffff:10.0.0.1").private?
IPAddr.new("127.0.0.1").loopback?
IPAddr.new("::1").loopback?
IPAddr.new("::ffff:127.0.0.1").loopback?
IPAddr.new("10.0.0.1").loopback?
IPAddr.new("169.254.1.1").link_local?
IPAddr.new("fe80::1").link_local?
IPAddr.new("10.0.0.1").link_local?
IPAddr.new("10.0.0.1").to_i
IPAddr.new("::1").to_i
IPAddr.new("255.255.255.255").to_i
IPAddr.new("10.0.0.0/8").prefix
IPAddr.new("10.0.0.1").prefix
IPAddr.new("2001:db8::/32").prefix
IPAddr.new("10.0.0.0/8").cidr
IPAddr.new("10.0.0.0/8").netmask
IPAddr.new("10.0.0.0/8").wildcard_mask
IPAddr.new("10.0.0.0/8").family
IPAddr.new("::1").family
IPAddr.new("10.1.2.3").reverse
IPAddr.new("::1").reverse
IPAddr.new("10.1.2.3").ip6_arpa
IPAddr.new("10.1.2.3").ipv4_mapped.to_s
IPAddr.new("::ffff:10.1.2.3").native.to_s
IPAddr.new("::ffff:10.1.2.3").ipv4_mapped?
(IPAddr.new("10.1.2.3") & "255.255.0.0").to_s
(IPAddr.new("10.0.0.0") | 255).to_s
(~IPAddr.new("10.0.0.0")).to_s
IPAddr.new("10.0.0.0/8").to_json
IPAddr.new("10.0.0.1").as_json
"#{IPAddr.new("10.0.0.1")}"
IPAddr.new("10.0.0.1").hton.bytes
IPAddr::InvalidAddressError.superclass
IPAddr::Error.superclass
IPAddr::InvalidPrefixError.ancestors.include?(IPAddr::InvalidAddressError)
begin; IPAddr.new("x"); rescue IPAddr::InvalidAddressError => e; e.message; end
begin; IPAddr.new("x"); rescue IPAddr::Error; 1; end
(IPAddr.new("bad") rescue "none")
IPAddr.new("10.0.0.1").is_a?(Comparable)
