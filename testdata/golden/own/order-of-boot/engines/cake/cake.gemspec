Gem::Specification.new { |s| s.name = "cake" }
